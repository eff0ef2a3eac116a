import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import { pageKey } from '../page/page-key.ts';
import type { Snapshot } from '../page/protocol.ts';
import type { TicketList } from './list.ts';

/** A list of the view, as it was when a ticket was opened from it: what is changed on the way moves nothing. */
interface Way {
	/** The id of the row above it. */
	readonly within: string;
	readonly tickets: readonly TicketKey[];
}

/** The lists in which the open pages lie, for the way from one ticket to the next. */
export class ListNavigation {
	readonly #list: TicketList;
	readonly #ways = new Map<string, Way>();

	constructor(list: TicketList) {
		this.#list = list;
	}

	/** The page was opened from this list. */
	begin(key: TicketKey | TrackerKey, within: string): void {
		this.#ways.set(pageKey(key), { within, tickets: this.#list.listOf(within) });
	}

	/** The page of the next ticket is shown instead, or as well. */
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

	/** For a page that was opened from no list: the first of the view that it is in. */
	#firstWith(key: TicketKey): Way | undefined {
		const within = this.#list.listWith(key);
		return within === undefined ? undefined : { within, tickets: this.#list.listOf(within) };
	}
}

const placeIn = ({ tickets }: Way, key: TicketKey): number =>
	tickets.findIndex((one) => pageKey(one) === pageKey(key));
