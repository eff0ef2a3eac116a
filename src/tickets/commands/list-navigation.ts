import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import { pageKey } from '../page/page-key.ts';
import type { Snapshot } from '../page/protocol.ts';
import type { TicketList } from './list.ts';

/** A list of the view as it was when the user opened a ticket from it. Later changes do not reorder it. */
interface Way {
	/** The id of the row that contains the list. */
	readonly within: string;
	readonly tickets: readonly TicketKey[];
}

/** The list that each open page belongs to, for moving from one ticket to the next. */
export class ListNavigation {
	readonly #list: TicketList;
	readonly #ways = new Map<string, Way>();

	constructor(list: TicketList) {
		this.#list = list;
	}

	/** Remembers the list that a page was opened from. */
	begin(key: TicketKey | TrackerKey, within: string): void {
		this.#ways.set(pageKey(key), { within, tickets: this.#list.listOf(within) });
	}

	/**
	 * The ticket `step` places further in the list. Its page belongs to the same list, whether or not it replaces the
	 * current page.
	 */
	next(key: TicketKey, step: 1 | -1): TicketKey | undefined {
		const way = this.#ways.get(pageKey(key)) ?? this.#firstWith(key);
		const next = way?.tickets[placeIn(way, key) + step];
		if (way && next) this.#ways.set(pageKey(next), way);
		return next;
	}

	place(key: TicketKey): Snapshot['place'] {
		const way = this.#ways.get(pageKey(key));
		if (!way) return null;
		const { length } = way.tickets;
		const at = placeIn(way, key);
		return { words: `${at + 1} of ${length}`, previous: at > 0, next: at < length - 1 };
	}

	/** The id of the ticket's row in the list that it was opened from. */
	rowOf(key: TicketKey): string | undefined {
		const way = this.#ways.get(pageKey(key));
		return way && `${way.within}/${key.ticket}`;
	}

	forget(page: string): void {
		this.#ways.delete(page);
	}

	/** The first list of the view that has the ticket, for a page that was not opened from a list. */
	#firstWith(key: TicketKey): Way | undefined {
		const within = this.#list.listWith(key);
		return within === undefined ? undefined : { within, tickets: this.#list.listOf(within) };
	}
}

const placeIn = ({ tickets }: Way, key: TicketKey): number =>
	tickets.findIndex((one) => pageKey(one) === pageKey(key));
