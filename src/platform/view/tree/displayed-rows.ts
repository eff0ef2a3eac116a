import { isDeepStrictEqual } from 'node:util';
import { steadyTime } from '../../../base/clock.ts';
import type { Row } from '../row.ts';

/** For how long items are sorted that arrive after the user has shown or refreshed a view. */
const sortMs = 5000;
/** For how long no item moves after the user has selected one: they may be about to choose the next. */
const chooseMs = 5000;

/** Returns the child rows of a row or, without one, the rows at the top. */
type ReadChildren = (row: Row | undefined) => Promise<readonly Row[]> | readonly Row[];

/**
 * The rows that VS Code displays, and how they have changed. While VS Code requests the children of a refreshed row again, it knows none
 * of them, and commands on them lose their row. So as few rows as possible are refreshed. Reasons: docs/decisions/rows.md.
 */
export class DisplayedRows {
	/** Child rows by the id of their parent; undefined for the root. */
	readonly #children = new Map<string | undefined, readonly Row[]>();
	/** By row id. A `WeakMap` by row would grow with every row that is made, and never shrink. */
	readonly #known = new Map<string, Known>();
	readonly #closed = new Set<string>();
	/** Ids of rows whose children VS Code has yet to request again, each with the id of the row's parent. */
	readonly #awaited = new Map<string | undefined, string | undefined>();
	/** The awaited rows whose known children VS Code gets again, because only ages have changed. */
	readonly #aged = new Set<string | undefined>();
	/** The newest request of VS Code for the children of each row, until it is answered. */
	readonly #requests = new Map<string | undefined, number>();
	#lastRequest = 0;
	/** The ids of the items below a row in the order in which they stay. */
	readonly #order = new Map<string, readonly string[]>();
	/** Until then, items do not stay where they are. */
	#sortsUntil = Number.NEGATIVE_INFINITY;
	/** Until then, the user may choose another item. */
	#choosesUntil = Number.NEGATIVE_INFINITY;

	get isEmpty(): boolean {
		return this.#known.size === 0;
	}

	/** Whether VS Code has yet to request rows that it refreshes. Until then, its selection lacks them. */
	get isRedrawing(): boolean {
		return this.#awaited.size > 0;
	}

	/**
	 * Call when VS Code requests the children of a row. It drops the rows below it at once, and accepts only the answer to its newest
	 * request. Returns a number for `setChildren`.
	 */
	willReceive(parent: Row | undefined): number {
		const isAged = this.#aged.has(parent?.id);
		this.#await(parent?.id, parent && this.parentOf(parent)?.id, isAged ? 'as before' : 'new');
		if (!parent) this.#requests.clear();
		this.#lastRequest += 1;
		this.#requests.set(parent?.id, this.#lastRequest);
		return this.#lastRequest;
	}

	/** Call before refreshing these rows, or all: VS Code then requests the children of each expanded row again. */
	willRedraw(rows?: Iterable<Row>): void {
		if (rows) for (const row of rows) this.#await(row.id, this.parentOf(row)?.id, 'new');
		else this.#await(undefined, undefined, 'new');
	}

	/** Call before refreshing what `updateAges` has returned. */
	willRedrawAged(rows: Iterable<Row | undefined>): void {
		for (const row of rows) this.#await(row?.id, row && this.parentOf(row)?.id, 'aged');
	}

