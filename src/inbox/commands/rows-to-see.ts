import type { ListStep } from '../../platform/page/shared-tab.ts';
import type { ListPosition } from '../../platform/page/snapshot-parts.ts';
import type { ShownSubject } from '../model/groups.ts';

/** The rows of the Inbox that were new when the user began to go through it, and those that have become new since. None changes its place. */
export class RowsToSee {
	readonly #shown: () => readonly ShownSubject[];
	#ids: string[] = [];
	/** Those that the user has come to. */
	readonly #opened = new Set<string>();
	/** The row that the user has begun with, although nothing in it was new. */
	#notNew: string | undefined;

	/** `shown` returns the rows of the Inbox in their order. */
	constructor(shown: () => readonly ShownSubject[]) {
		this.#shown = shown;
	}

	/** Begins with a row of the Inbox. */
	begin(row: string): void {
		const shown = this.#shown();
		this.#ids = shown.filter(({ id, isUnseen }) => isUnseen || id === row).map(({ id }) => id);
		this.#notNew = shown.some(({ id, isUnseen }) => isUnseen && id === row) ? undefined : row;
		this.#opened.clear();
	}

	didOpen(row: string): void {
		this.#opened.add(row);
	}

	/**
	 * The row after or before another one, without those that the user has seen elsewhere or muted. After the last one, and always with `done`,
	 * the next row that is still new, first of those after it. Without a row, the first one.
	 */
	next(row: string | undefined, step: ListStep): string | undefined {
		return this.#next(row, step, this.#update());
	}

	/** `3 of 14 new`. */
	position(row: string): ListPosition {
		const unseen = this.#update();
		const all = this.#ids.filter((id) => id !== this.#notNew && this.#isThere(id, unseen));
		const number = all.indexOf(row) + 1;
		return {
			text: number > 0 ? `${number} of ${all.length} new` : `${all.length} new`,
			hasPrevious: this.#next(row, -1, unseen) !== undefined,
			hasNext: this.#next(row, 1, unseen) !== undefined,
			isMixed: true,
		};
	}

	/** `unseen` says whether a row of the Inbox is. */
	#next(row: string | undefined, step: ListStep, unseen: ReadonlyMap<string, boolean>): string | undefined {
		const index = row === undefined ? -1 : this.#ids.indexOf(row);
		const [before, after] = [this.#ids.slice(0, Math.max(index, 0)), this.#ids.slice(index + 1)];
		const isThere = (id: string) => this.#isThere(id, unseen);
		if (step === -1) return before.findLast(isThere);
		const next = step === 1 ? after.find(isThere) : undefined;
		return next ?? [...after, ...before].find((id) => id !== row && unseen.get(id));
	}

	/** Whether a row is still new, or was until the user came to it. */
	#isThere(id: string, unseen: ReadonlyMap<string, boolean>): boolean {
		return unseen.get(id) === true || (unseen.has(id) && this.#opened.has(id));
	}

	/** Adds what has become new. */
	#update(): ReadonlyMap<string, boolean> {
		const unseen = new Map(this.#shown().map(({ id, isUnseen }) => [id, isUnseen]));
		for (const [id, isUnseen] of unseen) if (isUnseen && !this.#ids.includes(id)) this.#ids.push(id);
		return unseen;
	}
}
