import { createHmac, randomBytes } from 'node:crypto';
import type { Disposable } from '../../../base/disposable.ts';

/** `secret` is the part of a hook's address that only the forge knows: 128 bits, as 32 hexadecimal digits. */
export function hookPath(secret: string): string {
	if (!/^[0-9a-f]{32}$/.test(secret)) throw new RangeError('The secret of a hook has 32 hexadecimal digits.');
	return `/hook/${secret}`;
}

/** The hooks that deliveries are accepted for, found by their paths. */
export class HookPaths<H extends { readonly secret: string }> {
	/** Digests with this key cannot be computed by a sender, so it cannot choose paths whose digests resemble that of a hook. */
	readonly #key = randomBytes(32);
	readonly #hooks = new Map<string, H>();

	/** Replaces a hook with the same secret. */
	add(hook: H): Disposable {
		const digest = this.#digest(hookPath(hook.secret));
		this.#hooks.set(digest, hook);
		return {
			dispose: () => {
				if (this.#hooks.get(digest) === hook) this.#hooks.delete(digest);
			},
		};
	}

	/**
	 * The hook with exactly this path. The time that this takes depends on the length of the given path, not on how much of it is
	 * right.
	 */
	find(path: string): H | undefined {
		return this.#hooks.get(this.#digest(path));
	}

	#digest(path: string): string {
		return createHmac('sha256', this.#key).update(path).digest('base64');
	}
}
