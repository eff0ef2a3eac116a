import type { ShownFile } from '../../src/patches/page/protocol/protocol.ts';

/** Which files are folded: viewed files, unless the user has decided otherwise. */
export class Folding {
	/** What the user has decided, by the key of the file. */
	#chosen = new Map<string, boolean>();
	#viewed = new Map<string, boolean>();

	isFolded({ key, isViewed }: ShownFile): boolean {
		return this.#chosen.get(key) ?? isViewed;
	}

	fold(key: string, isFolded: boolean): void {
		this.#chosen.set(key, isFolded);
	}

	/** Call before a snapshot is drawn. When the viewed mark of a file changes, it overrides the user's choice. */
	receive(files: readonly ShownFile[]): void {
		for (const { key, isViewed } of files) {
			const before = this.#viewed.get(key);
			if (before !== undefined && before !== isViewed) this.#chosen.delete(key);
			this.#viewed.set(key, isViewed);
		}
	}

	/** What to keep while the page is hidden. */
	get stored(): readonly (readonly [key: string, isFolded: boolean])[] {
		return [...this.#chosen];
	}

	/** Begins a page. */
	restore(stored: readonly (readonly [key: string, isFolded: boolean])[]): void {
		this.#chosen = new Map(stored);
		this.#viewed = new Map();
	}
}
