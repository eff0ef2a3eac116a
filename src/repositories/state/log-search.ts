import { nextTurn } from '../../base/clock.ts';
import { append } from '../../base/collections.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import type { LogEntry } from '../../platform/git/objects.ts';
import { CommitMatcher, type CommitQuery, isEmptyQuery } from '../model/commits/commit-query.ts';
import { LogReader } from './log-reader.ts';
import type { ObjectCache } from './object-cache.ts';
import { PathChanges } from './path-changes.ts';

/** How many commits are compared at a time if a query has paths. Each takes a few requests. */
const parallel = 6;
/** How many commits are compared before others may run. */
const maxAtOnce = 1000;
/** How many commits git lists at a time. Many, because git walks again through all that it has listed before. */
const clonePage = 10_000;
/** A search in a clone pauses when it has found so many. */
const maxFound = 1000;

/** Finds the commits of a log that match a query, the newest first. What was read stays read when the query changes. */
export class LogSearch {
	/** The first commit of the log. */
	readonly #start: string;
	readonly #log: LogReader;
	readonly #objects: ObjectCache;
	readonly #matcher = new CommitMatcher();
	readonly #paths = new Map<string, PathChanges>();
	#query: CommitQuery = { words: [], authors: [], paths: [] };
	#found: Commit[] = [];
	#searched = 0;
	#last: LogEntry | undefined;
	/** Whether a local clone is searched. Undefined if that is not known yet. */
	#isInClone: boolean | undefined;
	#isComplete = false;

	constructor(objects: ObjectCache, start: string) {
		this.#objects = objects;
		this.#start = start;
		this.#log = new LogReader(objects, start);
	}

	/** The matching commits among those that were searched. */
	get found(): readonly Commit[] {
		return this.#found;
	}

	/** How many commits were searched. In a local clone, git leaves out those that did not change the path. */
	get searched(): number {
		return this.#searched;
	}

	/** How many commits were read, for this query or another one. */
	get read(): number {
		return this.#log.commits.length;
	}

	/** The last commit that was searched. */
	get last(): LogEntry | undefined {
		return this.#last;
	}

	/** Whether a local clone is searched. */
	get isInClone(): boolean {
		return this.#isInClone === true;
	}

	/** Whether all commits were searched. */
	get isComplete(): boolean {
		return this.#isComplete;
	}

	/** Begins again at the newest commit. A running search must have been aborted. */
	setQuery(query: CommitQuery): void {
		this.#query = query;
		// Without a query, the log is shown page by page. A clone would be searched as a whole.
		this.#isInClone = isEmptyQuery(query) ? false : undefined;
		this.#begin();
	}

	/**
	 * Searches until at least `count` commits are searched, and reads more of the log if need be. In a local clone, searches all. Fails with a
	 * `ForgeError`. After a failure, the next call continues.
	 */
	async search(count: number, signal: AbortSignal, didAdvance: () => void): Promise<void> {
		const isInClone = this.#isInClone !== false && (await this.#searchClone(signal, didAdvance));
		if (!isInClone) await this.#searchLog(count, signal, didAdvance);
	}

	#begin(): void {
		this.#found = [];
		this.#searched = 0;
		this.#last = undefined;
		this.#isComplete = false;
		// What is known about the paths of many queries would take much memory.
		this.#paths.clear();
	}

	/** Returns false if no clone has the whole history. */
	async #searchClone(signal: AbortSignal, didAdvance: () => void): Promise<boolean> {
		const query = this.#query;
		const enough = this.#found.length + maxFound;
		while (!this.#isComplete && this.#found.length < enough) {
			const options = { skip: this.#searched, most: clonePage, paths: query.paths.slice(0, 1), signal };
			const entries = await this.#objects.localLogEntries(this.#start, options);
			signal.throwIfAborted();
			if (!entries) {
				if (this.#isInClone) this.#begin();
				this.#isInClone = false;
				return false;
			}
			this.#isInClone = true;
			for (let at = 0; at < entries.length; at += maxAtOnce) {
				await this.#compare(entries.slice(at, at + maxAtOnce), signal);
				didAdvance();
				await nextTurn();
				signal.throwIfAborted();
				const isAtEnd = at + maxAtOnce >= entries.length;
				if (!isAtEnd && this.#found.length >= enough) return true;
			}
			this.#isComplete = entries.length < clonePage;
		}
		return true;
	}

	async #searchLog(count: number, signal: AbortSignal, didAdvance: () => void): Promise<void> {
		const { commits } = this.#log;
		const most = this.#query.paths.length > 0 ? parallel : maxAtOnce;
		while (!this.#isComplete && this.#searched < count) {
			if (this.#searched === commits.length) await this.#log.readMore(signal);
			// The query may have changed.
			signal.throwIfAborted();
			await this.#compare(commits.slice(this.#searched, this.#searched + most), signal);
			this.#isComplete = this.#log.isComplete && this.#searched === commits.length;
			didAdvance();
		}
	}

	async #compare(entries: readonly LogEntry[], signal: AbortSignal): Promise<void> {
		const query = this.#query;
		const matching = entries.filter((entry) => this.#matcher.matches(query, entry));
		const hasPaths = await Promise.all(matching.map((entry) => this.#changesPaths(query, entry, signal)));
		const found = await Promise.all(
			matching.filter((_, nth) => hasPaths[nth]).map(({ id }) => this.#objects.commit(id, { signal })),
		);
		signal.throwIfAborted();
		append(
			this.#found,
			found.filter((commit) => commit !== undefined),
		);
		this.#searched += entries.length;
		this.#last = entries.at(-1) ?? this.#last;
	}

	async #changesPaths({ paths }: CommitQuery, entry: LogEntry, signal: AbortSignal): Promise<boolean> {
		// Git has compared the first path, but it also lists merges that have taken it from a parent.
		const unknown = this.#isInClone && entry.parents.length < 2 ? paths.slice(1) : paths;
		for (const path of unknown) {
			const changes = this.#paths.get(path) ?? new PathChanges(this.#objects, path);
			this.#paths.set(path, changes);
			if (!(await changes.isChangedBy(entry, signal))) return false;
		}
		return true;
	}
}
