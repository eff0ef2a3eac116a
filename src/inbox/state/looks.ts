import { background } from '../../base/background.ts';
import { steadyTime } from '../../base/clock.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { ForgeEvent, SeenCommits, SeenUpTo } from '../../platform/model/forge-events.ts';
import { ItemSeenState } from './item-seen-state.ts';

/**
 * How long the user looks at something before its events are marked as seen. Longer than a double click takes: rows that become seen are drawn
 * again, and meanwhile VS Code drops the arguments of their commands.
 */
export const lookMs = 700;
/** Looks that begin within this time end together: seeing a series begins one for each of its mails, which may be thousands. */
const togetherMs = 50;

/** The user looks at events of a row of the Inbox, or at an item that a page or diff shows. */
interface Look {
	readonly row?: string;
	readonly events?: readonly ForgeEvent[];
	readonly item?: SeenUpTo | SeenCommits;
}

/** Marks events as seen, and those of items. */
type Mark = (events: readonly ForgeEvent[], items: ItemSeenState) => Promise<void>;

/** What the user looks at. It is marked as seen after `lookMs`. */
export class Looks {
	readonly #mark: Mark;
	readonly #lifetime: Lifetime;
	/** With the time at which they began. */
	readonly #looks = new Map<Look, number>();

	constructor(mark: Mark, lifetime: Lifetime) {
		this.#mark = mark;
		this.#lifetime = lifetime;
	}

	get current(): readonly Look[] {
		return [...this.#looks.keys()];
	}

	/** The user looks at a row of the Inbox, and no longer at what was there before it was opened. */
	beginRow(row: string, events: readonly ForgeEvent[], before: readonly Look[]): void {
		for (const look of before) this.#looks.delete(look);
		this.#begin({ row, events });
	}

	/** Whether the user has opened a row a moment ago. */
	hasBegunRow(row: string): boolean {
		return this.current.some((look) => look.row === row);
	}

	/** The user looks at what a page or diff shows, which may be that of a row. */
	beginItem(item: SeenUpTo | SeenCommits): void {
		this.#begin({ item });
	}

	#begin(look: Look): void {
		const since = steadyTime();
		this.#looks.set(look, since);
		this.#lifetime.timeout(() => this.#looks.has(look) && background(this.end(since + togetherMs)), lookMs);
	}

	/** Marks what the user began to look at by then, by default everything. Resolves when it is marked. */
	async end(time = Number.POSITIVE_INFINITY): Promise<void> {
		const ended = this.current.filter((look) => (this.#looks.get(look) ?? 0) <= time);
		const items = new ItemSeenState();
		for (const look of ended) {
			this.#looks.delete(look);
			if (look.item) items.add(look.item);
		}
		await this.#mark(
			ended.flatMap(({ events = [] }) => events),
			items,
		);
	}
}
