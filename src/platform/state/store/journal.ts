import { background } from '../../../base/background.ts';
import { nextTurn, sleep } from '../../../base/clock.ts';
import type { Log } from '../../../base/log/log.ts';
import { createSlices } from '../../../base/slices.ts';
import type { Name, Storage } from './storage.ts';

/** Changes with fewer bytes than this are not worth a rewrite. */
const rewriteThreshold = 256 * 1024;
/** After each write, values are gathered for this time: taking the lock takes longer than appending. */
const gatherMs = 100;

/** Changes that are not in the file yet. */
interface Waiting {
	text: string;
	newBytes: number;
	readonly written: PromiseWithResolvers<void>;
	/** Whether they are written without gathering more. */
	isUrgent: boolean;
}

/**
 * Values by key in one file: a snapshot, followed by a line for each change. The last line for a key wins. When the changes, by any
 * window, outgrow the snapshot, the file is rewritten.
 *
 * Windows append and rewrite under one lock, so that no window drops what another has just written. Each line begins with its line
 * break, so that a line cut off by a killed program does not damage the next one. A rewrite uses what the file contains, not what
 * this window has in memory.
 */
export class Journal {
	readonly #storage: Storage;
	readonly #name: Name;
	readonly #log: Log;
	/** The first line of the file. A file that begins with anything else was written by another version and is not read. */
	readonly #head: string;
	/** The size that the file would have after a rewrite, in bytes, as far as this window knows. */
	#compactSize = 0;
	/**
	 * Whether a value is older than the value before it in the file. Windows append in any order, so another window may have written a
	 * newer value first.
	 */
	readonly #isOlder: (value: unknown, before: unknown) => boolean;
	#waiting: Waiting | undefined;
	#gathering: AbortController | undefined;
	#lastWrite: Promise<void> = Promise.resolve();
	#isWriting = false;

	constructor(
		storage: Storage,
		name: Name,
		version: string,
		log: Log,
		isOlder: (value: unknown, before: unknown) => boolean = () => false,
	) {
		this.#storage = storage;
		this.#isOlder = isOlder;
		this.#name = name;
		this.#log = log;
		this.#head = JSON.stringify({ version });
	}

