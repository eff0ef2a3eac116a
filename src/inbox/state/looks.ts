import { background } from '../../base/background.ts';
import { steadyTime } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { ForgeEvent, SeenCommits, SeenUpTo } from '../../platform/model/forge-events.ts';
import { ItemSeenState } from './item-seen-state.ts';

/**
 * How long the user looks at something before its events are marked as seen. Longer than a double click takes: rows that become seen are drawn
 * again, and meanwhile VS Code drops the arguments of their commands.
 */
export const lookMs = 700;
/** How often looks are checked while there are some: seeing a series begins one for each of its mails, which may be thousands. */
const checkMs = 50;

interface LookAtRow {
	readonly row: string;
	readonly since: number;
	readonly events: readonly ForgeEvent[];
}

interface LookAtItem {
	readonly what: SeenUpTo | SeenCommits;
	readonly since: number;
}

/** Marks events as seen, and those of items. */
type Mark = (events: readonly ForgeEvent[], items: ItemSeenState) => Promise<void>;

/** What the user looks at. It is marked as seen after `lookMs`. */
export class Looks {
	readonly #mark: Mark;
	readonly #lifetime: Lifetime;
	#marking: Promise<unknown> = Promise.resolve();
	#row: LookAtRow | undefined;
	#items: LookAtItem[] = [];
	#timer: Disposable | undefined;

	constructor(mark: Mark, lifetime: Lifetime) {
		this.#mark = mark;
		this.#lifetime = lifetime;
	}

	/** The user looks at a row of the Inbox, and no longer at another one. */
	beginRow(row: string, events: readonly ForgeEvent[]): void {
		this.#row = { row, events, since: this.#begin() };
	}

	/** Whether the user has opened a row a moment ago. */
	hasBegunRow(row: string): boolean {
		return this.#row?.row === row;
	}

	/** The user looks at an item outside of the Inbox. */
	beginItem(what: SeenUpTo | SeenCommits): void {
		this.#items.push({ what, since: this.#begin() });
	}

	/** Marks everything now. Resolves when all is marked. */
	async end(): Promise<void> {
		this.#end(Number.POSITIVE_INFINITY);
		await this.#marking;
	}

	#begin(): number {
		this.#timer ??= this.#lifetime.timeout(() => this.#check(), lookMs);
		return steadyTime();
	}

	#check(): void {
		this.#end(steadyTime() - lookMs);
		const isLeft = this.#row !== undefined || this.#items.length > 0;
		this.#timer = isLeft ? this.#lifetime.timeout(() => this.#check(), checkMs) : undefined;
	}

	/** Marks what the user began to look at by then. */
	#end(time: number): void {
		const items = new ItemSeenState();
		for (const { what, since } of this.#items) if (since <= time) items.add(what);
		this.#items = this.#items.filter(({ since }) => since > time);
		const row = this.#row && this.#row.since <= time ? this.#row : undefined;
		if (row) this.#row = undefined;
		const marking = this.#mark(row?.events ?? [], items);
		background(marking);
		this.#marking = Promise.allSettled([this.#marking, marking]);
	}
}
