import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { DescribedOutbox } from '../state/outbox/described.ts';
import { isListed } from '../state/outbox/text.ts';
import type { Row } from './row.ts';
import { waitingRow } from './waiting-rows.ts';

interface ShownWaitingOptions {
	readonly outbox: Pick<DescribedOutbox, 'entries' | 'onDidChange'>;
	/** Called when the row or a row below it changes; without a row when it appears or disappears. */
	readonly changed: (row?: Row) => void;
	readonly now: () => number;
}

/** The row of changes that wait to be sent. Follows the outbox for the whole view. */
export class ShownWaiting implements Disposable {
	readonly #options: ShownWaitingOptions;
	readonly #lifetime = new Lifetime();
	#row: Row | undefined;

	constructor(options: ShownWaitingOptions) {
		this.#options = options;
		this.#follow();
	}

	rows(): readonly Row[] {
		const { outbox, now } = this.#options;
		this.#row = waitingRow(() => ({ entries: outbox.entries, now: now() }));
		return this.#row ? [this.#row] : [];
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#follow(): void {
		const { outbox, changed, now } = this.#options;
		const hasListed = () => outbox.entries.some((entry) => isListed(entry, now()));
		let wasListed = hasListed();
		this.#lifetime.add(
			outbox.onDidChange(() => {
				const isListedNow = hasListed();
				if (isListedNow !== wasListed) changed();
				else if (this.#row && isListedNow) changed(this.#row);
				wasListed = isListedNow;
			}),
		);
	}
}
