import { createHash } from 'node:crypto';
import { background } from '../../base/background.ts';
import { steadyTime } from '../../base/clock.ts';
import { append } from '../../base/collections.ts';
import type { Name, Storage } from '../../base/files/storage.ts';
import { forEachConcurrently } from '../../base/for-each-concurrently.ts';
import type { Log } from '../../base/log/log.ts';

/** `log` has the newest commits of the log of a commit, `root` the id of its tree, and `peeled` the id of the commit of an annotated tag. */
export type StoredKind = 'blob' | 'tree' | 'commit' | 'log' | 'root' | 'peeled';

/** Files on disk take whole blocks. */
const blockBytes = 4096;
/** A file that is read again within this time is not marked as used again. */
const touchMs = 60_000;
/** For how many files the time of the last mark is remembered. */
const maxTouched = 20_000;
const shardsAtOnce = 8;
const shards = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** How many bytes all windows have announced since the files were measured: one number a line. */
const announcedName: Name = ['objects-written'];
const folderOf = (shard: string): Name => ['objects', shard];
const nameOf = (kind: StoredKind, id: string): Name => ['objects', id.slice(0, 2), `${id}-${kind}`];

/**
 * Objects in files, one for each, shared by all windows. When they take too much space, those that were not used for the longest time
 * are removed. Neither reading nor writing fails: an object that cannot be read is fetched again.
 */
export class ObjectFiles {
	readonly #storage: Storage;
	/** The most bytes on the disk. May change at any time. */
	readonly #maxBytes: () => number;
	readonly #log: Log;
	/** When files were last marked as used, by name. */
	readonly #touched = new Map<string, number>();
	/** Bytes are announced in large steps before they are written. This is what is left of this window's last step. */
	#announcedLeft = 0;
	#trimming: Promise<void> | undefined;
	/** Contents that are not on the disk yet, by file name. */
	readonly #pending = new Map<string, Uint8Array>();
	readonly #writes = new Set<Promise<unknown>>();
	#hasWarned = false;

	constructor(storage: Storage, maxBytes: () => number, log: Log) {
		this.#storage = storage;
		this.#maxBytes = maxBytes;
		this.#log = log;
	}

	async read(kind: StoredKind, id: string): Promise<Uint8Array | undefined> {
		const name = nameOf(kind, id);
		const pending = this.#pending.get(name.join('/'));
		if (pending) return pending;
		const bytes = await this.#logFailure(name, () => this.#storage.readBytes(name));
		if (bytes) this.#touch(name);
		return bytes;
	}

