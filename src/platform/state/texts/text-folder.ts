import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import type { Name, Storage, StoredFile } from '../../../base/files/storage.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { DurableWrites } from '../store/durable-writes.ts';
import { SharedFile } from '../store/shared-file.ts';
import { UnreadableFiles } from '../store/unreadable-files.ts';
import { parseText, stringifyText, type Text, type TextFormat } from './text.ts';

const folder: Name = ['texts'];
const fileOf = (id: string): Name => [...folder, id];

interface TextFolderOptions<Key, Body> {
	readonly storage: Storage;
	readonly format: TextFormat<Key, Body>;
	readonly lifetime: Lifetime;
	readonly log: Log;
}

/** The files of texts, one for each, and the number of those that cannot be read. */
export class TextFolder<Key, Body> {
	readonly #options: TextFolderOptions<Key, Body>;
	readonly #durable: DurableWrites;
	readonly #files = new Map<string, SharedFile<Text<Key, Body>>>();
	/** What was last read from each file, with its size and modification time. */
	readonly #read = new Map<string, { readonly version: string; readonly text: Text<Key, Body> }>();
	/** Files left in place because reading them failed. */
	readonly #failing = new Set<string>();
	readonly #setAside: UnreadableFiles;
	#unreadableCount = 0;
	readonly #unreadable: Emitter<void>;

	constructor(options: TextFolderOptions<Key, Body>) {
		const { storage, lifetime, log } = options;
		this.#options = options;
		this.#durable = new DurableWrites(storage, lifetime, log);
		this.#setAside = new UnreadableFiles(storage, log);
		this.#unreadable = lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for unreadable drafts failed', failure)),
		);
	}

	/** The number of unreadable texts, including those found by other windows, as of the last time that they were listed. */
	get unreadableCount(): number {
		return this.#unreadableCount;
	}

	get onDidChangeUnreadable(): Event<void> {
		return this.#unreadable.event;
	}

	/** Whether the last attempt to read the file of a text has failed. */
	isFailing(id: string): boolean {
		return this.#failing.has(id);
	}

	watch(changed: () => void): Disposable {
		return this.#options.storage.watch(folder, changed);
	}

	/** All texts as they are on the disk, without those that cannot be read. */
	async list(): Promise<readonly Text<Key, Body>[]> {
		const stored = await this.#options.storage.list(folder);
		const texts = await Promise.all(stored.map((file) => this.#readFile(file)));
		const existing = new Set(stored.map(({ name }) => name));
		for (const known of [this.#read, this.#files])
			for (const id of known.keys()) if (!existing.has(id)) known.delete(id);
		for (const id of this.#failing) if (!existing.has(id)) this.#failing.delete(id);
		const count = (await this.#setAside.list()).length + this.#failing.size;
		const hasChanged = count !== this.#unreadableCount;
		this.#unreadableCount = count;
		if (hasChanged) this.#unreadable.fire();
		return texts.filter((text) => text !== undefined);
	}

	/**
	 * Replaces a text with the result of `change`, which gets what is on the disk, while no other window changes it. Undefined removes it. A
	 * durable change would survive a power failure when this resolves; any other a second later.
	 */
	async change(
		id: string,
		change: (
			text: Text<Key, Body> | undefined,
		) => Promise<Text<Key, Body> | undefined> | Text<Key, Body> | undefined,
		{ isDurable = false }: { readonly isDurable?: boolean } = {},
	): Promise<Text<Key, Body> | undefined> {
		let before: Text<Key, Body> | undefined;
		const after = await this.#fileOf(id).change(
			(onDisk) => {
				before = onDisk;
				return change(onDisk);
			},
			{ isDurable },
		);
		if (after === before) return after;
		this.#read.delete(id);
		this.#failing.delete(id);
		if (!after) this.#durable.forget(fileOf(id));
		else if (!isDurable) this.#durable.add(fileOf(id));
		return after;
	}

	/** Flushes all that was written. Never rejects. */
	flush(): Promise<void> {
		return this.#durable.finish();
	}

	async #readFile({ name: id, size, written }: StoredFile): Promise<Text<Key, Body> | undefined> {
		const version = `${size} ${written}`;
		const known = this.#read.get(id);
		if (known?.version === version) return known.text;
		try {
			const text = await this.#fileOf(id).read();
			this.#failing.delete(id);
			if (text) this.#read.set(id, { version, text });
			return text;
		} catch (error) {
			this.#options.log.warn(`texts/${id} could not be read and was left as it is`, error);
			this.#failing.add(id);
			return undefined;
		}
	}

	#fileOf(id: string): SharedFile<Text<Key, Body>> {
		const known = this.#files.get(id);
		if (known) return known;
		const { storage, log } = this.#options;
		const created = new SharedFile<Text<Key, Body>>({
			storage,
			log,
			name: fileOf(id),
			format: {
				stringify: stringifyText,
				parse: (content) => {
					const text = this.#parse(id, content);
					return text && { value: text };
				},
			},
		});
		this.#files.set(id, created);
		return created;
	}

	/**
	 * Undefined if the content is not a text. A file whose name is not the id of its text is a copy, for example by a backup program. It is a
	 * separate text, and a draft even if the original waits in the outbox.
	 */
	#parse(name: string, content: string): Text<Key, Body> | undefined {
		const { storage, format } = this.#options;
		const text = parseText(format, content);
		if (!text || storage.pathOf(fileOf(text.id)) === storage.pathOf(fileOf(name))) return text;
		const { entries, ...copy } = text;
		return { ...copy, id: name, ...(entries && { state: 'editing' }) };
	}
}
