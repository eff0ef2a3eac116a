import { isDeepStrictEqual } from 'node:util';
import type { Storage } from '../../../base/files/storage.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { SettingFile } from '../store/setting-file.ts';
import { joinMarks, joinPlaces, type Marks, noMarks, type Places, PlacesShape } from './marks.ts';

/** What an account has seen, in one file of all windows. */
export class AccountMarks {
	readonly #file: SettingFile<Places>;
	readonly #now: () => number;
	readonly #changed: (place: string) => void;
	/** What is not on the disk yet. */
	#waiting: Places = {};
	/** What is on the disk as far as is known, with what is not there yet. */
	#known: Places = {};
	/** The write that will include what is added now. */
	#nextWrite: Promise<void> | undefined;
	#lastWrite: Promise<void> | undefined;

	constructor(
		storage: Storage,
		lifetime: Lifetime,
		log: Log,
		now: () => number,
		/** Called when marks of a place have changed in any window. */
		changed: (place: string) => void,
	) {
		this.#now = now;
		this.#changed = changed;
		this.#file = new SettingFile<Places>({
			storage,
			name: ['seen', 'marks'],
			shape: PlacesShape,
			none: {},
			lifetime,
			log,
		});
		lifetime.add(this.#file.onDidChange(() => this.#update()));
		this.#file.watch();
	}

	/** Reads what all windows have stored. Never rejects. */
	async read(): Promise<void> {
		await this.#file.read();
	}

	/** Whether it is known what the user has seen. If reading has always failed, it may be anything. */
	get areKnown(): boolean {
		return this.#file.isKnown;
	}

	of(place: string): Marks | undefined {
		return this.#known[place];
	}

	/** Resolves when the marks are on the disk. Many in a row are one write. */
	add(place: string, marks: Partial<Marks>): Promise<void> {
		const before = this.#known[place] ?? noMarks;
		const after = joinMarks(before, marks, this.#now());
		const isNew = !isDeepStrictEqual(after, before);
		if (!isNew && Object.keys(this.#waiting).length === 0) return Promise.resolve();
		this.#waiting = joinPlaces(this.#waiting, { [place]: marks }, this.#now());
		this.#known = { ...this.#known, [place]: after };
		const written = this.#write();
		if (isNew) this.#changed(place);
		return written;
	}

	/** Resolves when no write is under way. Never rejects. */
	async settled(): Promise<void> {
		await this.#lastWrite?.catch(() => {});
	}

	#write(): Promise<void> {
		this.#nextWrite ??= this.#writeWaiting();
		this.#lastWrite = this.#nextWrite;
		return this.#nextWrite;
	}

	async #writeWaiting(): Promise<void> {
		let written: Places | undefined;
		try {
			await this.#file.change((stored) => {
				this.#nextWrite = undefined;
				written = this.#waiting;
				return joinPlaces(stored, written, this.#now());
			});
		} finally {
			// The file could not be locked or read.
			if (!written) this.#nextWrite = undefined;
		}
		if (this.#waiting === written) this.#waiting = {};
	}

	#update(): void {
		const before = this.#known;
		this.#known = joinPlaces(this.#file.value, this.#waiting, this.#now());
		for (const place of new Set([...Object.keys(before), ...Object.keys(this.#known)]))
			if (!isDeepStrictEqual(before[place], this.#known[place])) this.#changed(place);
	}
}
