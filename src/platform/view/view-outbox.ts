import { timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { isListed } from '../state/outbox/text.ts';
import type { WaitingChanges } from '../state/outbox/waiting-changes.ts';
import { outboxRow } from './outbox-rows.ts';
import { noticeRow, type Row } from './row.ts';

type OutboxState = Pick<WaitingChanges, 'entries' | 'damagedCount' | 'onDidChange'>;

/** The row of changes that wait to be sent. Follows the outbox for the whole view. */
export class ViewOutbox implements Disposable {
	readonly #outbox: OutboxState;
	readonly #lifetime = new Lifetime();
	#row: Row | undefined;

	/** `changed` is called when the row or a row below it changes; without a row when it appears or disappears. */
	constructor(outbox: OutboxState, changed: (row?: Row) => void) {
		this.#outbox = outbox;
		this.#follow(changed);
	}

	/** `unreadable` is the row of changes that could not be read. */
	rows(): { readonly waiting: readonly Row[]; readonly unreadable: readonly Row[] } {
		this.#row = outboxRow(() => this.#outbox.entries);
		return {
			waiting: this.#row ? [this.#row] : [],
			unreadable: damagedChangesRow(this.#outbox.damagedCount),
		};
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#follow(changed: (row?: Row) => void): void {
		const outbox = this.#outbox;
		const hasListed = () => outbox.entries.some((entry) => isListed(entry, timeOfDay()));
		let wasListed = hasListed();
		let damaged = outbox.damagedCount;
		this.#lifetime.add(
			outbox.onDidChange(() => {
				const isListedNow = hasListed();
				if (isListedNow !== wasListed || outbox.damagedCount !== damaged) changed();
				else if (this.#row && isListedNow) changed(this.#row);
				wasListed = isListedNow;
				damaged = outbox.damagedCount;
			}),
		);
	}
}

/** A row for files of changes that are damaged; no row if there are none. */
function damagedChangesRow(count: number): readonly Row[] {
	if (count === 0) return [];
	return [
		noticeRow('unreadable/changes', 'warning', 'Unreadable changes', {
			description: 'kept on disk',
			tooltip:
				'Some waiting changes could not be read. Their files are kept, and all other changes are still sent. Click to show the names of the files in the log. Once you remove the files, this row disappears.',
			command: { id: 'tildeforge.showLog', title: 'Show Log' },
		}),
	];
}
