import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { PatchsetKey } from '../../platform/model/keys.ts';
import type { PatchsetStatuses } from './host.ts';

/** Finds out whether the user may set the status of the patchset, so that its page offers only what is allowed. */
export class PagePermissions implements Disposable {
	readonly #statuses: PatchsetStatuses;
	readonly #changed: () => void;
	readonly #lifetime = new Lifetime();
	/** Whether a read of what is known of the list has begun. */
	#wasLearned = false;
	/** Whether that read could also ask the forge. */
	#wasAsked = false;
	/** Resolves with whether a request was sent. */
	#asking: Promise<boolean> = Promise.resolve(false);

	constructor(statuses: PatchsetStatuses, changed: () => void) {
		this.#statuses = statuses;
		this.#changed = changed;
	}

	/**
	 * The page is visible, and what it shows was read. `key` is its patchset, if it has one. Asks the forge only if it `mayAsk`. Returns whether it has
	 * sent a request, now or before.
	 */
	didRead(key: PatchsetKey | undefined, mayAsk: boolean): Promise<boolean> {
		if (!key || this.#wasAsked || (this.#wasLearned && !mayAsk)) return this.#asking;
		this.#wasLearned = true;
		this.#wasAsked = mayAsk;
		this.#asking = this.#update(key, mayAsk);
		return this.#asking;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #update(key: PatchsetKey, mayAsk: boolean): Promise<boolean> {
		const before = this.#statuses.canChange(key);
		let hasAsked = false;
		if (mayAsk) hasAsked = await this.#statuses.readPermissions(key, this.#lifetime.signal);
		else await this.#statuses.learnPermissions(key);
		if (!this.#lifetime.ended && this.#statuses.canChange(key) !== before) this.#changed();
		return hasAsked;
	}
}
