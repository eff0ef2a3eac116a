import * as v from 'valibot';
import type { Log } from '../../base/log.ts';
import type { Shape } from '../../forge/read.ts';
import type { Name, Storage } from './storage.ts';

interface DecidedOptions<T> {
	readonly storage: Storage;
	readonly name: Name;
	readonly shape: Shape<T>;
	/** What it is as long as nothing was written. */
	readonly none: T;
	readonly log: Log;
}

/**
 * A small thing that a user has decided, in a file of its own. A change is made to what the file says now: another window may have written it.
 * A file that cannot be read is kept for the user to look at, and takes nothing else down.
 */
export class StoredSetting<T> {
	readonly #options: DecidedOptions<T>;
	#value: T;
	#isUnreadable = false;
	/** The file could not be read, but is where it was. */
	#isInTheWay = false;
	#changing: Promise<unknown> = Promise.resolve();

	constructor(options: DecidedOptions<T>) {
		this.#options = options;
		this.#value = options.none;
	}

	get value(): T {
		return this.#value;
	}

	/** Whether what the user had decided could not be read, and has not been decided again. */
	get isUnreadable(): boolean {
		return this.#isUnreadable;
	}

	/** Never fails: the value is then the one that was known. */
	async read(): Promise<T> {
		const { storage, name, shape, log, none } = this.#options;
		const title = name.join('/');
		try {
			const text = await storage.read(name);
			this.#isInTheWay = false;
			const read = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
			if (read.success) this.#value = read.output;
			else if (text === undefined) this.#value = none;
			else {
				this.#isUnreadable = true;
				await this.#setAside();
				log.warn(`${title} cannot be read, and was kept as unreadable/${name.join(' ')}`);
			}
		} catch (error) {
			this.#isUnreadable = true;
			this.#isInTheWay = true;
			log.warn(`${title} could not be read`, error);
		}
		return this.#value;
	}

	/** Settled when it is on the disk. */
	change(change: (value: T) => T): Promise<T> {
		const { storage, name } = this.#options;
		const changed = this.#changing.then(() =>
			storage.lock(name, async () => {
				const value = change(await this.read());
				if (this.#isInTheWay) await this.#setAside();
				await storage.replace(name, JSON.stringify(value), { isDurable: true });
				this.#value = value;
				this.#isUnreadable = false;
				return value;
			}),
		);
		this.#changing = changed.catch(() => {});
		return changed;
	}

	#setAside(): Promise<boolean> {
		const { storage, name } = this.#options;
		return storage.move(name, ['unreadable', name.join(' ')]);
	}
}
