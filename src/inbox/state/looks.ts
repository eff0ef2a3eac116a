import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { type SeriesKey, spellKey, spellSeries, type TicketKey } from '../../platform/model/keys.ts';
import { type Place, spellPlace } from '../model/places.ts';

type ItemKey = TicketKey | SeriesKey;

/** The user has looked at what had happened up to a time: to an item, or in a whole place. */
export interface Look {
	readonly at: ItemKey | Place;
	/** As sent by the server. */
	readonly upTo: string;
}

/** How many items and places are remembered. */
const mostLooks = 1000;

/** How far the user has looked outside of the inbox, which may hear of what has happened only after that. */
export class Looks {
	/** By item or place, the latest last. */
	readonly #upTo = new Map<string, number>();

	add({ at, upTo }: Look): void {
		const key = spell(at);
		const earlier = this.#of(key);
		this.#upTo.delete(key);
		this.#upTo.set(key, Math.max(earlier, Date.parse(upTo)));
		const [oldest] = this.#upTo.keys();
		if (this.#upTo.size > mostLooks && oldest !== undefined) this.#upTo.delete(oldest);
	}

	/** Whether the user has seen an event elsewhere, such as on the page of the ticket. */
	hasSeen(event: ForgeEvent): boolean {
		const { place, at } = event;
		const keys = [place, ...('item' in event && event.item ? [event.item] : [])].map(spell);
		return Date.parse(at) <= Math.max(...keys.map((key) => this.#of(key)));
	}

	#of(key: string): number {
		return this.#upTo.get(key) ?? Number.NEGATIVE_INFINITY;
	}
}

function spell(at: ItemKey | Place): string {
	if ('ticket' in at) return `ticket ${spellKey(at)}`;
	return 'patchset' in at || 'mail' in at ? `series ${spellSeries(at)}` : spellPlace(at);
}
