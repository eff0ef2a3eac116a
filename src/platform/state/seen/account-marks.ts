import { isDeepStrictEqual } from 'node:util';
import { timeOfDay } from '../../../base/clock.ts';
import type { Storage } from '../../../base/files/storage.ts';
import { Jobs } from '../../../base/jobs.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { SettingFile } from '../store/setting-file.ts';
import { joinMarks, joinPlaces, type Marks, type MarksByPlace, MarksByPlaceShape, noMarks } from './marks.ts';

/** What an account has seen, in one file of all windows. */
export class AccountMarks {
	readonly #file: SettingFile<MarksByPlace>;
	readonly #changed: (place: string) => void;
	/** What is not on the disk yet. */
	#waiting: MarksByPlace = {};
	/** What is on the disk as far as is known, with what is not there yet. */
	#known: MarksByPlace = {};
	/** Outlives the lifetime: the window waits for them before it ends. */
	readonly #writes = new Jobs<'marks'>();

	constructor(
		storage: Storage,
		account: string,
		lifetime: Lifetime,
		log: Log,
		/** Called when marks of a place have changed in any window. */
		changed: (place: string) => void,
	) {
		this.#changed = changed;
		const name = ['seen', account] as const;
		this.#file = new SettingFile<MarksByPlace>({
			storage,
			name,
			shape: MarksByPlaceShape,
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
		const after = joinMarks(before, marks, timeOfDay());
		const isNew = !isDeepStrictEqual(after, before);
		if (!isNew && Object.keys(this.#waiting).length === 0) return Promise.resolve();
		this.#waiting = joinPlaces(this.#waiting, { [place]: marks }, timeOfDay());
		this.#known = { ...this.#known, [place]: after };
		const written = this.#writes.request('marks', () => this.#write());
		if (isNew) this.#changed(place);
		return written;
	}

	/** Resolves when no write is under way. Never rejects. */
	settled(): Promise<void> {
		return this.#writes.settled();
	}

	async #write(): Promise<void> {
		let written: MarksByPlace | undefined;
		await this.#file.change((stored) => {
			written = this.#waiting;
			return joinPlaces(stored, written, timeOfDay());
		});
		if (this.#waiting === written) this.#waiting = {};
	}

	#update(): void {
		const before = this.#known;
		this.#known = joinPlaces(this.#file.value, this.#waiting, timeOfDay());
		for (const place of new Set([...Object.keys(before), ...Object.keys(this.#known)]))
			if (!isDeepStrictEqual(before[place], this.#known[place])) this.#changed(place);
	}
}
