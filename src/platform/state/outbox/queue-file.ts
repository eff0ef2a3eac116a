import type { HeldLock } from '../../../base/files/held-lock.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Name, Storage } from '../store/storage.ts';
import { type Entry, type OutboxFormat, readEntry } from './entry.ts';
import type { Queue } from './queue.ts';
import { parseDeduplicated, stringifyDeduplicated } from './text-deduplication.ts';

const folder: Name = ['queue'];
const file: Name = ['queue', 'all'];
const copiesFolder: Name = ['unreadable'];
// Outside of the watched folder: taking a lock is no change.
const lock: Name = ['writing'];

interface QueueFileOptions<Key, Change> {
	readonly storage: Storage;
	readonly format: OutboxFormat<Key, Change>;
	/** Whether the item exists only in this window. Its changes stay in memory. */
	readonly isLocal?: (key: Key) => boolean;
	readonly log: Log;
}

/**
 * The queue on disk, which all windows share. It is one file, so that the changes of one command are written or lost together, and
 * so that a change is either undone or being sent.
 */
export class QueueFile<Key, Change> {
	readonly #options: QueueFileOptions<Key, Change>;
	#writing: Promise<unknown> = Promise.resolve();
	/** The entries that are not on disk. */
	#local: Queue<Key, Change> = [];
	#damagedCount = 0;

	constructor(options: QueueFileOptions<Key, Change>) {
		this.#options = options;
	}

	/** The number of damaged texts as of the last read, including those that any window has kept. They count until the user removes them. */
	get damagedCount(): number {
		return this.#damagedCount;
	}

	/** Rejects if the file exists and cannot be read. Leaves out what is damaged in it. */
	async read(): Promise<Queue<Key, Change>> {
		// A read during a write could return the queue from before it.
		await this.#writing;
		const { queue, damaged } = await this.#read();
		const { storage, log } = this.#options;
		const copies = (await storage.list(copiesFolder)).length;
		const count = copies + (damaged === undefined ? 0 : 1);
		if (copies > 0 && count > this.#damagedCount)
			log.warn(
				`Damaged changes are kept in ${storage.pathOf(copiesFolder)}. Tildeforge mentions them until you remove the files`,
			);
		this.#damagedCount = count;
		return [...queue, ...this.#local];
	}

	/**
	 * Applies a change to what is on disk now. Resolves with the new queue when that would survive a power failure. If this window hangs
	 * for so long that another one takes the lock, applies the change again, to what that window has written.
	 */
	change(change: (queue: Queue<Key, Change>) => Queue<Key, Change>): Promise<Queue<Key, Change>> {
		const changing = this.#writing.then(() => this.#changeUnderLock(change));
		this.#writing = changing.catch(() => {});
		return changing;
	}

	async #changeUnderLock(
		change: (queue: Queue<Key, Change>) => Queue<Key, Change>,
	): Promise<Queue<Key, Change>> {
		while (true) {
			let lost: AbortSignal | undefined;
			try {
				return await this.#options.storage.lock(lock, (held) => {
					lost = held.lost;
					return this.#apply(change, held);
				});
			} catch (error) {
				if (!lost?.aborted) throw error;
			}
		}
	}

	async #apply(
		change: (queue: Queue<Key, Change>) => Queue<Key, Change>,
		{ confirm }: HeldLock,
	): Promise<Queue<Key, Change>> {
		const { queue, damaged } = await this.#read();
		const all = [...queue, ...this.#local];
		const changed = change(all);
		if (changed === all) return all;
		// What is on disk stays there: in memory it would end with the window.
		const stored = new Set(queue.map(({ id }) => id));
		const local = changed.filter((entry) => !stored.has(entry.id) && this.#isLocal(entry));
		const shared = changed.filter((entry) => !local.includes(entry));
		if (JSON.stringify(shared) !== JSON.stringify(queue)) {
			if (damaged !== undefined) await this.#keepCopy(damaged);
			await confirm();
			await this.#options.storage.replace(file, stringifyDeduplicated(shared), { isDurable: true });
		}
		this.#local = local;
		return [...shared, ...local];
	}

	/** Calls `changed` when a window may have written the queue. */
	watch(changed: () => void) {
		return this.#options.storage.watch(folder, changed);
	}

	#isLocal({ id, key }: Entry<Key, Change>): boolean {
		return this.#local.some((entry) => entry.id === id) || this.#options.isLocal?.(key) === true;
	}

	/** `damaged` is the text of a file with an entry that cannot be read. */
	async #read(): Promise<{ readonly queue: Queue<Key, Change>; readonly damaged?: string }> {
		const { storage, format, log } = this.#options;
		const text = await storage.read(file);
		if (text === undefined) return { queue: [] };
		const entries = parseDeduplicated(text)?.map((one) => readEntry(format, one)) ?? [undefined];
		const queue = entries.filter((entry) => entry !== undefined);
		if (queue.length === entries.length) return { queue };
		log.warn(`${storage.pathOf(file)} has changes that cannot be read`);
		return { queue, damaged: text };
	}

	/** Keeps a damaged text for the user to inspect. Until that has succeeded, the file stays as it is. */
	async #keepCopy(damaged: string): Promise<void> {
		const { storage, log } = this.#options;
		const kept: Name = [...copiesFolder, `queue-${new Date().toISOString()}`];
		await storage.replace(kept, damaged, { isDurable: true });
		log.warn(`The damaged changes were kept as ${storage.pathOf(kept)}`);
	}
}
