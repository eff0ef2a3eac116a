import { background } from '../../../base/background.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Storage } from '../store/storage.ts';
import { changeOf, type Entry, mustBeGivenBack, type OutboxFormat } from './entry.ts';
import { type Queue, without } from './queue.ts';
import type { Sender, Settled } from './sender.ts';

interface ReturnsOptions<Key, Change> {
	readonly storage: Storage;
	readonly format: OutboxFormat<Key, Change>;
	readonly sender: Sender<Key, Change>;
	readonly lifetime: Lifetime;
	readonly log: Log;
	/** Reads the queue from the disk. */
	readonly read: () => Promise<Queue<Key, Change>>;
	readonly change: (
		change: (queue: Queue<Key, Change>) => Queue<Key, Change>,
		settled?: Settled<Key, Change>,
	) => Promise<void>;
	readonly didSettle: (settled: Settled<Key, Change>) => void;
}

/** Gives changes that were not made back to the user if they cannot be merged with later ones: comments become drafts again. */
export class Returns<Key, Change> {
	readonly #options: ReturnsOptions<Key, Change>;
	/** The ids of the abandoned entries that this window gives back. */
	readonly #abandoned = new Set<string>();

	constructor(options: ReturnsOptions<Key, Change>) {
		this.#options = options;
	}

	/** The change is kept before the entry is removed: if the window is killed in between, it is in both places. */
	async giveBack(entry: Entry<Key, Change>, settled?: Settled<Key, Change>): Promise<void> {
		const { format, sender, log, change, didSettle } = this.#options;
		const given = changeOf(format, entry);
		try {
			if (given !== undefined) await sender.giveBack?.(entry.key, given);
		} catch (error) {
			log.error('A change could not be given back, and stays in the outbox', error);
			if (settled) didSettle(settled);
			return;
		}
		await change((queue) => without(queue, entry.id), settled);
	}

	/** Gives back the entries that another window was about to give back when it was killed. */
	giveBackAbandoned(queue: Queue<Key, Change>, delayMs: number): void {
		const { format, lifetime } = this.#options;
		for (const entry of queue) {
			if (this.#abandoned.has(entry.id) || !mustBeGivenBack(format, entry)) continue;
			this.#abandoned.add(entry.id);
			lifetime.timeout(() => background(this.#giveBackIfAbandoned(entry)), delayMs);
		}
	}

	async #giveBackIfAbandoned({ id, key }: Entry<Key, Change>): Promise<void> {
		const { storage, format, log, lifetime, read } = this.#options;
		const { signal } = lifetime;
		try {
			// The lock of the window that sends for the account, which also gives back what is refused.
			const lock = ['sending', format.accountOf(key)] as const;
			await storage.lock(
				lock,
				async () => {
					const left = (await read()).find((entry) => entry.id === id);
					if (left && mustBeGivenBack(format, left)) await this.giveBack(left);
				},
				signal,
			);
		} catch (error) {
			if (!signal.aborted) log.warn('A change that was not made could not be given back', error);
		}
	}
}
