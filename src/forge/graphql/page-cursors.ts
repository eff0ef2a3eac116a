/** More pages than one walk through a list reads. */
const maxCursors = 100;

/** Where a remembered page begins: the lowest number on the page before it, and the cursor. */
interface PageStart {
	readonly above: number;
	readonly cursor: string;
}

/** The cursors of a list whose rows are numbered, the highest first. A cursor cannot be made from a number, so they are remembered. */
export class PageCursors {
	/** By the lowest number on the page before. */
	readonly #cursors = new Map<number, string>();

	/** Remembers the cursor of the page that follows a number. */
	set(above: number, cursor: string): void {
		this.#cursors.delete(above);
		this.#cursors.set(above, cursor);
		const [oldest] = this.#cursors.keys();
		if (oldest !== undefined && this.#cursors.size > maxCursors) this.#cursors.delete(oldest);
	}

	/** The last of the remembered pages that begin with this number or a higher one: the numbers of a list go down. */
	nearest(number: number): PageStart | undefined {
		let nearest: PageStart | undefined;
		for (const [above, cursor] of this.#cursors)
			if (above > number && (nearest === undefined || above < nearest.above)) nearest = { above, cursor };
		return nearest;
	}

	delete(above: number): void {
		this.#cursors.delete(above);
	}
}
