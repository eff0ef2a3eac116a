import * as v from 'valibot';
import type { Log } from '../base/log.ts';
import type { Shape } from '../forge/read.ts';
import type { Name, Storage } from './storage.ts';

interface DecidedOptions<T> {
	readonly storage: Storage;
	readonly name: Name;
	readonly shape: Shape<T>;
	/** What it is as long as nothing was written. */
	readonly none: T;
	readonly log: Log;
}

/** A small thing that a user has decided, in a file of its own. A change is made to what the file says now: another window may have written it. */
export class Decided<T> {
	readonly #options: DecidedOptions<T>;
	#value: T;
	#changing: Promise<unknown> = Promise.resolve();

	constructor(options: DecidedOptions<T>) {
		this.#options = options;
		this.#value = options.none;
	}

	get value(): T {
		return this.#value;
	}

	async read(): Promise<T> {
		const { storage, name, shape, log, none } = this.#options;
		const text = await storage.read(name);
		const read = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
		if (read.success) this.#value = read.output;
		else if (text === undefined) this.#value = none;
		else {
			// It is kept: somebody may want to look at what a damaged file said.
			log.warn(`${name.join('/')} cannot be read and was put aside`);
			await storage.move(name, ['unreadable', name.join(' ')]);
		}
		return this.#value;
	}

	/** Settled when it is on the disk. */
	change(change: (value: T) => T): Promise<T> {
		const changed = this.#changing.then(async () => {
			const value = change(await this.read());
			await this.#options.storage.replace(this.#options.name, JSON.stringify(value));
			this.#value = value;
			return value;
		});
		this.#changing = changed.catch(() => {});
		return changed;
	}
}
