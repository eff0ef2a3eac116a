import type { Log } from '../../../base/log/log.ts';
import { newTextId, type Text } from './text.ts';
import type { TextFolder } from './text-folder.ts';
import type { TextMemory } from './text-memory.ts';

/** Saves the versions that a conflicting write replaces, each as a new text. */
export class TextCopies<Key, Body> {
	readonly #folder: TextFolder<Key, Body>;
	readonly #memory: TextMemory<Key, Body>;
	readonly #log: Log;
	/** The copies that are not on the disk yet. */
	readonly #unwritten = new Set<Text<Key, Body>>();

	constructor(folder: TextFolder<Key, Body>, memory: TextMemory<Key, Body>, log: Log) {
		this.#folder = folder;
		this.#memory = memory;
		this.#log = log;
	}

	/** Saves a version that the caller replaces in memory. `write` must put it on the disk before the new version is written. */
	addReplaced(other: Text<Key, Body>): void {
		const copy = { ...other, id: newTextId() };
		this.#unwritten.add(copy);
		this.#memory.put(copy);
	}

	/** Writes the versions that are not on the disk yet. */
	async write(): Promise<void> {
		for (const copy of this.#unwritten) {
			await this.createIfMissing(copy);
			this.#unwritten.delete(copy);
		}
	}

	/** Saves a version that the caller is about to replace on the disk. */
	async saveReplaced(other: Text<Key, Body>): Promise<void> {
		this.#log.warn('A draft was written in two places at once. Both versions are kept');
		await this.createIfMissing({ ...other, id: newTextId() });
	}

	/** Writes a text unless it has a file already. Resolves with the text that is in the file. */
	async createIfMissing(text: Text<Key, Body>): Promise<Text<Key, Body>> {
		const change = (onDisk?: Text<Key, Body>) => onDisk ?? text;
		const stored = (await this.#folder.change(text.id, change, { isDurable: true })) ?? text;
		this.#memory.didStore(stored);
		return stored;
	}
}
