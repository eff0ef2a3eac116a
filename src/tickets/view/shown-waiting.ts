import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Row } from '../../platform/view/row.ts';
import { isListed } from '../state/outbox-text.ts';
import type { TicketOutbox } from '../state/pending-change.ts';
import type { Tickets } from '../state/tickets.ts';
import { waitingRow } from './waiting-rows.ts';

interface ShownWaitingOptions {
	readonly tickets: Pick<Tickets, 'known'> & {
		readonly outbox: Pick<TicketOutbox, 'entries' | 'onDidChange'>;
	};
	/** Called when the row or a row below it changes; without a row when it appears or disappears. */
	readonly changed: (row?: Row) => void;
	/** Called when the pending changes of a ticket change. */
	readonly changedTicket: (key: TicketKey) => void;
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
		const { tickets, now } = this.#options;
		this.#row = waitingRow(() => ({
			entries: tickets.outbox.entries,
			titleOf: (key) => tickets.known(key)?.title,
			now: now(),
		}));
		return this.#row ? [this.#row] : [];
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#follow(): void {
		const { changed, changedTicket, now } = this.#options;
		const { outbox } = this.#options.tickets;
		const hasListed = () => outbox.entries.some((entry) => isListed(entry, now()));
		let entries = outbox.entries;
		let wasListed = hasListed();
		this.#lifetime.add(
			outbox.onDidChange(() => {
				const before = entries;
				entries = outbox.entries;
				const isListedNow = hasListed();
				if (isListedNow !== wasListed) changed();
				else if (this.#row && isListedNow) changed(this.#row);
				wasListed = isListedNow;
				for (const { key } of [...before, ...entries]) changedTicket(key);
			}),
		);
	}
}
