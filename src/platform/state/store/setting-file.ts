import { Emitter, type Event } from '../../../base/emitter.ts';
import type { Name, Storage } from '../../../base/files/storage.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { Turns } from '../../../base/turns.ts';
import type { Shape } from '../../../forge/contract/read.ts';
import { jsonFormat, SharedFile } from './shared-file.ts';
import { UnreadableFiles } from './unreadable-files.ts';

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

/** A small user choice in a file that all windows share, with its value in memory. */
export class SettingFile<T> {
	readonly #options: SettingFileOptions<T>;
	readonly #file: SharedFile<T>;
	readonly #unreadable: UnreadableFiles;
	readonly #changes: Emitter<void>;
	#value: T;
	#isUnreadable = false;
	#isKnown = false;
	/** What the listeners know, as JSON. */
	#announced: string;
	/** Reads and changes take turns, so that no read brings back what a change has replaced. */
	readonly #turns = new Turns();

	constructor(options: SettingFileOptions<T>) {
		const { shape, none, lifetime, log, name } = options;
		this.#options = options;
		this.#file = new SharedFile({ ...options, format: jsonFormat(shape) });
		this.#unreadable = new UnreadableFiles(options.storage, log);
		this.#value = none;
		this.#announced = this.#stateJson;
		this.#changes = lifetime.add(
			new Emitter((failure) => log.error(`A listener for ${name.join('/')} failed`, failure)),
		);
	}

	/** Fires when this window has changed the value, has read a change by another window, or can no longer or again read it. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get value(): T {
		return this.#value;
	}

	/** Whether it is known what is stored. If reading has always failed, there may be anything. */
	get isKnown(): boolean {
		return this.#isKnown;
	}

	/** Whether the stored choice could not be read, and the user has neither made a new one nor removed the file that was set aside. */
	get isUnreadable(): boolean {
		return this.#isUnreadable;
	}

	/** Reads what other windows write, until the lifetime ends. The name must begin with a folder. */
	watch(): void {
		this.#file.watch(this.#options.lifetime, () => this.read());
	}

	/** Never rejects: if reading fails, the value stays as it was. */
	read(): Promise<T> {
		return this.#turns.run(async () => {
			const { log, name, none } = this.#options;
			try {
				const stored = await this.#file.read();
				const isUnreadable = stored === undefined && (await this.#unreadable.list(name)).length > 0;
				this.#isKnown = true;
				this.#set(stored ?? (isUnreadable ? this.#value : none), isUnreadable);
			} catch (error) {
				log.warn(`${name.join('/')} could not be read`, error);
				this.#set(this.#value, true);
			}
			return this.#value;
		});
	}

	/** Resolves when the change is saved to disk. */
	change(change: (value: T) => T): Promise<T> {
		return this.#turns.run(async () => {
			const value = await this.#file.change((stored, isUnreadable) =>
				change(stored ?? (isUnreadable ? this.#value : this.#options.none)),
			);
			this.#isKnown = true;
			this.#set(value, false);
			return value;
		});
	}

	#set(value: T, isUnreadable: boolean): void {
		this.#value = value;
		this.#isUnreadable = isUnreadable;
		if (this.#stateJson === this.#announced) return;
		this.#announced = this.#stateJson;
		this.#changes.fire();
	}

	get #stateJson(): string {
		return JSON.stringify([this.#value, this.#isUnreadable]);
	}
}
