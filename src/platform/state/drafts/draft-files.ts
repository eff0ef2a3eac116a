import type { Log } from '../../../base/log/log.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { DurableWrites } from '../store/durable-writes.ts';
import { lockIfPossible } from '../store/lock-if-possible.ts';
import type { Name, Storage, StoredFile } from '../store/storage.ts';
import { type Draft, type DraftFormat, readDraftText } from './draft.ts';
import type { DraftReader } from './draft-reader.ts';
import type { DraftTrash } from './draft-trash.ts';

interface DraftFilesOptions<Key, Body> {
	readonly storage: Storage;
	readonly format: DraftFormat<Key, Body>;
	readonly reader: DraftReader<Key, Body>;
	readonly discarded: DraftTrash<Key, Body>;
	readonly durable: DurableWrites;
	readonly log: Log;
}

/** A file as this window last saw it. */
export interface SeenFile {
	readonly text: string;
	/** Whether this window wrote it. */
	readonly isOurs: boolean;
}

const folder: Name = ['drafts'];
const fileOf = (name: string): Name => ['drafts', name];

/**
 * The files of drafts, which other windows write, too. Each file holds either the old draft or the new one, even if the program is
 * killed. If two windows write the same draft, the last write wins, and the overwritten draft is kept as if it had been discarded.
 */
export class DraftFiles<Key, Body> {
	readonly #options: DraftFilesOptions<Key, Body>;
	readonly #seen = new Map<string, SeenFile>();
	/** Size and modification time of each file when it was last read. */
	readonly #read = new Map<string, string>();

	constructor(options: DraftFilesOptions<Key, Body>) {
		this.#options = options;
	}

	list(): Promise<readonly StoredFile[]> {
		return this.#options.storage.list(folder);
	}

	/** Updates the count of unreadable files. `stored` are the current files. */
	recount(stored: readonly StoredFile[]): Promise<void> {
		return this.#options.reader.recount(stored.map(({ name }) => fileOf(name)));
	}

	/** Undefined if this window has neither read nor written the file, or has removed it. */
	seen(name: string): SeenFile | undefined {
		return this.#seen.get(name);
	}

	/**
	 * Reads a draft that another window has written since this window last read or wrote it. Undefined if there is none, or if
	 * `isStale` is true afterwards, because this window has changed the draft in the meantime.
	 */
	async readIfChanged(
		{ name, size, written }: StoredFile,
		isStale: () => boolean,
	): Promise<Draft<Key, Body> | undefined> {
		const version = `${size} ${written}`;
		if (this.#read.get(name) === version) return undefined;
		const read = await this.#options.reader.read(fileOf(name));
		if (!read || isStale()) return undefined;
		this.#read.set(name, version);
		if (this.#seen.get(name)?.text === read.text) return undefined;
		this.#seen.set(name, { text: read.text, isOurs: false });
		return read.draft;
	}

	/** Forgets a file that no longer exists. */
	forget(name: string): void {
		this.#read.delete(name);
		this.#seen.delete(name);
	}

	/** Keeps another window's text with the discarded drafts before overwriting it, unless `draft` continues it. */
	write(name: string, draft: Draft<Key, Body>): Promise<void> {
		const { storage, reader, discarded, durable, log } = this.#options;
		return this.#withLock(name, async () => {
			const onDisk = await reader.readBeforeReplacing(fileOf(name));
			const seen = this.#seen.get(name);
			const isOurs = onDisk === undefined || (onDisk === seen?.text && seen.isOurs);
			if (!isOurs && !this.#continues(draft, onDisk)) {
				await discarded.keep(name, onDisk);
				log.warn(
					'A draft replaced one that another window had written. That one is kept with the discarded drafts',
				);
			}
			const text = JSON.stringify(draft);
			await storage.replace(fileOf(name), text);
			this.#seen.set(name, { text, isOurs: true });
			durable.add(fileOf(name));
		});
	}

	/** Removes the file, unless another window has changed it since this window last saw it. Resolves with whether it is gone. */
	async clear(name: string): Promise<boolean> {
		const { storage, reader, durable } = this.#options;
		let isGone = false;
		await this.#withLock(name, async () => {
			const onDisk = await reader.readBeforeReplacing(fileOf(name));
			isGone = onDisk === undefined || onDisk === this.#seen.get(name)?.text;
			this.#seen.delete(name);
			if (!isGone) return;
			durable.forget(fileOf(name));
			await storage.remove(fileOf(name));
		});
		return isGone;
	}

	/**
	 * Fails if another window has sent, discarded or replaced the draft since this window saw its file as `before`, unless `draft` has all
	 * of its text. A `draft` that is not sent for this reason is kept with the discarded drafts.
	 */
	async checkForOtherWindow(name: string, before: SeenFile, draft: Draft<Key, Body>): Promise<void> {
		let onDisk: string | undefined;
		try {
			onDisk = await this.#options.storage.read(fileOf(name));
		} catch {
			// The file exists, although it cannot be read. Writing the draft sets it aside.
			return;
		}
		if (onDisk === undefined)
			throw new ForgeError('refused', 'Another window has sent or discarded this draft.');
		const now = this.#seen.get(name);
		const isKnown = onDisk === before.text || (now?.isOurs && onDisk === now.text);
		if (isKnown || this.#continues(draft, onDisk)) return;
		await this.#options.discarded.keep(name, JSON.stringify(draft));
		throw new ForgeError('refused', 'This draft was changed in another window.');
	}

	#continues({ body }: Draft<Key, Body>, text: string): boolean {
		const { format } = this.#options;
		const before = readDraftText(format, text);
		return before !== undefined && format.continues(body, before.body);
	}

	/** Runs `work` while no other window writes or removes the draft. */
	#withLock(name: string, work: () => Promise<void>): Promise<void> {
		const { storage, log } = this.#options;
		return lockIfPossible({ storage, name: ['writing', name], log }, work);
	}
}
