import * as v from 'valibot';
import type { Disposable } from '../../../base/disposable.ts';
import type { HeldLock } from '../../../base/files/held-lock.ts';
import type { Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import { Turns } from '../../../base/turns.ts';
import { type FileFormat, jsonFormat, SharedFile } from '../store/shared-file.ts';
import { UnreadableFiles } from '../store/unreadable-files.ts';
import { type Entry, entryReader, type OutboxFormat } from './entry.ts';
import type { Queue } from './queue.ts';

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

/** Returns the new queue, or the same one if nothing changes. `confirm` rejects if this window has lost the lock of the file. */
export type EditQueue<Key, Change> = (
	queue: Queue<Key, Change>,
	confirm: HeldLock['confirm'],
) => Queue<Key, Change> | Promise<Queue<Key, Change>>;

interface QueueFileOptions<Key, Change> {
	readonly storage: Storage;
	readonly format: OutboxFormat<Key, Change>;
	/** Whether the item exists only in this window. Its changes stay in memory. */
	readonly isLocal?: (key: Key) => boolean;
	readonly log: Log;
}

/**
 * The queue on disk, which all windows share. It is one file, so that the changes of one command are written or lost together, and that a
 * change is either undone or being sent.
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

	/** The number of damaged files as of the last read, including those that any window has kept. They count until the user removes them. */
	get damagedCount(): number {
		return this.#damagedCount;
	}

	/** Rejects if the file exists and reading it fails. Leaves out what is damaged in it. */
	read(): Promise<Queue<Key, Change>> {
		// A read beside a change could return the queue from before it.
		return this.#changes.run(async () => {
			const queue = (await this.#file.read()) ?? [];
			this.#damagedCount = (await this.#unreadable.list()).length + (this.#file.isDamaged ? 1 : 0);
			return [...queue, ...this.#local];
		});
	}

	/**
	 * Applies an edit to what is on disk now. Resolves with the new queue when that would survive a power failure. If this window hangs
	 * for so long that another one takes the lock, applies the edit again, to what that window has written.
	 */
	change(edit: EditQueue<Key, Change>): Promise<Queue<Key, Change>> {
		return this.#changes.run(async () => {
			let edited: Queue<Key, Change> = [];
			let local = this.#local;
			await this.#file.change(async (stored, _, confirm) => {
				const all = [...(stored ?? []), ...this.#local];
				edited = await edit(all, confirm);
				if (edited === all) return stored;
				// What is on disk stays there: in memory it would end with the window.
				const ids = new Set(stored?.map(({ id }) => id));
				local = edited.filter((entry) => !ids.has(entry.id) && this.#isLocal(entry));
				const shared = edited.filter((entry) => !local.includes(entry));
				return JSON.stringify(shared) === JSON.stringify(stored ?? []) ? stored : shared;
			});
			this.#local = local;
			return edited;
		});
	}

	/** Calls `changed` when a window may have written the queue. */
	watch(changed: () => void): Disposable {
		return this.#options.storage.watch(['queue'], changed);
	}

	#isLocal({ id, key }: Entry<Key, Change>): boolean {
		return this.#local.some((entry) => entry.id === id) || this.#options.isLocal?.(key) === true;
	}
}
