import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { PatchsetKey } from '../../platform/model/keys.ts';
import type { PatchsetStatuses } from './host.ts';

interface PagePermissionsOptions {
	readonly statuses: Pick<PatchsetStatuses, 'canChange' | 'readPermissions'>;
	readonly changed: () => void;
}

/** Finds out whether the user may set the status of the patchset, so that its page offers only what is allowed. */
export class PagePermissions implements Disposable {
	readonly #options: PagePermissionsOptions;
	readonly #lifetime = new Lifetime();
	#wasRead = false;

	constructor(options: PagePermissionsOptions) {
		this.#options = options;
	}

	/** The page is visible, and what it shows was read. `key` is its patchset, if it has one. */
	didRead(key: PatchsetKey | undefined): void {
		if (!key || this.#wasRead) return;
		this.#wasRead = true;
		background(this.#read(key));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #read(key: PatchsetKey): Promise<void> {
		const { statuses, changed } = this.#options;
		const before = statuses.canChange(key);
		await statuses.readPermissions(key, this.#lifetime.signal);
		if (!this.#lifetime.ended && statuses.canChange(key) !== before) changed();
	}
}
