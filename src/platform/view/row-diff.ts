import { isDeepStrictEqual } from 'node:util';
import type { Row } from './row.ts';

/** What is below a row. */
type Below = (row: Row) => Promise<readonly Row[]> | readonly Row[];

/**
 * The rows that the editor has, and what has become of them. While it asks for the rows below another one anew it knows none of
 * them, and what is meant for one of them means nothing: so it is told of as few as can be.
 */
export class DisplayedRows {
	/** By the id of the row above them; at the top, without one. */
	readonly #below = new Map<string | undefined, readonly Row[]>();
	/** By the id of the row. A `WeakMap` by row would grow with every row that is made, and never shrink. */
	readonly #known = new Map<string, Known>();
	readonly #closed = new Set<string>();
	/** The rows below which the editor has yet to ask again, each with the row above it. */
	readonly #awaited = new Map<string | undefined, string | undefined>();

	get isEmpty(): boolean {
		return this.#known.size === 0;
	}

	/** Whether the editor has yet to ask for rows that it draws anew. Until then, its selection lacks them. */
	get isRedrawing(): boolean {
		return this.#awaited.size > 0;
	}

	/** The editor is told to draw these rows anew, or all: it asks again for what is below each open one. */
	willRedraw(rows?: Iterable<Row>): void {
		if (rows) for (const row of rows) this.#await(row.id, this.above(row)?.id);
		else this.#await(undefined, undefined);
	}

	/** Nothing is awaited any more. */
	endRedraw(): void {
		this.#awaited.clear();
	}

	/** The very row that the editor has. */
	row(id: string): Row | undefined {
		return this.#known.get(id)?.row;
	}

	above(row: Row): Row | undefined {
		const above = this.#known.get(row.id)?.above;
		return above === undefined ? undefined : this.row(above);
	}

	/** A row that the editor has, as it is now. */
	now(row: Row): Row {
		const known = this.#known.get(row.id);
		const newest = known?.newest ?? known?.row ?? row;
		return newest.now?.() ?? newest;
	}

	/** The editor has asked what is below a row, and these are what it has from now on. */
	put(above: Row | undefined, rows: readonly Row[]): void {
		const ids = new Set<string | undefined>(rows.map(({ id }) => id));
		this.#awaited.delete(above?.id);
		for (const [id, parent] of [...this.#awaited])
			if (id !== undefined && parent === above?.id && !ids.has(id)) this.#stopAwaiting(id);
		for (const { id } of this.#below.get(above?.id) ?? []) if (!ids.has(id)) this.#forget(id);
		this.#below.set(above?.id, rows);
		for (const row of rows) this.#known.set(row.id, { row, above: above?.id });
	}

	/** Somebody has closed a row, or opened it. */
	setOpen({ id }: Row, isOpen: boolean): void {
		if (isOpen) {
			this.#closed.delete(id);
		} else {
			this.#closed.add(id);
			this.#stopAwaiting(id);
		}
	}

	/** The editor draws a row like this. */
	drew(row: Row, as: Row): void {
		const known = this.#known.get(row.id);
		// The editor may still draw a row that it has just asked for anew.
		if (known?.row === row) known.drawn = as;
	}

	/**
	 * Rows to refresh because they or a descendant changed. Refreshing a single leaf makes VS Code drop the rest of the selection, so a
	 * changed leaf refreshes its parent.
	 */
	async changes(of: Row, read: Below): Promise<ReadonlySet<Row>> {
		const changed = new Set<Row>();
		if (this.#isOther(of, this.now(of))) changed.add(of);
		else await this.#compare(of, read, changed);
		return changed;
	}

	#await(id: string | undefined, above: string | undefined): void {
		const below = this.#below.get(id);
		if (!below || (id !== undefined && this.#closed.has(id))) return;
		this.#awaited.set(id, above);
		for (const row of below) this.#await(row.id, id);
	}

	#stopAwaiting(id: string): void {
		this.#awaited.delete(id);
		for (const [below, above] of [...this.#awaited])
			if (below !== undefined && above === id) this.#stopAwaiting(below);
	}

	/** A row is gone, with all that is below it. */
	#forget(id: string): void {
		this.#known.delete(id);
		this.#closed.delete(id);
		for (const row of this.#below.get(id) ?? []) this.#forget(row.id);
		this.#below.delete(id);
	}

	async #compare(above: Row, read: Below, changed: Set<Row>): Promise<void> {
		// Nobody has looked there, or not since it was another.
		if (!this.#below.has(above.id)) return;
		if (this.#closed.has(above.id)) {
			this.#below.delete(above.id);
			changed.add(above);
			return;
		}
		const answer = read(above);
		const rows = answer instanceof Promise ? await answer : answer;
		const before = this.#below.get(above.id);
		if (!before || !isSameList(before, rows)) {
			changed.add(above);
			return;
		}
		const pairs = before.flatMap((row, nth) => {
			const next = rows[nth];
			return next ? [{ row, next }] : [];
		});
		for (const { row, next } of pairs) {
			const known = this.#known.get(row.id);
			// A leaf that looks the same stays as it is: a second copy of every row would double the memory of a long list.
			if (known && next.children) known.newest = next;
		}
		const others = pairs.filter(({ row, next }) => this.#isOther(row, next));
		if (others.some(({ next }) => !next.children)) {
			changed.add(above);
			return;
		}
		for (const { row } of others) changed.add(row);
		for (const { row } of pairs) {
			if (!changed.has(row)) await this.#compare(row, read, changed);
		}
	}

	#isOther(row: Row, next: Row): boolean {
		const drawn = this.#known.get(row.id)?.drawn;
		return !drawn || !isDeepStrictEqual(lookOf(drawn), lookOf(next));
	}
}

/** What is known of a row that the editor has. */
interface Known {
	readonly row: Row;
	/** The id of the row above it. */
	readonly above: string | undefined;
	/** The row as the editor drew it last, mostly the very same object. */
	drawn?: Row;
	/** The row as it was made last. */
	newest?: Row;
}

const isSameList = (before: readonly Row[], now: readonly Row[]): boolean =>
	before.length === now.length && before.every(({ id }, nth) => id === now[nth]?.id);

/** All that is seen or heard of a row, and what its menus and commands depend on. */
function lookOf(row: Row): readonly unknown[] {
	const {
		label,
		description,
		icon,
		color,
		said,
		context,
		badge,
		command,
		tooltip,
		children,
		madeOf = [],
	} = row;
	const text = typeof tooltip === 'string' ? tooltip : undefined;
	return [
		...[label, description, icon, color, said, context, badge, command, text],
		...[children !== undefined, madeOf],
	];
}