	/** The children of a row that VS Code requests only because ages have changed. Call before `willReceive`. */
	agedChildren(parent: Row | undefined): readonly Row[] | undefined {
		if (!this.#aged.has(parent?.id)) return undefined;
		return this.#children.get(parent?.id)?.map((row) => this.#known.get(row.id)?.newest ?? row);
	}

	/** Stops waiting for VS Code to request rows. */
	endRedraw(): void {
		this.#awaited.clear();
		this.#aged.clear();
	}

	/** The row object that VS Code holds. */
	row(id: string): Row | undefined {
		return this.#known.get(id)?.row;
	}

	parentOf(row: Row): Row | undefined {
		const parent = this.#known.get(row.id)?.parent;
		return parent === undefined ? undefined : this.row(parent);
	}

	/** The rows below a row, as far as VS Code has requested them. */
	childrenOf(id: string): readonly Row[] {
		return this.#children.get(id) ?? [];
	}

	/** The id of a row that has a matching child. */
	findParent(isSought: (child: Row) => boolean): string | undefined {
		for (const [parent, rows] of this.#children)
			if (parent !== undefined && rows.some(isSought)) return parent;
		return undefined;
	}

	/** Whether a row is known and none of the rows above it is collapsed. */
	isVisible(id: string): boolean {
		const parent = this.#known.get(id)?.parent;
		if (!this.#known.has(id)) return false;
		return parent === undefined || (!this.#closed.has(parent) && this.isVisible(parent));
	}

	/** The current version of a displayed row. */
	current(row: Row): Row {
		const known = this.#known.get(row.id);
		const newest = known?.newest ?? known?.row ?? row;
		return newest.current?.() ?? newest;
	}

	/**
	 * Records the children that VS Code has received for a row. `request` is what `willReceive` returned: answers to older requests are
	 * ignored, as VS Code ignores them.
	 */
	setChildren(parent: Row | undefined, rows: readonly Row[], request?: number): void {
		if (request !== undefined && this.#requests.get(parent?.id) !== request) return;
		this.#requests.delete(parent?.id);
		const ids = new Set<string | undefined>(rows.map(({ id }) => id));
		this.#awaited.delete(parent?.id);
		this.#aged.delete(parent?.id);
		for (const [id, parentId] of [...this.#awaited])
			if (id !== undefined && parentId === parent?.id && !ids.has(id)) this.#stopAwaiting(id);
		for (const { id } of this.#children.get(parent?.id) ?? []) if (!ids.has(id)) this.#forget(id, parent?.id);
		this.#children.set(parent?.id, rows);
		for (const row of rows) this.#known.set(row.id, { row, parent: parent?.id });
	}

	/**
	 * Returns the rows below a row with the items in the order in which they are displayed. New items come first if they are sorted above one of
	 * them, or else last. While the user is about to choose another item, all come last, so that none moves under the mouse.
	 */
	keepOrder(parent: string, rows: readonly Row[]): readonly Row[] {
		const before = steadyTime() < this.#sortsUntil ? [] : (this.#order.get(parent) ?? []);
		const positions = new Map(before.map((id, at) => [id, at]));
		const all = rows.filter(isItem);
		const isChoosing = steadyTime() < this.#choosesUntil;
		const lastKnown = isChoosing ? -1 : all.findLastIndex(({ id }) => positions.has(id));
		const placed = all.map((row, at) => ({
			row,
			position: positions.get(row.id) ?? (at < lastKnown ? -1 : before.length),
		}));
		const items = placed.toSorted((one, other) => one.position - other.position).map(({ row }) => row);
		this.#order.set(
			parent,
			items.map(({ id }) => id),
		);
		const next = items.values();
		return rows.map((row) => (isItem(row) ? (next.next().value ?? row) : row));
	}

	/** Call when the user has selected rows. */
	didSelect(rows: readonly Row[]): void {
		if (rows.some(isItem)) this.#choosesUntil = steadyTime() + chooseMs;
	}

	/** Items are sorted when they are read again. Returns whether there are any that stay where they are. */
	sort(): boolean {
		const areAny = this.#order.size > 0;
		this.#order.clear();
		this.#sortsUntil = steadyTime() + sortMs;
		return areAny;
	}

	/** Records that the user collapsed or expanded a row. */
	setOpen({ id }: Row, isOpen: boolean): void {
		if (isOpen) {
			this.#closed.delete(id);
		} else {
			this.#closed.add(id);
			this.#order.delete(id);
			this.#stopAwaiting(id);
		}
	}

	/** Records how VS Code draws a row. VS Code then drops the rows below it and, if the row is expanded, requests them again. */
	didDraw(row: Row, drawn: Row): void {
		const known = this.#known.get(row.id);
		// VS Code may still draw the old version of a row that it has just requested again.
		if (known?.row === row) known.drawn = drawn;
		if (drawn.children) this.#await(row.id, known?.parent, 'as before');
	}

	/**
	 * Rows to refresh because they or a descendant changed; undefined among them means the whole tree. Without a row, compares the whole
	 * tree. Refreshing a single leaf makes VS Code drop the rest of the selection, so a changed leaf refreshes its parent.
	 */
	async changes(row: Row | undefined, read: ReadChildren): Promise<ReadonlySet<Row | undefined>> {
		const changed = new Set<Row | undefined>();
		if (row && this.#hasChanged(row, this.current(row))) changed.add(row);
		else await this.#compare(row, read, changed);
		return changed;
	}

	/**
	 * Lets visible rows show their ages as of now. Returns the rows to refresh, as `changes` does. Reads no children, because that may
	 * make requests.
	 */
	updateAges(): ReadonlySet<Row | undefined> {
		const changed = new Set<Row | undefined>();
		for (const [id, known] of this.#known) {
			const { row, newest = row } = known;
			const next = newest.asOfNow?.();
			if (!next || !this.isVisible(id) || !this.#hasChanged(row, next)) continue;
			known.newest = next;
			changed.add(next.children ? row : this.parentOf(row));
		}
		return changed;
	}

	/**
	 * Expects VS Code to request the children of a row, and those below them. `why`: `new` if they have to be read again, `aged` if only ages
	 * have changed, `as before` if neither. `new` outweighs `aged`.
	 */
	#await(id: string | undefined, parent: string | undefined, why: 'new' | 'aged' | 'as before'): void {
		const children = this.#children.get(id);
		if (!children || (id !== undefined && this.#closed.has(id))) return;
		if (why === 'new') this.#aged.delete(id);
		else if (why === 'aged' && !this.#awaited.has(id)) this.#aged.add(id);
		this.#awaited.set(id, parent);
		for (const row of children) this.#await(row.id, id, why);
	}

	#stopAwaiting(id: string): void {
		this.#awaited.delete(id);
		this.#aged.delete(id);
		for (const [childId, parentId] of [...this.#awaited])
			if (childId !== undefined && parentId === id) this.#stopAwaiting(childId);
	}

	/** Forgets a row and its descendants, unless it now has another parent. */
	#forget(id: string, parent: string | undefined): void {
		if (this.#known.get(id)?.parent !== parent) return;
		this.#known.delete(id);
		this.#closed.delete(id);
		this.#order.delete(id);
		for (const row of this.#children.get(id) ?? []) this.#forget(row.id, id);
		this.#children.delete(id);
	}

	async #compare(parent: Row | undefined, read: ReadChildren, changed: Set<Row | undefined>): Promise<void> {
		// VS Code has never requested these children, or not since they last changed.
		if (!this.#children.has(parent?.id)) return;
		if (parent && this.#closed.has(parent.id)) {
			this.#children.delete(parent.id);
			changed.add(parent);
			return;
		}
		const answer = read(parent);
		const rows = answer instanceof Promise ? await answer : answer;
		const before = this.#children.get(parent?.id);
		if (!before || !isSameList(before, rows)) {
			changed.add(parent);
			return;
		}
		const pairs = before.flatMap((row, index) => {
			const next = rows[index];
			return next ? [{ row, next }] : [];
		});
		for (const { row, next } of pairs) {
			const known = this.#known.get(row.id);
			// A leaf that looks the same stays as it is: a second copy of every row would double the memory of a long list.
			if (known && next.children) known.newest = next;
		}
		const different = pairs.filter(({ row, next }) => this.#hasChanged(row, next));
		if (different.some(({ next }) => !next.children)) {
			changed.add(parent);
			return;
		}
		for (const { row } of different) changed.add(row);
		for (const { row } of pairs) {
			if (!changed.has(row)) await this.#compare(row, read, changed);
		}
	}

	#hasChanged(row: Row, next: Row): boolean {
		const drawn = this.#known.get(row.id)?.drawn;
		return !drawn || !isDeepStrictEqual(appearanceOf(drawn), appearanceOf(next));
	}
}

/** Whether a row shows an item, unlike a group or a notice. */
const isItem = ({ about, command }: Row): boolean => about !== undefined && command !== undefined;

/** The known state of a displayed row. */
interface Known {
	readonly row: Row;
	/** The id of the parent row. */
	readonly parent: string | undefined;
	/** The row as VS Code last drew it; usually the same object as `row`. */
	drawn?: Row;
	/** The most recently created version of the row. */
	newest?: Row;
}

const isSameList = (before: readonly Row[], now: readonly Row[]): boolean =>
	before.length === now.length && before.every(({ id }, index) => id === now[index]?.id);

/** Everything that is visible or read aloud of a row, and what its menus and commands depend on. */
const appearanceOf = (row: Row): readonly unknown[] => [
	row.label,
	row.description,
	row.icon,
	row.color,
	row.spokenLabel,
	row.context,
	row.badge,
	row.command,
	typeof row.tooltip === 'string' ? row.tooltip : undefined,
	row.children !== undefined,
	row.file,
	row.tooltipInputs ?? [],
];
