import { background } from '../../base/background.ts';
import { Emitter } from '../../base/emitter.ts';
import { fieldOf } from '../../base/field-of.ts';
import type { Memory } from '../../platform/state/memory.ts';

/** How the user wants to read diffs; the same on all pages. */
export interface ReadingOptions {
	readonly wrapsLines: boolean;
	readonly ignoresWhitespace: boolean;
	readonly showsOnePatch: boolean;
	/** Shows what the whole series changes, instead of its patches. */
	readonly showsNetDiff: boolean;
}

const memoryKey = 'patches.reading';
/** Only one of two such options can be on: turning on one turns off the other. */
const alternatives: Partial<Record<keyof ReadingOptions, keyof ReadingOptions>> = {
	showsOnePatch: 'showsNetDiff',
	showsNetDiff: 'showsOnePatch',
};

export class StoredReadingOptions {
	readonly #memory: Memory;
	readonly #changes = new Emitter<void>();
	readonly onDidChange = this.#changes.event;

	constructor(memory: Memory) {
		this.#memory = memory;
	}

	get value(): ReadingOptions {
		const stored = this.#memory.get(memoryKey);
		const isOn = (name: keyof ReadingOptions, byDefault = false) => {
			const value = fieldOf(stored, name);
			return typeof value === 'boolean' ? value : byDefault;
		};
		return {
			// Code that is cut off cannot be reviewed, and scrolling sideways in each file is slow.
			wrapsLines: isOn('wrapsLines', true),
			ignoresWhitespace: isOn('ignoresWhitespace'),
			showsOnePatch: isOn('showsOnePatch'),
			showsNetDiff: isOn('showsNetDiff'),
		};
	}

	set(name: keyof ReadingOptions, isOn: boolean): void {
		const other = alternatives[name];
		const value = { ...this.value, ...(isOn && other && { [other]: false }), [name]: isOn };
		background(this.#memory.update(memoryKey, value));
		this.#changes.fire();
	}
}
