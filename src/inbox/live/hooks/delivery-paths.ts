import type { Disposable } from '../../../base/disposable.ts';
import type { Hook } from '../listener/delivery-requests.ts';
import type { WebhookListener } from '../listener/listener.ts';

/** The paths of an account's hooks, at which the listener accepts deliveries. */
export class DeliveryPaths implements Disposable {
	readonly #listener: WebhookListener;
	readonly #key: () => string | undefined;
	/** By the secret of the path. */
	readonly #paths = new Map<string, Disposable>();
	/** The key that was used last. If it changes, all paths are added again. */
	#usedKey: string | undefined;

	/** `key` returns the key of the forge with which deliveries are verified. */
	constructor(listener: WebhookListener, key: () => string | undefined) {
		this.#listener = listener;
		this.#key = key;
	}

	/** Accepts deliveries of these hooks and no others. The path of a hook that was among the previous ones stays open. */
	set(hooks: readonly Hook[]): void {
		const key = this.#key();
		const secrets = new Set(hooks.map(({ secret }) => secret));
		for (const [secret, path] of this.#paths) {
			if (secrets.has(secret) && key === this.#usedKey) continue;
			path.dispose();
			this.#paths.delete(secret);
		}
		this.#usedKey = key;
		for (const hook of hooks) {
			if (this.#paths.has(hook.secret)) continue;
			this.#paths.set(hook.secret, this.#listener.add({ ...hook, key }));
		}
	}

	dispose(): void {
		this.set([]);
	}
}
