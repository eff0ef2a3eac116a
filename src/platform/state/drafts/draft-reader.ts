import { Emitter, type Event } from '../../../base/emitter.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Name, Storage } from '../store/storage.ts';
import { type Draft, type DraftFormat, readDraftText } from './draft.ts';

interface DraftReaderOptions<Key, Body> {
	readonly storage: Storage;
	readonly format: DraftFormat<Key, Body>;
	readonly lifetime: Lifetime;
	readonly log: Log;
	readonly now: () => number;
}

const folder: Name = ['unreadable'];

/** Reads draft files. Keeps, counts and logs those that it cannot read. */
export class DraftReader<Key, Body> {
	readonly #options: DraftReaderOptions<Key, Body>;
	/** Files left in place because reading them failed. */
	readonly #failing = new Set<string>();
	/** Files that this or another window moved to `unreadable`. They count until the user removes them. */
	#setAsideNames: ReadonlySet<string> = new Set();
	#reportedCount = 0;
	readonly #changes: Emitter<void>;

	constructor(options: DraftReaderOptions<Key, Body>) {
		const { lifetime, log } = options;
		this.#options = options;
		this.#changes = lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for unreadable drafts failed', failure)),
		);
	}

	/** The number of unreadable drafts, including those found by other windows. */
	get unreadableCount(): number {
		return this.#setAsideNames.size + this.#failing.size;
	}

	get onDidChangeUnreadable(): Event<void> {
		return this.#changes.event;
	}

	/** Undefined if there is no draft or it cannot be read. */
	async read(file: Name): Promise<{ readonly text: string; readonly draft: Draft<Key, Body> } | undefined> {
		try {
			const text = await this.#options.storage.read(file);
			if (text === undefined) return undefined;
			const draft = readDraftText(this.#options.format, text);
			if (!draft) await this.#setAside(file);
			this.#failing.delete(nameOf(file));
			this.#notify();
			return draft && { text, draft };
		} catch (error) {
			this.#options.log.warn(`${nameOf(file)} could not be read and was left as it is`, error);
			this.#failing.add(nameOf(file));
			this.#notify();
			return undefined;
		}
	}

	/**
	 * The text of a file that is about to be replaced or removed. A file that cannot be read is set aside; rejects if it cannot be moved
	 * either.
	 */
	async readBeforeReplacing(file: Name): Promise<string | undefined> {
		let text: string | undefined;
		try {
			text = await this.#options.storage.read(file);
		} catch (error) {
			this.#options.log.warn(`${nameOf(file)} could not be read`, error);
			await this.#setAside(file);
		}
		this.#failing.delete(nameOf(file));
		this.#notify();
		return text;
	}

	/**
	 * Recounts the files that any window has set aside, and forgets failures of files that no longer exist. `files` are the draft files.
	 */
	async recount(files: readonly Name[]): Promise<void> {
		const { storage } = this.#options;
		const existing = new Set(files.map(nameOf));
		for (const name of this.#failing) if (!existing.has(name)) this.#failing.delete(name);
		const names = (await storage.list(folder)).map(({ name }) => name);
		for (const name of names) {
			if (this.#setAsideNames.has(name)) continue;
			this.#logSetAside(name);
		}
		this.#setAsideNames = new Set(names);
		this.#notify();
	}

	async #setAside(file: Name): Promise<void> {
		const { storage, now } = this.#options;
		const newName = `${now()}-${file.at(-1)}`;
		// Another window may have moved it meanwhile.
		if (!(await storage.move(file, [...folder, newName]))) return;
		this.#logSetAside(newName);
		this.#setAsideNames = new Set([...this.#setAsideNames, newName]);
	}

	#logSetAside(name: string): void {
		const { storage, log } = this.#options;
		const path = storage.pathOf([...folder, name]);
		log.warn(
			`A draft cannot be read. It is kept in ${path}. Tildeforge mentions it until you remove the file`,
		);
	}

	#notify(): void {
		if (this.unreadableCount === this.#reportedCount) return;
		this.#reportedCount = this.unreadableCount;
		this.#changes.fire();
	}
}

const nameOf = (file: Name): string => file.join('/');
