import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { isRecent, steadyTime, timeOfDay } from '../../base/clock.ts';
import { type Coalesced, coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Shape } from '../../forge/contract/read.ts';
import { jsonFormat, SharedFile } from '../../platform/state/store/shared-file.ts';

/** A report is written at most this often, because each delivery changes it. */
const writeDelayMs = 500;
/** How often a window writes its report again, to show that it still holds, and the others read it. */
const againMs = 20_000;
/** Older reports are from a window that was killed some time ago. */
const longestAgeMs = 60_000;

interface Report<T> {
	readonly window: string;
	/** When the window has last written it. */
	readonly at: number;
	readonly value: T | undefined;
}

/**
 * A value that one window of the machine reports to the others, in a file that it writes again as long as the report holds. The report of a
 * killed window counts until another window writes one, or for a minute. If two windows report, the last one counts.
 */
export class WindowReport<T> implements Disposable {
	readonly #file: SharedFile<Report<T>>;
	/** What this window has to report; undefined if it is not the one that reports. */
	readonly #own: () => T | undefined;
	readonly #window = randomUUID();
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Fires when `other` has changed. */
	readonly onDidChange = this.#changes.event;
	/** Resolves when what was reported before this window was opened is known. */
	readonly isOpen: Promise<void>;
	#other: T | undefined;
	/** The last report of this window, as JSON. Undefined if there is none. */
	#written: string | undefined;
	#writtenAt = Number.NEGATIVE_INFINITY;
	/** When this window last had nothing to report. */
	#absentAt = Number.NEGATIVE_INFINITY;
	readonly #requestWrite: Coalesced;

	constructor(
		name: string,
		shape: Shape<T>,
		own: () => T | undefined,
		{ storage, log }: { readonly storage: Storage; readonly log: Log },
	) {
		const format = jsonFormat<Report<T>>(
			v.object({ window: v.string(), at: v.number(), value: shape }),
			// What another version has written is soon replaced.
			{ window: '', at: 0, value: undefined },
		);
		this.#file = new SharedFile({ storage, name: ['live', name], format, log });
		this.#own = own;
		this.#requestWrite = coalesce(this.#lifetime, writeDelayMs, () => this.#write(), {
			onError: (failure) =>
				log.warn(`What this window reports could not be written to live/${name}`, failure),
			// A webhook may fail for a moment only. Other windows have to see that, because they then read what was perhaps not delivered.
			soon: true,
		});
		const read = this.#file.watch(this.#lifetime, () => this.#read());
		this.isOpen = this.#read().catch(() => read());
		this.#lifetime.interval(() => (own() === undefined ? read() : this.publish()), againMs);
	}

	/** What another window reports. In the window that reports, what another one reported before. */
	get other(): T | undefined {
		return this.#other;
	}

	/** Call when what this window has to report may have changed. */
	publish(): void {
		if (this.#own() === undefined) this.#absentAt = steadyTime();
		this.#requestWrite();
	}

	/** Resolves when the others can know what this window reports, or that it no longer does. */
	publishNow(): Promise<void> {
		this.publish();
		return this.#requestWrite.flush();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #write(): Promise<void> {
		const value = this.#own();
		const text = JSON.stringify(value);
		const now = steadyTime();
		const hasNothing = text === undefined && this.#written === undefined;
		// While this window had nothing to report, another window may have replaced this window's report, and removed its own again.
		const isThere = this.#absentAt < this.#writtenAt && now - this.#writtenAt < againMs / 2;
		if (hasNothing || (text === this.#written && isThere)) return;
		const window = this.#window;
		await this.#file.change(
			(last) => {
				if (value !== undefined) return { window, at: timeOfDay(), value };
				return last?.window === window ? undefined : last;
			},
			{ isDurable: false },
		);
		this.#written = text;
		this.#writtenAt = now;
		// While this window reported, it did not read.
		if (value === undefined) await this.#read();
	}

	async #read(): Promise<void> {
		if (this.#own() !== undefined) return;
		const last = await this.#file.read();
		const isOther = last !== undefined && last.window !== this.#window;
		const other = isOther && isRecent(last.at, longestAgeMs) ? last.value : undefined;
		const hasChanged = JSON.stringify(other) !== JSON.stringify(this.#other);
		this.#other = other;
		if (hasChanged) this.#changes.fire();
	}
}
