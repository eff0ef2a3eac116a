import { coalesce } from '../../../base/coalesce.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';

/** Interval at which listeners other than the page are notified while the user types. */
const typingMs = 1000;

/** Notifies listeners of changed texts: pages at each keystroke, all others at most once a second while the user types. */
export class TextEvents<Key> {
	readonly #changes: Emitter<Key>;
	readonly #writes: Emitter<Key>;
	/** Texts that the user is typing, of which only pages have been notified so far. */
	readonly #typed = new Map<string, Key>();
	readonly #notifyTyped: () => void;

	constructor(lifetime: Lifetime, log: Log) {
		const logFailure = (failure: unknown) => log.error('A listener for drafts failed', failure);
		this.#changes = lifetime.add(new Emitter<Key>(logFailure));
		this.#writes = lifetime.add(new Emitter<Key>(logFailure));
		this.#notifyTyped = coalesce(lifetime, typingMs, () => {
			for (const key of this.#typed.values()) this.#changes.fire(key);
			this.#typed.clear();
		});
	}

	get onDidChange(): Event<Key> {
		return this.#changes.event;
	}

	get onDidWrite(): Event<Key> {
		return this.#writes.event;
	}

	/** A text was added, removed, or changed by another window. */
	changed(name: string, key: Key): void {
		this.#typed.delete(name);
		this.#writes.fire(key);
		this.#changes.fire(key);
	}

	/** The user has changed a text in this window. */
	typed(name: string, key: Key): void {
		this.#typed.set(name, key);
		this.#writes.fire(key);
		this.#notifyTyped();
	}
}
