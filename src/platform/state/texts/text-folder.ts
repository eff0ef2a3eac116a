import { Emitter, type Event } from '../../../base/emitter.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { DurableWrites } from '../store/durable-writes.ts';
import { lockIfPossible } from '../store/lock-if-possible.ts';
import type { Name, Storage, StoredFile } from '../store/storage.ts';
import { parseText, stringifyText, type Text, type TextEntry, type TextFormat } from './text.ts';

const folder: Name = ['texts'];
const unreadableFolder: Name = ['unreadable'];
const fileOf = (id: string): Name => [...folder, id];
const lockOf = (id: string): Name => ['writing', id];

interface TextFolderOptions<Key, Body, Entry extends TextEntry> {
	readonly storage: Storage;
	readonly format: TextFormat<Key, Body, Entry>;
	readonly lifetime: Lifetime;
	readonly log: Log;
	readonly now: () => number;
}

/**
 * The files of texts, which other windows write, too. Each holds either the old text or the new one, even if the program is killed. Keeps,
 * counts and logs those that it cannot read.
 */
export class TextFolder<Key, Body, Entry extends TextEntry> {
	readonly #options: TextFolderOptions<Key, Body, Entry>;
	readonly #durable: DurableWrites;
	/** What was last read from each file, with its size and modification time. */
	readonly #read = new Map<string, { readonly version: string; readonly text: Text<Key, Body, Entry> }>();
	/** Queued texts of what exists only in this window. */
	readonly #local = new Map<string, Text<Key, Body, Entry>>();
	/** Files left in place because reading them failed. */
	readonly #failing = new Set<string>();
	/** Files that this or another window has set aside. They count until the user removes them. */
	#setAsideNames: ReadonlySet<string> = new Set();
	#reportedCount = 0;
	readonly #unreadable: Emitter<void>;

