import { isDeepStrictEqual } from 'node:util';
import { background } from '../../../base/background.ts';
import { timeOfDay } from '../../../base/clock.ts';
import { type Coalesced, coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { Name, Storage } from '../../../base/files/storage.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Shape } from '../../../forge/contract/read.ts';
import type { ValueStore } from './value-cache.ts';
import { createValueStore } from './value-store.ts';

interface CountStoreOptions<Counts> {
	readonly storage: Storage;
	readonly name: Name;
	readonly shape: Shape<Counts>;
	readonly log: Log;
	/** Reads the item from the disk, then calls `didOpenItem`. */
	readonly open: () => Promise<void>;
	/** Counts what is in the opened item; undefined if nothing is known of the item. */
	readonly count: () => Counts | undefined;
}

/** Changes within this time are stored together. */
const burstMs = 1000;

/** The numbers that the collapsed row of an item shows, in their own file, so that the item is loaded only when the row is expanded. */
export class CountStore<Counts> implements Disposable {
	readonly #options: CountStoreOptions<Counts>;
	readonly #lifetime = new Lifetime();
	readonly #store: ValueStore<Counts>;
	readonly #updateSoon: Coalesced;
	#reading: Promise<void> | undefined;
	#isItemOpen = false;
	#stored: Counts | undefined;
	#saved: Promise<void> = Promise.resolve();

	constructor(options: CountStoreOptions<Counts>) {
		this.#options = options;
		this.#store = createValueStore(options);
		this.#updateSoon = coalesce(this.#lifetime, burstMs, () => this.#update(), { rests: true });
	}

	/** What was stored; undefined as soon as the item is open. */
	get value(): Counts | undefined {
		return this.#isItemOpen ? undefined : this.#stored;
	}

	/** Reads the stored numbers or, if there are none, opens the item. */
	async open(): Promise<void> {
		await this.read();
		if (this.#stored === undefined) await this.#options.open();
	}

	/** Reads only the stored numbers. */
	read(): Promise<void> {
		this.#reading ??= this.#store.load().then((stored) => {
			this.#stored = stored?.value;
		});
		return this.#reading;
	}

	didOpenItem(): void {
		this.#isItemOpen = true;
		this.#updateSoon();
	}

	/** What is stored may be outdated. Only an open item can be counted, so this opens it. */
	didChangeItem(): void {
		if (this.#isItemOpen) this.#updateSoon();
		else background(this.#options.open());
	}

	/** Resolves when the current numbers are on the disk. */
	async settled(): Promise<void> {
		this.#update();
		await this.#saved;
	}

	dispose(): void {
		background(this.#updateSoon.flush());
		this.#lifetime.dispose();
	}

	#update(): void {
		if (!this.#isItemOpen) return;
		const counts = this.#options.count();
		if (counts === undefined || isDeepStrictEqual(counts, this.#stored)) return;
		this.#stored = counts;
		this.#saved = this.#store.save({ value: counts, asOf: timeOfDay() });
	}
}
