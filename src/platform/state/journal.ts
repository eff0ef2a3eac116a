import type { Log } from '../../base/log.ts';
import type { Name, Storage } from './storage.ts';

/** A log shorter than this is not worth the work of writing all anew. */
const smallest = 256 * 1024;

/**
 * Values by key in one file: a snapshot, and behind it a line for each change, the last of which counts. When the
 * changes have outgrown what they change, whoever made them, the file is written anew.
 *
 * Windows append and write anew under one lock, so that none drops what another one has just put. Each line begins with its
 * line break, so that what a killed program has left of one spoils no other, and what is written anew is what the file says, and
 * not what this window happens to know.
 */
export class Journal {
	readonly #storage: Storage;
	readonly #name: Name;
	readonly #log: Log;
	/** What the file begins with; one that begins otherwise was written by another version, and is not read. */
	readonly #head: string;
	/** How long the file would be if it was written anew, in bytes, as far as this window knows. */
	#snapshot = 0;
	/** Whether a value is older than the one before it, which another window has put: windows append when they come to it. */
	readonly #isOlder: (value: unknown, before: unknown) => boolean;
	#writing: Promise<void> = Promise.resolve();

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

	/** What is known; nothing where nothing can be read. Once, before anything is put. */
	async load(): Promise<ReadonlyMap<string | number, unknown>> {
		try {
			let read = await this.#read();
			if (read.isForeign) {
				this.#log.info(`${this.#name.join('/')} is of another version and is read anew`);
				read = await this.#storage.lock(this.#name, () => this.#readOwn());
			}
			const { values, bad, bytes } = read;
			if (bad > 0) {
				this.#log.warn(`${this.#name.join('/')}: ${bad} lines were cut off or damaged and left out`);
			}
			this.#snapshot = bytes;
			return values;
		} catch (error) {
			this.#log.warn(`${this.#name.join('/')} could not be read`, error);
			return new Map();
		}
	}

	/** Undefined removes. Settled when it is written; a failure is told in the log, as nothing but time is lost with it. */
	put(entries: Iterable<readonly [string | number, unknown]>): Promise<void> {
		let text = '';
		for (const [k, v] of entries) text += `\n${JSON.stringify({ k, v })}`;
		if (text === '') return this.#writing;
		return this.#next(() => this.#storage.lock(this.#name, () => this.#append(text)));
	}

	/** All that was put is written. */
	settled(): Promise<void> {
		return this.#writing;
	}

	#next(work: () => Promise<void>): Promise<void> {
		this.#writing = this.#writing
			.then(work)
			.catch((error: unknown) => this.#log.warn(`${this.#name.join('/')} could not be kept`, error));
		return this.#writing;
	}

	/** Under the lock. */
	async #append(text: string): Promise<void> {
		const bytes = await this.#storage.append(this.#name, text);
		const isNew = bytes === Buffer.byteLength(text);
		if (isNew) await this.#storage.replace(this.#name, `${this.#head}${text}`);
		else if (bytes - this.#snapshot > Math.max(this.#snapshot, smallest)) await this.#rewrite();
	}

	/** Under the lock. */
	async #rewrite(): Promise<void> {
		const { values } = await this.#readOwn();
		const lines = [this.#head];
		for (const [k, v] of values) lines.push(JSON.stringify({ k, v }));
		const text = lines.join('\n');
		await this.#storage.replace(this.#name, text);
		this.#snapshot = Buffer.byteLength(text);
	}

	/** Under the lock: a file of another version makes way. */
	async #readOwn() {
		const read = await this.#read();
		if (read.isForeign) await this.#storage.remove(this.#name);
		return read;
	}

	async #read() {
		const values = new Map<string | number, unknown>();
		const text = await this.#storage.read(this.#name);
		const lines = text?.split('\n').filter((line) => line !== '') ?? [];
		const isForeign = lines.length > 0 && lines[0] !== this.#head;
		if (text === undefined || isForeign) return { values, isForeign, bad: 0, bytes: 0 };
		const lengths = new Map<string | number, number>();
		let bad = 0;
		for (const line of lines) {
			if (line === this.#head) continue;
			const entry = parse(line);
			if (!entry) bad += 1;
			else if (entry.v === undefined) {
				values.delete(entry.k);
				lengths.delete(entry.k);
			} else if (!this.#isOlder(entry.v, values.get(entry.k))) {
				values.set(entry.k, entry.v);
				lengths.set(entry.k, line.length + 1);
			}
		}
		// The length in letters is at hand; other alphabets take more bytes for each, here as in the whole text.
		const letters = [...lengths.values()].reduce((sum, length) => sum + length, 0);
		const bytes = Math.ceil((letters * Buffer.byteLength(text)) / Math.max(text.length, 1));
		return { values, isForeign, bad, bytes };
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
