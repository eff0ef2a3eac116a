import { type Coalesced, coalesce } from '../../src/base/coalesce.ts';
import { Lifetime } from '../../src/base/lifetime.ts';
import type { Row } from '../../src/platform/view/row.ts';
import { DisplayedRows } from '../../src/platform/view/tree/displayed-rows.ts';
import type { ViewChange } from '../../src/platform/view/view.ts';

interface ScreenOptions {
	readonly roots: () => Promise<readonly Row[]>;
	readonly shown: (row: Row) => void;
}

/** Asks for rows as the editor's tree does, with every row expanded, and records what it draws. */
export class Screen {
	readonly #options: ScreenOptions;
	readonly #lifetime = new Lifetime();
	readonly #onScreen = new DisplayedRows();
	readonly #looks = new Map<string, Row>();
	/** Ids of rows, or `some`. Undefined for the whole tree. */
	readonly #waiting = new Set<string | undefined>();
	readonly #work: Coalesced;
	#working: Promise<void> = Promise.resolve();
	/** The ids of the drawn rows, in order. */
	readonly drawn: string[] = [];
	/** The ids of the rows whose children were made, either to draw or only to compare them. */
	readonly made: string[] = [];

	constructor(options: ScreenOptions) {
		this.#options = options;
		this.#work = coalesce(this.#lifetime, 1, () => {
			const ids = [...this.#waiting];
			this.#waiting.clear();
			this.#working = this.#working.then(() => this.#refresh(ids));
			return this.#working;
		});
	}

	/** Reports a change of rows, or of the whole tree without `change`. */
	changed(change?: ViewChange): void {
		if (change === 'head' || change === 'ages') return;
		this.#waiting.add(typeof change === 'string' ? 'some' : change?.id);
		this.#work();
	}

	/** The row as it was last drawn, if it is on the screen. */
	row(id: string): Row | undefined {
		return this.#onScreen.row(id) && this.#looks.get(id);
	}

	/** Makes all rows a second time, without drawing them. */
	async makeAgain(above?: Row): Promise<readonly Row[]> {
		const rows = await (above ? this.#below(above) : this.#options.roots());
		const below = await Promise.all(rows.map((row) => (row.children ? this.makeAgain(row) : [])));
		return [...rows, ...below.flat()];
	}

	async draw(above?: Row): Promise<void> {
		const rows = await (above ? this.#below(above) : this.#options.roots());
		if (!above) this.#looks.clear();
		this.#onScreen.setChildren(above, rows);
		for (const row of rows) this.#options.shown(row);
		for (const row of rows) this.#drawOne(row);
		for (const row of rows) if (row.children) await this.draw(row);
	}

	/** Resolves when all reported changes are drawn. */
	async settled(): Promise<void> {
		await this.#work.flush();
		await this.#working;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #refresh(ids: readonly (string | undefined)[]): Promise<void> {
		if (ids.includes(undefined)) return this.draw();
		for (const id of ids) {
			const row = this.#onScreen.row(id ?? '');
			if (!row && id !== 'some') continue;
			for (const other of await this.#onScreen.changes(row, (one) => this.#below(one))) {
				if (other) this.#drawOne(other);
				await this.draw(other);
			}
		}
	}

	#drawOne(row: Row): void {
		const look = this.#onScreen.current(row);
		this.drawn.push(row.id);
		this.#looks.set(row.id, look);
		this.#onScreen.didDraw(row, look);
	}

	#below(row: Row | undefined): Promise<readonly Row[]> | readonly Row[] {
		if (!row) return this.#options.roots();
		this.made.push(row.id);
		return this.#onScreen.current(row).children?.() ?? [];
	}
}
