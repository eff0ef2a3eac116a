import { coalesce } from '../../../base/coalesce.ts';
import type { Name, Storage } from '../../../base/files/storage.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { SharedLog } from './shared-log.ts';

/** For this time after a write begins, values are gathered for the next one: taking the lock takes longer than appending. */
const gatherMs = 100;

/** A value; without one, the key is removed. */
interface Entry {
	readonly k: string | number;
	readonly v?: unknown;
}

/** Changes that are not in the file yet. */
interface Waiting {
	readonly lines: Entry[];
	readonly areNew: boolean;
}

/**
 * Whether a value is older than the value before it in the file. Windows append in any order, so another window may have written a newer
 * value first.
 */
type IsOlder = (value: unknown, before: unknown) => boolean;

/**
 * Values by key in one file, which all windows share. The last line for a key wins. Failures are only logged, because the values can be
 * fetched again. Reasons: docs/decisions/journals.md.
 */
export class Journal {
	readonly #file: SharedLog<Entry>;
	readonly #name: Name;
	readonly #log: Log;
	readonly #isOlder: IsOlder;
	#waiting: Waiting[] = [];
	readonly #write = coalesce(new Lifetime(), gatherMs, () => this.#writeWaiting(), { soon: true });

	constructor(storage: Storage, name: Name, version: string, log: Log, isOlder: IsOlder = () => false) {
		this.#isOlder = isOlder;
		this.#name = name;
		this.#log = log;
		this.#file = new SharedLog<Entry>({
			storage,
			name,
			version,
			log,
			parse: readEntry,
			keyOf: ({ k }) => k,
			newSummary: () => new Values(isOlder),
		});
	}

	/** Reads all values; empty if the file cannot be read. Call once, before the first `put`. */
	async load(): Promise<ReadonlyMap<string | number, unknown>> {
		const values = new Values(this.#isOlder);
		try {
			await this.#file.read((entry) => values.apply(entry));
			return values.all;
		} catch (error) {
			this.#log.warn(`${this.#name.join('/')} could not be read`, error);
			return new Map();
		}
	}

	/** Reads the last values of some keys without the others; undefined for those that cannot be read. */
	async readLast(keys: readonly (string | number)[]): Promise<readonly unknown[]> {
		const text = await this.#file.text().catch((error: unknown) => {
			this.#log.warn(`${this.#name.join('/')} could not be read`, error);
			return undefined;
		});
		if (text === undefined) return keys.map(() => undefined);
		const values = new Values(this.#isOlder);
		for (const key of keys) for (const entry of entriesOf(text, key)) values.apply(entry);
		return keys.map((key) => values.all.get(key));
	}

	/** Appends values soon; undefined removes a key. With `areNew`, the file has no values for the keys. */
	put(
		values: Iterable<readonly [string | number, unknown]>,
		{ areNew = false }: { readonly areNew?: boolean } = {},
	): void {
		const entries = Array.from(values, ([k, v]): Entry => ({ k, v }));
		if (entries.length === 0) return;
		const last = this.#waiting.at(-1);
		if (last?.areNew === areNew) for (const entry of entries) last.lines.push(entry);
		else this.#waiting.push({ lines: entries, areNew });
		this.#write();
	}

	/** Writes everything passed to `put` now, and resolves when that is done. */
	settled(): Promise<void> {
		return this.#write.flush();
	}

	/** Makes the file smaller after many keys were removed. */
	async compact(): Promise<void> {
		await this.settled();
		await this.#file.lock((file) => file.rewrite()).catch(this.#logFailure);
	}

	async #writeWaiting(): Promise<void> {
		const waiting = this.#waiting;
		this.#waiting = [];
		await this.#file.lock((file) => file.append(waiting)).catch(this.#logFailure);
	}

	readonly #logFailure = (error: unknown): void =>
		this.#log.warn(`${this.#name.join('/')} could not be kept`, error);
}

class Values {
	readonly all = new Map<string | number, unknown>();
	readonly #isOlder: IsOlder;

	constructor(isOlder: IsOlder) {
		this.#isOlder = isOlder;
	}

	apply({ k, v }: Entry): void {
		if (v === undefined) this.all.delete(k);
		else if (!this.#isOlder(v, this.all.get(k))) this.all.set(k, v);
	}

	*toLines(): Iterable<Entry> {
		for (const [k, v] of this.all) yield { k, v };
	}
}

function readEntry({ k, v }: { readonly k?: unknown; readonly v?: unknown }): Entry | undefined {
	return typeof k === 'string' || typeof k === 'number' ? { k, v } : undefined;
}

/** What the lines for a key say, in their order. */
function* entriesOf(text: string, key: string | number): Iterable<Entry> {
	const line = `\n{"k":${JSON.stringify(key)}`;
	for (let start = text.indexOf(line); start !== -1; start = text.indexOf(line, start + 1)) {
		// The line of a removed key has no value.
		if (!/[,}]/.test(text.charAt(start + line.length))) continue;
		const end = text.indexOf('\n', start + 1);
		const entry = parse(text.slice(start + 1, end === -1 ? undefined : end));
		if (entry) yield entry;
	}
}

/** Undefined for a line that cannot be read. */
function parse(line: string): Entry | undefined {
	try {
		return readEntry(JSON.parse(line));
	} catch {
		return undefined;
	}
}
