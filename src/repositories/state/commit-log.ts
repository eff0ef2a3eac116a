import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Pages } from '../../forge/pages.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import { CachedValue, type ValueStore } from '../../platform/state/cached-value.ts';

interface CommitLogOptions {
	/** The commits in the server's order, from the newest or from `start`, which is repeated. */
	readonly pages: (start: string | undefined, signal: AbortSignal) => Pages<Commit>;
	/** Keeps the newest commits. */
	readonly store: ValueStore<readonly Commit[]>;
	readonly log: Log;
	readonly now?: () => number;
}

/** The history of a repository, in the server's order: the newest page from the disk at once, and earlier ones as they are requested. */
export class CommitLog implements Disposable {
	readonly #options: CommitLogOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #newest: CachedValue<readonly Commit[]>;
	/** The commits after the newest page. They end when the newest page changes. */
	#earlier: readonly Commit[] = [];
	#isAtEnd = false;
	#loading: Promise<void> | undefined;
	#firstPage: readonly Commit[] | undefined;

	constructor(options: CommitLogOptions) {
		this.#options = options;
		const { pages, store, log, now } = options;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for a history failed', failure)),
		);
		this.#newest = this.#lifetime.add(
			new CachedValue<readonly Commit[]>({
				read: (signal) => firstPage(pages(undefined, signal)),
				store,
				log,
				...(now && { now }),
			}),
		);
		this.#lifetime.add(this.#newest.onDidChange(() => this.#didRead()));
	}

	/** The commits that were read, the newest first; undefined before the first answer. */
	get all(): readonly Commit[] | undefined {
		const { value } = this.#newest;
		return value && [...value, ...this.#earlier];
	}

	/** The id of the newest commit; undefined if there is none, or none is known. */
	get newest(): string | undefined {
		return this.#newest.value?.[0]?.id;
	}

	/** Whether there are earlier commits than those in `all`. */
	get hasMore(): boolean {
		if (this.#isAtEnd) return false;
		const { all = [] } = this;
		const ids = new Set(all.map(({ id }) => id));
		return all.some(({ parents }) => parents.some((parent) => !ids.has(parent)));
	}

	get lastError(): ForgeError | undefined {
		return this.#newest.lastError;
	}

	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	open(): Promise<void> {
		return this.#newest.open();
	}

	refresh(): Promise<void> {
		return this.#newest.refresh();
	}

	/** Reads the next page. Fails with a `ForgeError`. */
	loadMore(): Promise<void> {
		this.#loading ??= this.#loadMore().finally(() => {
			this.#loading = undefined;
		});
		return this.#loading;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #loadMore(): Promise<void> {
		const known = this.all ?? [];
		const before = this.#newest.value;
		const rows = await firstPage(this.#options.pages(known.at(-1)?.id, this.#lifetime.signal));
		// The history may have been rewritten meanwhile: these commits may not belong to it.
		if (before !== this.#newest.value) return;
		const ids = new Set(known.map(({ id }) => id));
		const fresh = rows.filter(({ id }) => !ids.has(id));
		this.#isAtEnd = fresh.length === 0;
		this.#earlier = [...this.#earlier, ...fresh];
		this.#changes.fire();
	}

	#didRead(): void {
		const { value } = this.#newest;
		if (value !== this.#firstPage && !isDeepStrictEqual(value, this.#firstPage)) {
			this.#firstPage = value;
			this.#earlier = [];
			this.#isAtEnd = false;
		}
		this.#changes.fire();
	}
}

/** The first page. Some servers answer that the history of an empty repository is missing. */
async function firstPage(pages: Pages<Commit>): Promise<readonly Commit[]> {
	try {
		for await (const { rows } of pages) return rows;
	} catch (error) {
		if (!(error instanceof ForgeError) || error.kind !== 'missing') throw error;
	}
	return [];
}
