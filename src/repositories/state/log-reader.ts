import { SharedCalls } from '../../base/shared-calls.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import type { ReadObject } from '../../platform/git/objects.ts';
import { addLog, type ReadCommit } from '../model/commits/read-commits.ts';

/** How many commits each page has at least, except for the last one. */
const leastCommits = 20;
/** How many requests a page makes at most. */
const maxRequests = 30;

/** Where logs are read. */
export interface LogSource {
	/** The newest commits of the log of an id, a branch or a tag. Rejects with a `ForgeError` if there is no such revision. */
	log(revision: string, options?: ReadObject): Promise<readonly Commit[]>;
}

/**
 * Lists the history of a revision, newest first, in pages.
 *
 * The forge sends only the newest commits of a log, and a log that continues from the last of them omits the branches that were merged after
 * it. So further pages are found as git finds them: the newest parent that was named and not yet listed is listed next.
 * Before that, the logs of the named parents that were not read yet are read. Reasons: docs/decisions/complete-logs.md.
 */
export class LogReader {
	readonly #source: LogSource;
	readonly #revision: string;
	readonly #listed: Commit[] = [];
	readonly #listedIds = new Set<string>();
	/** The parents of listed commits that are not listed yet, by id, in the order in which they were named. */
	readonly #awaited = new Set<string>();
	/** Commits that were read and are not listed yet, by id. */
	readonly #read = new Map<string, ReadCommit>();
	readonly #reads = new SharedCalls<'more', void>();
	#hasBegun = false;

	/** `revision` is an id, a branch or a tag. */
	constructor(source: LogSource, revision: string) {
		this.#source = source;
		this.#revision = revision;
	}

	/** Grows with each page. */
	get commits(): readonly Commit[] {
		return this.#listed;
	}

	/** Whether all commits have been listed. */
	get isComplete(): boolean {
		return this.#hasBegun && this.#awaited.size === 0;
	}

	/** Begins with the newest commits, which were read in another way. */
	begin(commits: readonly Commit[]): void {
		this.#hasBegun = true;
		for (const commit of commits) this.#list(commit);
	}

	/** Lists further commits as far as `earlier`, a reader of the log from before it has grown, has read them. Makes no requests. */
	resume(earlier: LogReader): void {
		for (const [id, read] of earlier.#read) this.#read.set(id, read);
		this.#keep(earlier.commits);
		while (this.#firstUnread() === undefined) {
			const newest = this.#newestRead();
			if (!newest) return;
			this.#list(newest);
		}
	}

	/** Reads the next page. Concurrent callers share it. After a failure, the next call continues where this one has stopped. */
	readMore(signal?: AbortSignal): Promise<void> {
		return this.#reads.join(
			'more',
			(stop) => (this.#hasBegun ? this.#readOlder(stop) : this.#readNewest(stop)),
			signal,
		);
	}

	async #readNewest(signal: AbortSignal): Promise<void> {
		this.begin(await this.#source.log(this.#revision, { signal }));
	}

	async #readOlder(signal: AbortSignal): Promise<void> {
		const leastListed = this.#listed.length + leastCommits;
		let requests = 0;
		while (this.#awaited.size > 0) {
			const unread = this.#firstUnread();
			if (unread !== undefined && this.#listed.length >= leastListed) return;
			if (unread !== undefined && requests < maxRequests) {
				await this.#readLogOf(unread, signal);
				requests += 1;
			} else {
				const newest = this.#newestRead();
				if (!newest) return;
				this.#list(newest);
			}
		}
	}

	#firstUnread(): string | undefined {
		for (const id of this.#awaited) if (!this.#read.has(id)) return id;
		return undefined;
	}

	#newestRead(): Commit | undefined {
		let newest: ReadCommit | undefined;
		for (const id of this.#awaited) {
			const one = this.#read.get(id);
			if (one && !(newest && newest.madeAt >= one.madeAt)) newest = one;
		}
		return newest?.commit;
	}

	#list(commit: Commit): void {
		this.#awaited.delete(commit.id);
		this.#read.delete(commit.id);
		if (this.#listedIds.has(commit.id)) return;
		this.#listedIds.add(commit.id);
		this.#listed.push(commit);
		for (const parent of commit.parents) if (!this.#listedIds.has(parent)) this.#awaited.add(parent);
	}

	#keep(log: readonly Commit[]): void {
		addLog(
			this.#read,
			log.filter(({ id }) => !this.#listedIds.has(id)),
		);
	}

	async #readLogOf(id: string, signal: AbortSignal): Promise<void> {
		this.#keep(await this.#source.log(id, { signal }));
		if (!this.#read.has(id))
			throw new ForgeError('surprise', `The forge sent a log of commit ${shortId(id)} without that commit.`);
	}
}