	/** Reads all values; empty if the file cannot be read. Call once, before the first `put`. */
	async load(): Promise<ReadonlyMap<string | number, unknown>> {
		try {
			let read = await this.#read();
			if (read.isForeign) {
				this.#log.info(`${this.#name.join('/')} was written by another version and is not used`);
				read = await this.#storage.lock(this.#name, () => this.#readOrRemove());
			}
			if (read.badLines > 0)
				this.#log.warn(
					`${this.#name.join('/')}: ${read.badLines} lines were cut off or damaged and left out`,
				);
			this.#compactSize = read.compactSize;
			return read.values;
		} catch (error) {
			this.#log.warn(`${this.#name.join('/')} could not be read`, error);
			return new Map();
		}
	}

	/** Reads the last values of some keys without the others; undefined for those that cannot be read. */
	async readLast(keys: readonly (string | number)[]): Promise<readonly unknown[]> {
		const text = await this.#storage.read(this.#name).catch((error: unknown) => {
			this.#log.warn(`${this.#name.join('/')} could not be read`, error);
			return undefined;
		});
		if (!text?.startsWith(this.#head)) return keys.map(() => undefined);
		return keys.map((key) => {
			const line = `\n{"k":${JSON.stringify(key)}`;
			// The line of a removed key has no value.
			const start = Math.max(text.lastIndexOf(`${line},`), text.lastIndexOf(`${line}}`));
			const end = text.indexOf('\n', start + 1);
			return start === -1 ? undefined : parse(text.slice(start + 1, end === -1 ? undefined : end))?.v;
		});
	}

	/**
	 * Appends values; undefined removes a key. Resolves when written. A failure is only logged, because the data can be fetched again.
	 * With `areNew`, the file has no values for the keys, so a rewrite would not make it smaller.
	 */
	put(
		entries: Iterable<readonly [string | number, unknown]>,
		{ areNew = false }: { readonly areNew?: boolean } = {},
	): Promise<void> {
		let text = '';
		for (const [k, v] of entries) text += `\n${JSON.stringify({ k, v })}`;
		if (text === '') return this.#lastWrite;
		this.#waiting ??= { text: '', newBytes: 0, written: Promise.withResolvers(), isUrgent: false };
		this.#waiting.text += text;
		if (areNew) this.#waiting.newBytes += Buffer.byteLength(text);
		this.#lastWrite = this.#waiting.written.promise;
		if (!this.#isWriting) background(this.#writeWaiting());
		return this.#lastWrite;
	}

	/** Writes everything passed to `put` now, and resolves when that is done. */
	settled(): Promise<void> {
		// The lock may still be held for the write before, so gathering has not begun.
		if (this.#waiting) this.#waiting.isUrgent = true;
		this.#gathering?.abort();
		return this.#lastWrite;
	}

	/** Makes the file smaller after many keys were removed. A failure is only logged. */
	async compact(): Promise<void> {
		await this.settled();
		try {
			await this.#storage.lock(this.#name, () => this.#rewrite());
		} catch (error) {
			this.#logFailure(error);
		}
	}

	async #writeWaiting(): Promise<void> {
		this.#isWriting = true;
		while (this.#waiting) {
			try {
				await this.#storage.lock(this.#name, () => this.#appendWaiting());
			} catch (error) {
				this.#logFailure(error);
				this.#takeWaiting()?.written.resolve();
			}
			await this.#gather();
		}
		this.#isWriting = false;
	}

	async #gather(): Promise<void> {
		if (this.#waiting?.isUrgent) return;
		const gathering = new AbortController();
		this.#gathering = gathering;
		await sleep(gatherMs, gathering.signal).catch(() => {});
		this.#gathering = undefined;
	}

	/** Call under the lock. Also appends what is put while it runs, because taking the lock costs more than appending. */
	async #appendWaiting(): Promise<void> {
		for (let next = this.#takeWaiting(); next; next = this.#takeWaiting()) {
			await this.#append(next).catch((error: unknown) => this.#logFailure(error));
			next.written.resolve();
			// A caller that has awaited this write may put the next one now.
			await nextTurn();
		}
	}

	#logFailure(error: unknown): void {
		this.#log.warn(`${this.#name.join('/')} could not be kept`, error);
	}

	#takeWaiting() {
		const waiting = this.#waiting;
		this.#waiting = undefined;
		return waiting;
	}

	/** Call under the lock. */
	async #append({ text, newBytes }: { readonly text: string; readonly newBytes: number }): Promise<void> {
		this.#compactSize += newBytes;
		const bytes = await this.#storage.append(this.#name, text);
		const wasEmpty = bytes === Buffer.byteLength(text);
		if (wasEmpty) await this.#storage.replace(this.#name, `${this.#head}${text}`);
		else if (bytes - this.#compactSize > Math.max(this.#compactSize, rewriteThreshold)) await this.#rewrite();
	}

	/** Call under the lock. */
	async #rewrite(): Promise<void> {
		const { values } = await this.#readOrRemove();
		const lines = [this.#head];
		for (const [k, v] of values) lines.push(JSON.stringify({ k, v }));
		const text = lines.join('\n');
		await this.#storage.replace(this.#name, text);
		this.#compactSize = Buffer.byteLength(text);
	}

	/** Call under the lock. Removes the file if another version has written it. */
	async #readOrRemove() {
		const read = await this.#read();
		if (read.isForeign) await this.#storage.remove(this.#name);
		return read;
	}

	async #read() {
		const values = new Map<string | number, unknown>();
		const text = await this.#storage.read(this.#name);
		const slice = createSlices(undefined, { waits: true });
		await slice();
		const lines = text?.split('\n').filter((line) => line !== '') ?? [];
		const isForeign = lines.length > 0 && lines[0] !== this.#head;
		if (text === undefined || isForeign) return { values, isForeign, badLines: 0, compactSize: 0 };
		const lengths = new Map<string | number, number>();
		let badLines = 0;
		for (const line of lines) {
			const turn = slice();
			if (turn) await turn;
			if (line === this.#head) continue;
			const entry = parse(line);
			if (!entry) badLines += 1;
			else if (entry.v === undefined) {
				values.delete(entry.k);
				lengths.delete(entry.k);
			} else if (!this.#isOlder(entry.v, values.get(entry.k))) {
				values.set(entry.k, entry.v);
				lengths.set(entry.k, line.length + 1);
			}
		}
		// Line lengths are in UTF-16 units. Scale by the bytes per unit of the whole text, which depend on its alphabet.
		const units = [...lengths.values()].reduce((sum, length) => sum + length, 0);
		const compactSize = Math.ceil((units * Buffer.byteLength(text)) / Math.max(text.length, 1));
		return { values, isForeign, badLines, compactSize };
	}
}

/** Undefined for a line that cannot be read. */
function parse(line: string): { readonly k: string | number; readonly v?: unknown } | undefined {
	try {
		const { k, v }: { k?: unknown; v?: unknown } = JSON.parse(line);
		return typeof k === 'string' || typeof k === 'number' ? { k, v } : undefined;
	} catch {
		return undefined;
	}
}
