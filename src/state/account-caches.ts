import { join } from 'node:path';
import { remove } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { files } from './files.ts';
import type { Storage } from './storage.ts';

/** What can be asked for again, in a folder for each account. It is removed when the account signs out. */
export class AccountCaches {
	readonly #folder: string;
	readonly #log: Log;
	readonly #open = new Map<string, Closable>();
	readonly #removals = new Map<string, Promise<void>>();

	constructor(folder: string, log: Log) {
		this.#folder = folder;
		this.#log = log;
	}

	/** The same for all who ask, until it is removed; one that is opened afterwards begins empty. */
	of(account: string): Storage {
		const known = this.#open.get(account);
		if (known) return known.storage;
		const made = closable(files(join(this.#folder, account), this.#log), this.#removals.get(account));
		this.#open.set(account, made);
		return made.storage;
	}

	/** Nothing is written there from now on. Settled when the files are removed; never fails. */
	remove(account: string): Promise<void> {
		const open = this.#open.get(account);
		this.#open.delete(account);
		const removal = this.#remove(account, [this.#removals.get(account), open?.close()]).finally(() => {
			if (this.#removals.get(account) === removal) this.#removals.delete(account);
		});
		this.#removals.set(account, removal);
		return removal;
	}

	async #remove(account: string, before: readonly (Promise<void> | undefined)[]): Promise<void> {
		await Promise.all(before);
		try {
			await remove(join(this.#folder, account));
		} catch (error) {
			this.#log.warn('The cache of an account that signed out could not be removed', error);
		}
	}
}

interface Closable {
	readonly storage: Storage;
	/** Settled when nothing is being read or written any more. */
	readonly close: () => Promise<void>;
}

/** A storage that is empty once it is closed, and takes nothing more. */
function closable(storage: Storage, ready: Promise<void> = Promise.resolve()): Closable {
	const running = new Set<Promise<unknown>>();
	let isClosed = false;
	const track = async <T>(work: Promise<T>): Promise<T> => {
		running.add(work);
		try {
			return await work;
		} finally {
			running.delete(work);
		}
	};
	const run = async <T>(work: () => Promise<T>, whenClosed: T): Promise<T> => {
		await ready;
		return isClosed ? whenClosed : track(work());
	};
	return {
		storage: {
			read: (name) => run(() => storage.read(name), undefined),
			replace: (name, text, options) => run(() => storage.replace(name, text, options), undefined),
			sync: (name) => run(() => storage.sync(name), undefined),
			append: (name, text) => run(() => storage.append(name, text), 0),
			// What works on a closed storage finds nothing there and writes nothing.
			lock: async (name, work, signal) => {
				await ready;
				return isClosed ? work() : track(storage.lock(name, work, signal));
			},
			remove: (name) => run(() => storage.remove(name), undefined),
			move: (from, to) => run(() => storage.move(from, to), false),
			pathOf: (name) => storage.pathOf(name),
			list: (folder) => run(() => storage.list(folder), []),
			watch: (folder, changed) => storage.watch(folder, changed),
		},
		close: async () => {
			isClosed = true;
			await Promise.allSettled(running);
		},
	};
}
