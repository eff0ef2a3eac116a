import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import { ValueCache, type ValueStore } from '../../platform/state/cache/value-cache.ts';
import type { LogReader } from './log-reader.ts';

/** The history of a repository, in the server's order. Has the newest page from the disk at once, and earlier pages on request. */
export class CommitLog implements Disposable {
	readonly #open: () => LogReader;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #newest: ValueCache<readonly Commit[]>;
	/** Has read the newest page, and perhaps earlier ones. Undefined while the newest page is known only from the disk. */
	#reader: LogReader | undefined;

	constructor(
		/** Creates a reader that begins at the newest commit. */
		open: () => LogReader,
		/** Stores the newest page. */
		store: ValueStore<readonly Commit[]>,
		log: Log,
	) {
		this.#open = open;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for a history failed', failure)),
		);
		const read = async (signal: AbortSignal) => {
			const reader = open();
			await reader.readMore(signal);
			return this.#didReadNewest(reader);
		};
		this.#newest = this.#lifetime.add(new ValueCache<readonly Commit[]>({ read, store, log }));
		this.#lifetime.add(this.#newest.onDidChange(() => this.#changes.fire()));
	}

	/** The commits that were read, the newest first; undefined before the first answer. */
	get all(): readonly Commit[] | undefined {
		return this.#reader?.commits ?? this.#newest.value;
	}

	/** Whether the newest page is being read. */
	get isReading(): boolean {
		return this.#newest.isReading;
	}

	/** The newest commit; undefined if there is none, or none is known. */
	get newest(): Commit | undefined {
		return this.all?.[0];
	}

	/** Whether there are earlier commits than those in `all`. */
	get hasMore(): boolean {
		if (this.#reader) return !this.#reader.isComplete;
		const { all = [] } = this;
		const ids = new Set(all.map(({ id }) => id));
		return all.some(({ parents }) => parents.some((parent) => !ids.has(parent)));
	}

	get lastError(): ForgeError | undefined {
		return this.#newest.lastError;
	}

	/** Fires when `all`, `hasMore` or `lastError` changes. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	open(): Promise<void> {
		return this.#newest.open();
	}

	/** Reads the newest page, and takes it from `readFirst` if that returns one. */
	refresh(readFirst?: () => Promise<readonly Commit[] | null | undefined>): Promise<void> {
		if (!readFirst) return this.#newest.refresh();
		return this.#newest.refresh(undefined, async () => {
			const commits = await readFirst();
			if (!commits) return undefined;
			const reader = this.#open();
			reader.begin(commits);
			return this.#didReadNewest(reader);
		});
	}

	/** Reads the next page. Fails with a `ForgeError`. */
	async loadMore(): Promise<void> {
		if (!this.#reader) {
			// Joins a refresh that is running, whose answer would otherwise replace what is read here.
			await this.#newest.refresh();
			if (this.lastError) throw this.lastError;
		}
		await this.#reader?.readMore(this.#lifetime.signal);
		this.#changes.fire();
	}

	/** Resolves when the newest page is on the disk. */
	settled(): Promise<void> {
		return this.#newest.settled();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#didReadNewest(reader: LogReader): readonly Commit[] {
		const newest = [...reader.commits];
		// The pages that were loaded stay.
		if (newest[0]?.id === this.#reader?.commits[0]?.id) return newest;
		if (this.#reader) reader.resume(this.#reader);
		this.#reader = reader;
		return newest;
	}
}
