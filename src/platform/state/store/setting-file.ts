import * as v from 'valibot';
import { coalesce } from '../../../base/coalesce.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import type { HeldLock } from '../../../base/files/held-lock.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { Turns } from '../../../base/turns.ts';
import type { Shape } from '../../../forge/contract/read.ts';
import { lockAgainIfLost } from './lock-again-if-lost.ts';
import { lockIfPossible } from './lock-if-possible.ts';
import type { Name, Storage } from './storage.ts';
import { unreadableName } from './unreadable-name.ts';

const readDelayMs = 50;

interface SettingFileOptions<T> {
	readonly storage: Storage;
	readonly name: Name;
	readonly shape: Shape<T>;
	/** The value while nothing is stored. */
	readonly none: T;
	/** Ends `onDidChange` and `watch`. */
	readonly lifetime: Lifetime;
	readonly log: Log;
}

/**
 * A small user choice in its own file. Changes are applied to the current contents of the file, as another window may have written it. An
 * unreadable file is kept for the user to inspect, and does not break anything else.
 */
export class SettingFile<T> {
	readonly #options: SettingFileOptions<T>;
	readonly #changes: Emitter<void>;
	#value: T;
	#isUnreadable = false;
	/** What the listeners know, as JSON. */
	#announced: string;
	/** Whether the last attempt to read the file failed, so that it is moved away before a new one is written. */
	#isUnreadFileInPlace = false;
	/** Reads and changes follow each other, so that no read brings back what a change has replaced. */
	readonly #turns = new Turns();

	constructor(options: SettingFileOptions<T>) {
		this.#options = options;
		this.#value = options.none;
		this.#announced = this.#known;
		this.#changes = options.lifetime.add(
			new Emitter((failure) => options.log.error(`A listener for ${this.#title} failed`, failure)),
		);
	}

	/** Fires when this window has changed the value, has read a change by another window, or can no longer or again read it. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get value(): T {
		return this.#value;
	}

	/** Whether the stored choice could not be read and the user has not made a new one. */
	get isUnreadable(): boolean {
		return this.#isUnreadable;
	}

	/** Reads what other windows write, until the lifetime ends. The name must begin with a folder. */
	watch(): void {
		const { storage, name, lifetime } = this.#options;
		const [folder, ...rest] = name;
		const read = coalesce(lifetime, readDelayMs, () => this.read());
		lifetime.add(storage.watch([folder, ...rest.slice(0, -1)], read));
	}

	/** Never rejects: if reading fails, the value stays as it was. */
	read(): Promise<T> {
		return this.#afterLast(() => this.#readFile({ isLocked: false }));
	}

	/** Resolves when the change is saved to disk. */
	change(change: (value: T) => T): Promise<T> {
		const { storage, name } = this.#options;
		const work = async ({ confirm }: HeldLock) => {
			const value = change(await this.#readFile({ isLocked: true }));
			await confirm();
			if (this.#isUnreadFileInPlace) await this.#setAside();
			await storage.replace(name, JSON.stringify(value), { isDurable: true });
			this.#value = value;
			this.#isUnreadable = false;
			return value;
		};
		return this.#afterLast(() => lockAgainIfLost(storage, this.#lock, work));
	}

	#afterLast(work: () => Promise<T>): Promise<T> {
		return this.#turns.run(() => work().finally(() => this.#announce()));
	}

	#announce(): void {
		if (this.#known === this.#announced) return;
		this.#announced = this.#known;
		this.#changes.fire();
	}

	get #known(): string {
		return JSON.stringify([this.#value, this.#isUnreadable]);
	}

	/** Outside of the watched folder: taking the lock is no change. */
	get #lock(): Name {
		return ['setting-locks', ...this.#options.name];
	}

	get #title(): string {
		return this.#options.name.join('/');
	}

	async #readFile({ isLocked }: { readonly isLocked: boolean }): Promise<T> {
		const { storage, name, shape, log, none } = this.#options;
		try {
			const text = await storage.read(name);
			this.#isUnreadFileInPlace = false;
			const read = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
			if (read.success) {
				this.#value = read.output;
				this.#isUnreadable = false;
			} else if (text === undefined) this.#value = none;
			// Another window may have replaced it in the meantime.
			else if (!isLocked)
				await lockIfPossible(storage, this.#lock, log, () => this.#readFile({ isLocked: true }));
			else {
				this.#isUnreadable = true;
				await this.#setAside();
				log.warn(`${this.#title} cannot be read, and was kept in the folder "unreadable"`);
			}
		} catch (error) {
			this.#isUnreadable = true;
			this.#isUnreadFileInPlace = true;
			log.warn(`${this.#title} could not be read`, error);
		}
		return this.#value;
	}

	#setAside(): Promise<boolean> {
		const { storage, name } = this.#options;
		return storage.move(name, unreadableName(name.join(' ')));
	}
}
