import type { Log } from '../base/log.ts';
import type { Name, Storage } from './storage.ts';

/** A log shorter than this is not worth the work of writing all anew. */
const smallest = 256 * 1024;

/**
 * Values by key in one file: a snapshot, and behind it a line for each change, the last of which counts. When the
 * changes have outgrown what they change, the file is written anew.
 *
 * Two windows may write the same file. Each line begins with its line break, so that what a killed program has left of
 * one spoils no other, and what is written anew is what the file says, and not what this window happens to know.
 */
export class Journal {
	readonly #storage: Storage;
	readonly #name: Name;
	readonly #log: Log;
	/** What the file begins with; one that begins otherwise was written by another version, and is not read. */
	readonly #head: string;
	#snapshot = 0;
	#changes = 0;
	#writing: Promise<void> = Promise.resolve();
	#ended = false;

	constructor(storage: Storage, name: Name, version: string, log: Log) {
		this.#storage = storage;
		this.#name = name;
		this.#log = log;
		this.#head = JSON.stringify({ version });
	}

	/** What is known; nothing where nothing can be read. Once, before anything is put. */
	async load(): Promise<ReadonlyMap<string | number, unknown>> {
		try {
			const { values, length } = await this.#read(true);
			this.#snapshot = length;
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
		return this.#next(async () => {
			if (this.#snapshot + this.#changes === 0 && (await this.#storage.read(this.#name)) === undefined) {
				text = `\n${this.#head}${text}`;
			}
			await this.#storage.append(this.#name, text);
			this.#changes += text.length;
			if (this.#changes > Math.max(this.#snapshot, smallest)) await this.#rewrite();
		});
	}

	/** All that was put is written. */
	settled(): Promise<void> {
		return this.#writing;
	}

	/** Writes nothing more: who was signed out leaves nothing behind. */
	end(): void {
		this.#ended = true;
	}

	#next(work: () => Promise<void>): Promise<void> {
		this.#writing = this.#writing
			.then(() => (this.#ended ? undefined : work()))
			.catch((error: unknown) => this.#log.warn(`${this.#name.join('/')} could not be kept`, error));
		return this.#writing;
	}

	async #rewrite(): Promise<void> {
		const { values } = await this.#read(false);
		const lines = [this.#head];
		for (const [k, v] of values) lines.push(JSON.stringify({ k, v }));
		const text = lines.join('\n');
		await this.#storage.replace(this.#name, text);
		this.#snapshot = text.length;
		this.#changes = 0;
	}

	async #read(tells: boolean) {
		const values = new Map<string | number, unknown>();
		const text = await this.#storage.read(this.#name);
		if (text === undefined) return { values, length: 0 };
		const lines = text.split('\n');
		if (lines.find((line) => line !== '') !== this.#head) {
			if (tells) this.#log.info(`${this.#name.join('/')} is of another version and is read anew`);
			await this.#storage.remove(this.#name);
			return { values, length: 0 };
		}
		let bad = 0;
		// Two windows that began at the same time have both written the head.
		for (const line of lines) if (line !== '' && line !== this.#head && !take(values, line)) bad += 1;
		if (bad > 0 && tells) {
			this.#log.warn(
				`${this.#name.join('/')}: ${bad} of ${lines.length} lines were cut off or damaged and left out`,
			);
		}
		return { values, length: text.length };
	}
}

/** False for a line that cannot be read. */
function take(values: Map<string | number, unknown>, line: string): boolean {
	try {
		const { k, v }: { k?: unknown; v?: unknown } = JSON.parse(line);
		if (typeof k !== 'string' && typeof k !== 'number') return false;
		if (v === undefined) values.delete(k);
		else values.set(k, v);
		return true;
	} catch {
		return false;
	}
}
