import type { Disposable } from '../../../base/disposable.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import type { Hook } from '../listener/delivery-requests.ts';
import type { WebhookListener } from '../listener/listener.ts';
import type { HookRecord } from './hook-record.ts';

/** A hook as the listener has it. The listener's owner passes each delivery to `receive`. */
export interface ReceivingHook extends Hook {
	readonly receive: (received: Received) => void;
}

export type AnswerTarget = (target: HookTarget, received: Received, signal: AbortSignal) => Promise<string>;

export type HookListener = Pick<WebhookListener<ReceivingHook>, 'add'>;

interface HookReceiversOptions {
	readonly receive: (record: HookRecord, received: Received) => void;
	/** Returns the text that the forge displays to the user who pushes. Only for targets with `sync`. */
	readonly answer?: AnswerTarget | undefined;
	readonly log: Log;
}

/** Has the listener accept deliveries at the paths of exactly these hooks. */
export class HookReceivers implements Disposable {
	readonly #options: HookReceiversOptions;
	/** By the secret of the path. */
	readonly #paths = new Map<string, Disposable>();
	#listener: HookListener | undefined;
	#key: string | undefined;
	#isKeyInvalid = false;

	constructor(options: HookReceiversOptions) {
		this.#options = options;
	}

	/** Without a key, deliveries are accepted unverified. */
	set(listener: HookListener | undefined, key: string | undefined, records: readonly HookRecord[]): void {
		if (listener !== this.#listener || key !== this.#key) {
			this.dispose();
			this.#isKeyInvalid = false;
		}
		this.#listener = listener;
		this.#key = key;
		const secrets = new Set(records.map(({ secret }) => secret));
		for (const [secret, path] of this.#paths) {
			if (secrets.has(secret)) continue;
			path.dispose();
			this.#paths.delete(secret);
		}
		if (!listener) return;
		for (const record of records) {
			if (!this.#paths.has(record.secret)) this.#paths.set(record.secret, this.#add(listener, record));
		}
	}

	dispose(): void {
		for (const path of this.#paths.values()) path.dispose();
		this.#paths.clear();
	}

	#add(listener: HookListener, record: HookRecord): Disposable {
		const { receive, answer, log } = this.#options;
		const { secret, target } = record;
		const hook: ReceivingHook = {
			secret,
			receive: (received) => receive(record, received),
			answer: target.sync && answer ? (...delivered) => answer(target, ...delivered) : undefined,
		};
		try {
			if (!this.#isKeyInvalid) return listener.add({ ...hook, key: this.#key });
		} catch (error) {
			this.#isKeyInvalid = true;
			log.warn('The key for webhooks cannot be used, so deliveries are not verified', error);
		}
		return listener.add(hook);
	}
}