	constructor(options: TextFolderOptions<Key, Body, Entry>) {
		const { storage, lifetime, log } = options;
		this.#options = options;
		this.#durable = new DurableWrites(storage, lifetime, log);
		this.#unreadable = lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for unreadable drafts failed', failure)),
		);
	}

	/** The number of unreadable texts, including those found by other windows. */
	get unreadableCount(): number {
		return this.#setAsideNames.size + this.#failing.size;
	}

	get onDidChangeUnreadable(): Event<void> {
		return this.#unreadable.event;
	}

	/** Whether a text has a file that could not be read at last. */
	isFailing(id: string): boolean {
		return this.#failing.has(id);
	}

	watch(changed: () => void) {
		return this.#options.storage.watch(folder, changed);
	}

	/** All texts as they are on the disk, without those that cannot be read. */
	async list(): Promise<readonly Text<Key, Body, Entry>[]> {
		const stored = await this.#options.storage.list(folder);
		const texts = await Promise.all(stored.map((file) => this.#readFile(file)));
		const existing = new Set(stored.map(({ name }) => name));
		for (const id of this.#read.keys()) if (!existing.has(id)) this.#read.delete(id);
		for (const id of this.#failing) if (!existing.has(id)) this.#failing.delete(id);
		await this.#recount();
		return [...texts.filter((text) => text !== undefined), ...this.#local.values()];
	}

	/**
	 * Replaces a text with the result of `change`, which gets what is on the disk, while no other window changes it. Undefined removes it. A
	 * file that cannot be read is set aside first. A durable change would survive a power failure when this resolves; any other a second later.
	 */
	async change(
		id: string,
		change: (
			text: Text<Key, Body, Entry> | undefined,
		) => Promise<Text<Key, Body, Entry> | undefined> | Text<Key, Body, Entry> | undefined,
		{ isDurable = false }: { readonly isDurable?: boolean } = {},
	): Promise<Text<Key, Body, Entry> | undefined> {
		const { storage, log } = this.#options;
		return lockIfPossible(storage, lockOf(id), log, async () => {
			const before = this.#local.get(id) ?? (await this.#readToReplace(id));
			const after = await change(before);
			if (after !== before) await this.#put(id, after, isDurable);
			return after;
		});
	}

	/** Flushes all that was written. Never rejects. */
	flush(): Promise<void> {
		return this.#durable.finish();
	}

	async #put(id: string, text: Text<Key, Body, Entry> | undefined, isDurable: boolean): Promise<void> {
		const { storage, format } = this.#options;
		const isLocal = text !== undefined && text.state !== 'editing' && format.isLocal?.(text.key) === true;
		this.#local.delete(id);
		this.#read.delete(id);
		if (isLocal) this.#local.set(id, text);
		if (isLocal || text === undefined) {
			this.#durable.forget(fileOf(id));
			await storage.remove(fileOf(id));
			return;
		}
		await storage.replace(fileOf(id), stringifyText(format, text), { isDurable });
		if (!isDurable) this.#durable.add(fileOf(id));
	}

	async #readFile({ name: id, size, written }: StoredFile): Promise<Text<Key, Body, Entry> | undefined> {
		const { storage, log } = this.#options;
		const version = `${size} ${written}`;
		const known = this.#read.get(id);
		if (known?.version === version) return known.text;
		try {
			const content = await storage.read(fileOf(id));
			if (content === undefined) return undefined;
			const text = this.#parse(id, content);
			this.#failing.delete(id);
			// It may have been replaced in the meantime.
			if (!text) return await lockIfPossible(storage, lockOf(id), log, () => this.#readOrSetAside(id));
			this.#read.set(id, { version, text });
			return text;
		} catch (error) {
			log.warn(`texts/${id} could not be read and was left as it is`, error);
			this.#failing.add(id);
			return undefined;
		}
	}

	/**
	 * Undefined if it is not a text. A file under another name is a copy, for example of a backup program: a text of its own, which is not on
	 * its way, because the original is.
	 */
	#parse(name: string, content: string): Text<Key, Body, Entry> | undefined {
		const { storage, format } = this.#options;
		const text = parseText(format, content);
		if (!text || storage.pathOf(fileOf(text.id)) === storage.pathOf(fileOf(name))) return text;
		return { ...text, id: name, ...(text.state === 'queued' && { state: 'editing', entries: [] }) };
	}

	/** Call with the lock. Sets aside a file that is not a text. Rejects if it cannot be read or moved. */
	async #readOrSetAside(id: string): Promise<Text<Key, Body, Entry> | undefined> {
		const content = await this.#options.storage.read(fileOf(id));
		if (content === undefined) return undefined;
		const text = this.#parse(id, content);
		if (!text) await this.#setAside(id);
		return text;
	}

	/** Call with the lock. Also sets aside a file that cannot be read now. Rejects if it cannot be moved either. */
	async #readToReplace(id: string): Promise<Text<Key, Body, Entry> | undefined> {
		const { storage, log } = this.#options;
		let content: string | undefined;
		try {
			content = await storage.read(fileOf(id));
		} catch (error) {
			log.warn(`texts/${id} could not be read`, error);
		}
		const text = content === undefined ? undefined : this.#parse(id, content);
		// Nothing is moved if there is no file.
		if (!text) await this.#setAside(id);
		this.#failing.delete(id);
		return text;
	}

	async #setAside(id: string): Promise<void> {
		const { storage, now } = this.#options;
		const name = `${now()}-${id}`;
		if (!(await storage.move(fileOf(id), [...unreadableFolder, name]))) return;
		this.#logSetAside(name);
		this.#setAsideNames = new Set([...this.#setAsideNames, name]);
		this.#notify();
	}

	/** Counts the files that any window has set aside. */
	async #recount(): Promise<void> {
		const names = (await this.#options.storage.list(unreadableFolder)).map(({ name }) => name);
		for (const name of names) if (!this.#setAsideNames.has(name)) this.#logSetAside(name);
		this.#setAsideNames = new Set(names);
		this.#notify();
	}

	#logSetAside(name: string): void {
		const { storage, log } = this.#options;
		const path = storage.pathOf([...unreadableFolder, name]);
		log.warn(
			`A draft cannot be read. It is kept in ${path}. Tildeforge mentions it until you remove the file`,
		);
	}

	#notify(): void {
		if (this.unreadableCount === this.#reportedCount) return;
		this.#reportedCount = this.unreadableCount;
		this.#unreadable.fire();
	}
}
