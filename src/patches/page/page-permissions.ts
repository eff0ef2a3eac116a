import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { PatchsetKey } from '../../platform/model/keys.ts';
import type { PatchsetStatuses } from './host.ts';

interface PagePermissionsOptions {
	readonly statuses: Pick<PatchsetStatuses, 'canChange' | 'readPermissions'>;
	readonly changed: () => void;
}

/** Learns whether the user of a page may set its status, so that the page offers only what the user may do. */
export class PagePermissions implements Disposable {
	readonly #options: PagePermissionsOptions;
	readonly #lifetime = new Lifetime();
	#wasAsked = false;

	constructor(options: PagePermissionsOptions) {
		this.#options = options;
	}

	/** The page is visible, and what it shows was read. `key` is its patchset, if it has one. */
	didRead(key: PatchsetKey | undefined): void {
		if (!key || this.#wasAsked) return;
		this.#wasAsked = true;
		background(this.#ask(key));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #ask(key: PatchsetKey): Promise<void> {
		const { statuses, changed } = this.#options;
		const before = statuses.canChange(key);
		await statuses.readPermissions(key, this.#lifetime.signal);
		if (!this.#lifetime.ended && statuses.canChange(key) !== before) changed();
	}
}
