import * as v from 'valibot';
import type { Disposable } from '../../../base/disposable.ts';
import type { HeldLock } from '../../../base/files/held-lock.ts';
import type { Storage } from '../../../base/files/storage.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { Turns } from '../../../base/turns.ts';
import { lockAgainIfLost } from '../store/lock-again-if-lost.ts';
import { type FileFormat, jsonFormat, SharedFile } from '../store/shared-file.ts';
import { UnreadableFiles } from '../store/unreadable-files.ts';
import { type Entry, entryReader, type OutboxFormat } from './entry.ts';
import { type Queue, withTexts } from './queue.ts';

const values = jsonFormat(v.array(v.unknown()));

/** Leaves out the entries that cannot be read. */
function queueFormat<Key, Change>(format: OutboxFormat<Key, Change>): FileFormat<Queue<Key, Change>> {
	const readEntry = entryReader(format);
	return {
		stringify: (queue) => JSON.stringify(queue),
		parse: (text) => {
			const stored = values.parse(text)?.value;
			const queue = stored?.map(readEntry).filter((entry) => entry !== undefined);
			return queue && { value: queue, isDamaged: queue.length !== stored?.length };
		},
	};
}

/** The texts whose entries the outbox sends. */
export interface EntryTexts<Entry> {
	readEntries(): Promise<readonly Entry[]>;
	setEntries(
		id: string,
		entries: readonly Entry[],
		stateAfter: StateAfterQueue,
		confirm: HeldLock['confirm'],
	): Promise<void>;
	watch(changed: () => void): Disposable;
}

/** The state of a text after its last entries have left the queue. */
export type StateAfterQueue = 'sent' | 'editing';

type Edit<Key, Change> = (queue: Queue<Key, Change>) => Queue<Key, Change>;

interface QueueFileOptions<Key, Change> {
	readonly storage: Storage;
	readonly format: OutboxFormat<Key, Change>;
	/** The texts that this outbox sends. */
	readonly texts?: EntryTexts<Entry<Key, Change>>;
	/** Whether the item exists only in this window. Its changes stay in memory. */
	readonly isLocal?: (key: Key) => boolean;
	readonly log: Log;
}

/**
 * The queue on disk, which all windows share. Direct changes are in one file, so that the changes of one command are written or lost
 * together. The entries of a text are in the file of the text. One lock is held while any of these files is written, so that a change is
 * either undone or being sent.
 */
export class QueueFile<Key, Change> {
	readonly #options: QueueFileOptions<Key, Change>;
	readonly #file: SharedFile<Queue<Key, Change>>;
	readonly #unreadable: UnreadableFiles;
	readonly #changes = new Turns();
	/** The entries that are not on disk. */
	#local: Queue<Key, Change> = [];
	#damagedCount = 0;

	constructor(options: QueueFileOptions<Key, Change>) {
		const { storage, format, log } = options;
		this.#options = options;
		this.#file = new SharedFile({ storage, name: ['queue', 'all'], format: queueFormat(format), log });
		this.#unreadable = new UnreadableFiles(storage, log);
	}

	/** The number of damaged texts as of the last read, including those that any window has kept. They count until the user removes them. */
	get damagedCount(): number {
		return this.#damagedCount;
	}

	/** Rejects if the file exists and reading it fails. Leaves out what is damaged in it. */
	async read(): Promise<Queue<Key, Change>> {
		// A read during a write could return the queue from before it.
		await this.#changes.ended;
		const queue = (await this.#file.read()) ?? [];
		const { entries: ofTexts } = await this.#readTexts();
		this.#damagedCount = (await this.#unreadable.list()).length + (this.#file.isDamaged ? 1 : 0);
		return withTexts(this.#options.format, [...queue, ...this.#local], ofTexts);
	}

	/**
	 * Applies an edit to what is on disk now. Resolves with the new queue when that would survive a power failure. If this window hangs
	 * for so long that another one takes the lock, applies the edit again, to what that window has written. `stateAfter` is the state of
	 * texts whose last entries leave the queue.
	 */
	change(edit: Edit<Key, Change>, stateAfter: StateAfterQueue = 'sent'): Promise<Queue<Key, Change>> {
		return this.#changes.run(() =>
			lockAgainIfLost(this.#options.storage, ['writing'], ({ confirm }) =>
				this.#apply(edit, stateAfter, confirm),
			),
		);
	}

	async #apply(
		edit: Edit<Key, Change>,
		stateAfter: StateAfterQueue,
		confirm: HeldLock['confirm'],
	): Promise<Queue<Key, Change>> {
		const queue = (await this.#file.read()) ?? [];
		const { entries: ofTexts, failure } = await this.#readTexts();
		const all = withTexts(this.#options.format, [...queue, ...this.#local], ofTexts);
		const edited = edit(all);
		if (edited === all) return all;
		const editedOfTexts = edited.filter((entry) => entry.textId !== undefined);
		const direct = edited.filter((entry) => entry.textId === undefined);
		// One of these texts may be queued already, in a file that could not be read. Adding it again would send it twice.
		if (failure && editedOfTexts.length > 0) throw failure.error;
		// Texts before direct changes: if the window ends in between, a comment and the change that it replaces are both queued, and
		// nothing is lost.
		await this.#writeTexts(ofTexts, editedOfTexts, stateAfter, confirm);
		// What is on disk stays there: in memory it would end with the window.
		const stored = new Set(queue.map(({ id }) => id));
		const local = direct.filter((entry) => !stored.has(entry.id) && this.#isLocal(entry));
		const shared = direct.filter((entry) => !local.includes(entry));
		if (JSON.stringify(shared) !== JSON.stringify(queue))
			await this.#file.change(async () => {
				await confirm();
				return shared;
			});
		this.#local = local;
		return edited;
	}

	/** The entries of texts. Direct changes are made even if the texts cannot be read. */
	async #readTexts(): Promise<{
		readonly entries: Queue<Key, Change>;
		readonly failure?: { readonly error: unknown };
	}> {
		const { texts, log } = this.#options;
		try {
			return { entries: (await texts?.readEntries()) ?? [] };
		} catch (error) {
			log.warn('The texts that are on their way could not be read', error);
			return { entries: [], failure: { error } };
		}
	}

	/** Calls `changed` when a window may have written the queue. */
	watch(changed: () => void): Disposable {
		const { storage, texts } = this.#options;
		const watching = new Lifetime();
		watching.add(storage.watch(['queue'], changed));
		if (texts) watching.add(texts.watch(changed));
		return watching;
	}

	/** Writes the entries of each text whose entries have changed. */
	async #writeTexts(
		before: Queue<Key, Change>,
		after: Queue<Key, Change>,
		stateAfter: StateAfterQueue,
		confirm: HeldLock['confirm'],
	): Promise<void> {
		const entriesOf = (queue: Queue<Key, Change>, id: string) => queue.filter(({ textId }) => textId === id);
		const ids = new Set([...before, ...after].flatMap(({ textId }) => textId ?? []));
		for (const id of ids) {
			const [old, entries] = [entriesOf(before, id), entriesOf(after, id)];
			if (JSON.stringify(old) === JSON.stringify(entries)) continue;
			await this.#options.texts?.setEntries(id, entries, stateAfter, confirm);
		}
	}

	#isLocal({ id, key }: Entry<Key, Change>): boolean {
		return this.#local.some((entry) => entry.id === id) || this.#options.isLocal?.(key) === true;
	}
}
