import * as v from 'valibot';
import type { Log } from '../../../base/log/log.ts';
import type { Shape } from '../../../forge/contract/read.ts';
import type { Name, Storage } from './storage.ts';
import { unreadableName } from './unreadable-name.ts';

interface SettingFileOptions<T> {
	readonly storage: Storage;
	readonly name: Name;
	readonly shape: Shape<T>;
	/** The value while nothing is stored. */
	readonly none: T;
	readonly log: Log;
}

/**
 * A small user choice in its own file. Changes are applied to the current contents of the file, as another window may have written it. An
 * unreadable file is kept for the user to inspect, and does not break anything else.
 */
export class SettingFile<T> {
	readonly #options: SettingFileOptions<T>;
	#value: T;
	#isUnreadable = false;
	/** Whether the last attempt to read the file failed, so that it is moved away before a new one is written. */
	#isUnreadFileInPlace = false;
	/** The last read or change. They follow each other, so that no read brings back what a change has replaced. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(options: SettingFileOptions<T>) {
		this.#options = options;
		this.#value = options.none;
	}

	get value(): T {
		return this.#value;
	}

	/** Whether the stored choice could not be read and the user has not made a new one. */
	get isUnreadable(): boolean {
		return this.#isUnreadable;
	}

	/** Never rejects: if reading fails, the value stays as it was. */
	read(): Promise<T> {
		const read = this.#last.then(() => this.#readFile());
		this.#last = read;
		return read;
	}

	/** Resolves when the change is saved to disk. */
	change(change: (value: T) => T): Promise<T> {
		const { storage, name } = this.#options;
		const changed = this.#last.then(() =>
			storage.lock(name, async () => {
				const value = change(await this.#readFile());
				if (this.#isUnreadFileInPlace) await this.#setAside();
				await storage.replace(name, JSON.stringify(value), { isDurable: true });
				this.#value = value;
				this.#isUnreadable = false;
				return value;
			}),
		);
		this.#last = changed.catch(() => {});
		return changed;
	}

	async #readFile(): Promise<T> {
		const { storage, name, shape, log, none } = this.#options;
		const title = name.join('/');
		try {
			const text = await storage.read(name);
			this.#isUnreadFileInPlace = false;
			const read = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
			if (read.success) this.#value = read.output;
			else if (text === undefined) this.#value = none;
			else {
				this.#isUnreadable = true;
				await this.#setAside();
				log.warn(`${title} cannot be read, and was kept in the folder "unreadable"`);
			}
		} catch (error) {
			this.#isUnreadable = true;
			this.#isUnreadFileInPlace = true;
			log.warn(`${title} could not be read`, error);
		}
		return this.#value;
	}

	#setAside(): Promise<boolean> {
		const { storage, name } = this.#options;
		return storage.move(name, unreadableName(name.join(' ')));
	}
}
