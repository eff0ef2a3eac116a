import { join } from 'node:path';
import { abortable } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { fileStorage } from '../../base/files/file-storage.ts';
import { remove } from '../../base/files/files.ts';
import { ownLock } from '../../base/files/held-lock.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';

interface OpenCache extends Closable {
	/** The name of the account's folder. */
	readonly name: string;
}

/** Cached data in a folder for each account, which is removed when it signs out. Reasons: docs/decisions/account-caches.md. */
export class AccountCaches {
	readonly #folder: string;
	readonly #log: Log;
	readonly #nameOf: (account: string) => string | undefined;
	readonly #open = new Map<string, OpenCache>();
	/** Pending removals, by folder name. */
	readonly #removals = new Map<string, Promise<void>>();

	/** `nameOf` returns an account's folder name, or undefined if nothing is kept on disk for the account. */
	constructor(
		folder: string,
		log: Log,
		nameOf: (account: string) => string | undefined = (account) => account,
	) {
		this.#folder = folder;
		this.#log = log;
		this.#nameOf = nameOf;
	}

	/** Returns the account's storage, the same one for all callers. After `remove`, callers get a new storage, which is empty. */
	of(account: string): Storage {
		const known = this.#open.get(account);
		if (known) return known.storage;
		const name = this.#nameOf(account);
		// The name contains the key of the session files, which may not be known yet.
		if (name === undefined) return emptyStorage;
		const created = closable(fileStorage(join(this.#folder, name), this.#log), this.#removals.get(name));
		this.#open.set(account, { ...created, name });
		return created.storage;
	}

	/** The names of the folders that this window uses. */
	get openNames(): readonly string[] {
		return [...this.#open.values()].map(({ name }) => name);
	}

	/** Stops all writes to the account's storage. Resolves when its files are removed; never rejects. */
	remove(account: string): Promise<void> {
		const open = this.#open.get(account);
		this.#open.delete(account);
		const name = open ? open.name : this.#nameOf(account);
		if (name === undefined) return Promise.resolve();
		const removal = this.#removeAfter([this.#removals.get(name), open?.close()], name).finally(() => {
			if (this.#removals.get(name) === removal) this.#removals.delete(name);
		});
		this.#removals.set(name, removal);
		return removal;
	}

	/** Resolves when all pending removals are done or `signal` aborts. */
	async settled(signal: AbortSignal): Promise<void> {
		await abortable(Promise.all(this.#removals.values()), signal).catch(() => {});
	}

	async #removeAfter(before: readonly (Promise<void> | undefined)[], name: string): Promise<void> {
		await Promise.all(before);
		try {
			await remove(join(this.#folder, name));
		} catch (error) {
			this.#log.warn('The cache of an account that signed out could not be removed', error);
		}
	}
}

interface Closable {
	readonly storage: Storage;
	/** Stops new work, and resolves when the current reads and writes are done. */
	readonly close: () => Promise<void>;
}

/** A storage that is always empty. */
const emptyStorage: Storage = {
	read: async () => undefined,
	readBytes: async () => undefined,
	replace: async () => {},
	sync: async () => {},
	append: async () => 0,
	lock: (_, work) => work(ownLock),
	remove: async () => {},
	move: async () => false,
	names: async () => [],
	list: async () => [],
	touch: async () => {},
	watch: () => ({ dispose: () => {} }),
	pathOf: (name) => name.join('/'),
};

/** Wraps a storage. Once closed, it reads as empty, ignores writes and watches nothing. */
function closable(storage: Storage, ready: Promise<void> = Promise.resolve()): Closable {
	const running = new Set<Promise<unknown>>();
	const watchers = new Lifetime();
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
			readBytes: (name) => run(() => storage.readBytes(name), undefined),
			touch: (name) => run(() => storage.touch(name), undefined),
			replace: (name, content, options) => run(() => storage.replace(name, content, options), undefined),
			sync: (name) => run(() => storage.sync(name), undefined),
			append: (name, text) => run(() => storage.append(name, text), 0),
			// On a closed storage, `work` needs no lock: it reads nothing and writes nothing.
			lock: async (name, work, ...wait) => {
				await ready;
				return isClosed ? work(ownLock) : track(storage.lock(name, work, ...wait));
			},
			remove: (name) => run(() => storage.remove(name), undefined),
			move: (from, to) => run(() => storage.move(from, to), false),
			pathOf: (name) => storage.pathOf(name),
			names: (folder) => run(() => storage.names(folder), []),
			list: (folder) => run(() => storage.list(folder), []),
			watch: (folder, changed) => {
				const watcher = watchers.child();
				// Watching creates the folder, so it must neither be before the removal of an old one nor after the end.
				background(ready.then(() => watcher.ended || watcher.add(storage.watch(folder, changed))));
				return watcher;
			},
		},
		close: async () => {
			isClosed = true;
			watchers.dispose();
			await Promise.allSettled(running);
		},
	};
}
