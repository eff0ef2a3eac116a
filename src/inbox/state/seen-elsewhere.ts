import type { Event } from '../../base/emitter.ts';
import { parseTime } from '../../forge/read.ts';
import type { ForgeEvent, SeenUpTo } from '../../platform/model/forge-events.ts';
import { spellKey, spellSeries } from '../../platform/model/keys.ts';
import { spellPlace } from '../model/places.ts';

/** A part of the extension outside of the inbox where the user sees what has happened. */
export interface SeenSource {
	readonly onDidSee: Event<SeenUpTo>;
}

/** How many items and places are remembered. Seeing a series adds one for each of its mails, which may be thousands. */
const mostRemembered = 20_000;

/** What the user has seen outside of the inbox, which may learn of it only after that. */
export class SeenElsewhere {
	/** By item or place, the latest last. */
	readonly #upTo = new Map<string, number>();

	add({ at, upTo }: SeenUpTo): void {
		const until = parseTime(upTo);
		if (until === undefined) return;
		const key = spell(at);
		const earlier = this.#of(key);
		this.#upTo.delete(key);
		this.#upTo.set(key, Math.max(earlier, until));
		const [oldest] = this.#upTo.keys();
		if (this.#upTo.size > mostRemembered && oldest !== undefined) this.#upTo.delete(oldest);
	}

	/** Whether the user has seen an event elsewhere, such as on the page of the ticket. */
	hasSeen(event: ForgeEvent): boolean {
		const { place, at } = event;
		const keys = [place, ...('item' in event && event.item ? [event.item] : [])].map(spell);
		const happened = parseTime(at);
		return happened !== undefined && happened <= Math.max(...keys.map((key) => this.#of(key)));
	}

	#of(key: string): number {
		return this.#upTo.get(key) ?? Number.NEGATIVE_INFINITY;
	}
}

function spell(at: SeenUpTo['at']): string {
	if ('ticket' in at) return `ticket ${spellKey(at)}`;
	return 'patchset' in at || 'mail' in at ? `series ${spellSeries(at)}` : spellPlace(at);
}
