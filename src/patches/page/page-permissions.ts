import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { PatchsetKey } from '../../platform/model/keys.ts';
import type { PatchsetStatuses } from './host.ts';

interface PagePermissionsOptions {
	readonly statuses: Pick<PatchsetStatuses, 'canChange' | 'learnPermissions' | 'readPermissions'>;
	readonly changed: () => void;
}

/** Finds out whether the user may set the status of the patchset, so that its page offers only what is allowed. */
export class PagePermissions implements Disposable {
	readonly #options: PagePermissionsOptions;
	readonly #lifetime = new Lifetime();
	#wasLearned = false;
	#wasAsked = false;

	constructor(options: PagePermissionsOptions) {
		this.#options = options;
	}

	/** The page is visible, and what it shows was read. `key` is its patchset, if it has one. Asks the forge only if it `mayAsk`. */
	didRead(key: PatchsetKey | undefined, mayAsk: boolean): void {
		const { statuses } = this.#options;
		if (!key || this.#wasAsked || (this.#wasLearned && !mayAsk)) return;
		this.#wasLearned = true;
		this.#wasAsked = mayAsk;
		const learn = () =>
			mayAsk ? statuses.readPermissions(key, this.#lifetime.signal) : statuses.learnPermissions(key);
		background(this.#update(key, learn));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #update(key: PatchsetKey, learn: () => Promise<void>): Promise<void> {
		const { statuses, changed } = this.#options;
		const before = statuses.canChange(key);
		await learn();
		if (!this.#lifetime.ended && statuses.canChange(key) !== before) changed();
	}
}
