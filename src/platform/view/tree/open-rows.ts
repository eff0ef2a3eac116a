import { background } from '../../../base/background.ts';
import type { Memory } from '../../state/memory.ts';
import type { Row } from '../row.ts';

/** The maximum number of rows to remember. Those that the user expanded or collapsed last stay. */
const maxRows = 300;

/**
 * Which rows of a view the user has expanded or collapsed, in this workspace. VS Code forgets it when the window reloads, and when rows move
 * to another parent.
 */
export class OpenRows {
	readonly #memory: Memory;
	readonly #name: string;

	constructor(memory: Memory, viewId: string) {
		this.#memory = memory;
		this.#name = `view.open/${viewId}`;
	}

	isOpen({ id, isOpen = false }: Row): boolean {
		return this.#all().get(id) ?? isOpen;
	}

	set({ id }: Row, isOpen: boolean): void {
		const all = this.#all();
		all.delete(id);
		all.set(id, isOpen);
		background(this.#memory.update(this.#name, Object.fromEntries([...all].slice(-maxRows))));
	}

	/** Call before a row gets another id. The row and the rows below it stay as the user has left them. */
	rename(from: string, to: string): void {
		const all = this.#all();
		const renamed = [...all].map(([id, isOpen]): [string, boolean] => [
			id === from || id.startsWith(`${from}/`) ? `${to}${id.slice(from.length)}` : id,
			isOpen,
		]);
		background(this.#memory.update(this.#name, Object.fromEntries(renamed)));
	}

	#all(): Map<string, boolean> {
		const stored = this.#memory.get(this.#name);
		if (typeof stored !== 'object' || stored === null) return new Map();
		return new Map(Object.entries(stored).filter(([, isOpen]) => typeof isOpen === 'boolean'));
	}
}
