import type { Log } from '../../../base/log/log.ts';
import { newTextId, type Text, type TextEntry } from './text.ts';
import type { TextFolder } from './text-folder.ts';
import type { TextMemory } from './text-memory.ts';

/** Keeps versions of texts that another writer replaces, each as a text of its own. */
export class TextCopies<Key, Body, Entry extends TextEntry> {
	readonly #folder: TextFolder<Key, Body, Entry>;
	readonly #memory: TextMemory<Key, Body, Entry>;
	readonly #log: Log;
	/** The copies that are not on the disk yet. */
	readonly #unwritten = new Set<Text<Key, Body, Entry>>();

	constructor(folder: TextFolder<Key, Body, Entry>, memory: TextMemory<Key, Body, Entry>, log: Log) {
		this.#folder = folder;
		this.#memory = memory;
		this.#log = log;
	}

	/** Keeps a version that is replaced in memory, and is to be written before the one that replaces it. */
	add(other: Text<Key, Body, Entry>): void {
		const copy = { ...other, id: newTextId() };
		this.#unwritten.add(copy);
		this.#memory.put(copy);
	}

	/** Writes what was added. */
	async write(): Promise<void> {
		for (const copy of this.#unwritten) {
			await this.create(copy);
			this.#unwritten.delete(copy);
		}
	}

	/** Keeps a version that is replaced on the disk. */
	async keep(other: Text<Key, Body, Entry>): Promise<void> {
		this.#log.warn('A draft was written in two places at once. Both versions are kept');
		await this.create({ ...other, id: newTextId() });
	}

	/** Creates a text. Resolves with the one that is there already, which it leaves as it is, or with the new one. */
	async create(text: Text<Key, Body, Entry>): Promise<Text<Key, Body, Entry>> {
		let stored = text;
		const change = (onDisk?: Text<Key, Body, Entry>) => {
			stored = onDisk ?? text;
			return stored;
		};
		await this.#folder.change(text.id, change, { isDurable: true });
		this.#memory.didCreate(stored);
		return stored;
	}
}
