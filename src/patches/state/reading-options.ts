import { background } from '../../base/background.ts';
import { Emitter } from '../../base/emitter.ts';

/** Stores values for the user, as a `vscode.Memento` does. */
interface Memory {
	get(name: string): unknown;
	update(name: string, value: unknown): PromiseLike<void>;
}

/** How the user wants to read diffs; the same on all pages. */
export interface ReadingOptions {
	readonly wrapsLines: boolean;
	readonly ignoresWhitespace: boolean;
	readonly showsOnePatch: boolean;
}

const memoryKey = 'patches.reading';

export class StoredReadingOptions {
	readonly #memory: Memory;
	readonly #changes = new Emitter<void>();
	readonly onDidChange = this.#changes.event;

	constructor(memory: Memory) {
		this.#memory = memory;
	}

	get value(): ReadingOptions {
		const stored = this.#memory.get(memoryKey);
		const isOn = (name: keyof ReadingOptions) =>
			typeof stored === 'object' && stored !== null && Reflect.get(stored, name) === true;
		return {
			wrapsLines: isOn('wrapsLines'),
			ignoresWhitespace: isOn('ignoresWhitespace'),
			showsOnePatch: isOn('showsOnePatch'),
		};
	}

	set(name: keyof ReadingOptions, isOn: boolean): void {
		background(this.#memory.update(memoryKey, { ...this.value, [name]: isOn }));
		this.#changes.fire();
	}
}