	/** The ids of all objects of a kind, which takes less time than looking for each of many that are not there. */
	async idsOf(kind: StoredKind): Promise<ReadonlySet<string>> {
		const ending = `-${kind}`;
		const names = [...this.#pending.keys()].map((key) => key.split('/').at(-1) ?? '');
		await forEachConcurrently(shards, shardsAtOnce, async (shard) => {
			const folder = folderOf(shard);
			append(names, (await this.#logFailure(folder, () => this.#storage.names(folder))) ?? []);
		});
		return new Set(names.flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : [])));
	}

	/** Stores an object in the background. It can be read at once. */
	write(kind: StoredKind, id: string, content: Uint8Array): void {
		// One large file must not remove all others.
		if (content.length > this.#maxBytes() / 4) return;
		const name = nameOf(kind, id);
		const key = name.join('/');
		if (this.#pending.has(key)) return;
		this.#pending.set(key, content);
		const writing = this.#write(name, content).finally(() => {
			this.#pending.delete(key);
			this.#writes.delete(writing);
		});
		this.#writes.add(writing);
	}

	async #write(name: Name, content: Uint8Array): Promise<void> {
		const size = sizeOnDisk(content.length);
		this.#announcedLeft -= size;
		if (this.#announcedLeft < 0) {
			const step = Math.max(size, Math.ceil(this.#maxBytes() / 256));
			this.#announcedLeft += step;
			await this.#logFailure(announcedName, () => this.#announce(step));
		}
		await this.#logFailure(name, () => this.#storage.replace(name, content));
	}

	/**
	 * Announces that this window writes so many bytes. All files are measured, which takes seconds, only after the windows have announced a
	 * sixteenth of the limit.
	 */
	async #announce(bytes: number): Promise<void> {
		await this.#storage.append(announcedName, `${bytes}\n`);
		const lines = (await this.#storage.read(announcedName))?.split('\n') ?? [];
		const announced = lines.reduce((sum, line) => sum + (Number(line) || 0), 0);
		if (announced > this.#maxBytes() / 16) this.#trimming ??= this.#trim();
	}

	/** The text that `writeText` stored. Undefined if it is missing or damaged. */
	async readText(kind: StoredKind, id: string): Promise<string | undefined> {
		const bytes = await this.read(kind, id);
		if (!bytes) return undefined;
		const [checksum = '', text = ''] = splitOnce(new TextDecoder().decode(bytes));
		return checksum === checksumOf(kind, id, text) ? text : undefined;
	}

	writeText(kind: StoredKind, id: string, text: string): void {
		this.write(kind, id, new TextEncoder().encode(`${checksumOf(kind, id, text)}\n${text}`));
	}

	/** Resolves when everything is written and, if the files took too much space, some are removed. */
	async settled(): Promise<void> {
		await Promise.all(this.#writes);
		await this.#trimming;
	}

	#touch(name: Name): void {
		const key = name.join('/');
		const now = steadyTime();
		if (now - (this.#touched.get(key) ?? Number.NEGATIVE_INFINITY) < touchMs) return;
		if (this.#touched.size >= maxTouched) this.#touched.clear();
		this.#touched.set(key, now);
		background(this.#logFailure(name, () => this.#storage.touch(name)));
	}

	/**
	 * Measures all files, and removes those that were not used for the longest time if they take too much space. What cannot be listed or
	 * removed stays.
	 */
	async #trim(): Promise<void> {
		await this.#remove(announcedName);
		const files: { readonly name: Name; readonly size: number; readonly usedAt: number }[] = [];
		for (const shard of shards) {
			const folder = folderOf(shard);
			const listed = (await this.#logFailure(folder, () => this.#storage.list(folder))) ?? [];
			for (const { name, size, written: usedAt } of listed) {
				files.push({ name: [...folder, name], size: sizeOnDisk(size), usedAt });
			}
		}
		let total = files.reduce((sum, { size }) => sum + size, 0);
		if (total > this.#maxBytes()) {
			files.sort((a, b) => a.usedAt - b.usedAt);
			// Removes more than needed, so that the files need not be measured again soon.
			const goal = this.#maxBytes() * 0.9;
			for (const { name, size } of files) {
				if (total <= goal) break;
				if (await this.#remove(name)) total -= size;
			}
		}
		this.#trimming = undefined;
	}

	/** Returns whether there is no such file now. */
	async #remove(name: Name): Promise<boolean> {
		const removed = await this.#logFailure(name, async () => {
			await this.#storage.remove(name);
			return true;
		});
		return removed ?? false;
	}

	async #logFailure<T>(name: Name, work: () => Promise<T>): Promise<T | undefined> {
		try {
			return await work();
		} catch (error) {
			// A full disk fails for thousands of objects.
			if (!this.#hasWarned) {
				this.#log.warn(
					`${name.join('/')} could not be written or read. Further failures are not logged`,
					error,
				);
			}
			this.#hasWarned = true;
			return undefined;
		}
	}
}

const sizeOnDisk = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes;

/** Detects damaged texts, and texts of other objects or of other versions of this format. */
const checksumOf = (kind: StoredKind, id: string, text: string): string =>
	createHash('sha256').update(`1 ${kind} ${id} ${text}`).digest('hex').slice(0, 32);

function splitOnce(text: string): readonly string[] {
	const at = text.indexOf('\n');
	return at === -1 ? [] : [text.slice(0, at), text.slice(at + 1)];
}
