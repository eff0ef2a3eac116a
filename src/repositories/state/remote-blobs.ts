import { abortable, isAbort } from '../../base/abort.ts';
import { steadyTime } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { FailurePauses } from '../../base/failure-pauses.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { parseTime } from '../../forge/contract/read.ts';
import { type FindBlob, findInTree } from '../../platform/git/find-blob.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import type { Repositories, RepositoryAccount } from './repositories.ts';
import type { RepositoryCache } from './repository-cache.ts';

interface HeldRepository {
	readonly cache: RepositoryCache;
	/** When its newest commits were last asked for. */
	refreshedAt: number;
	readonly pauses: FailurePauses;
	/** When the files in `count` began to be counted. */
	countedFrom: number;
	count: number;
}

/** Newer commits are looked for after this time. */
const staleMs = 60_000;
const pauseMs = 60_000;
/** How many files of a repository are looked for in `periodMs`, because each may take a request. */
const maxFiles = 200;
const periodMs = 60_000;

/** Files of repositories on the forge, found by the beginnings of their blobs' ids: in the commit that a patch was probably made for, and in the newest one. */
export class RemoteBlobs implements Disposable {
	readonly #repositories: Repositories;
	readonly #log: Log;
	readonly #lifetime = new Lifetime();
	readonly #held = new WeakMap<RepositoryAccount, Map<string, HeldRepository>>();

	constructor(repositories: Repositories, log: Log) {
		this.#repositories = repositories;
		this.#log = log;
	}

	/** `madeAt` is when the patch was made, in milliseconds since 1970. Files that the forge does not send now count as missing. */
	of(key: RepositoryKey, madeAt: number | undefined): FindBlob {
		return async (abbreviated, options) => {
			const held = this.#hold(key);
			if (!held || held.pauses.isPaused('all') || !this.#countFile(held)) return undefined;
			const { signal } = options;
			const searched = new Set<string>();
			const search = async () => {
				for (const commit of commitsFor(held, madeAt)) {
					if (searched.has(commit)) continue;
					searched.add(commit);
					const found = await findInTree(held.cache.objects, commit)(abbreviated, options);
					if (found) return found;
				}
				return undefined;
			};
			try {
				await within(held.cache.history.open(), signal);
				// The file is identified by its id, so an older commit with it will do. Its folders and the file take no request if they are on the disk.
				const known = await search();
				if (known) return known;
				await within(this.#refresh(held), signal);
				return await search();
			} catch (error) {
				if (signal?.aborted || isAbort(error) || !(error instanceof ForgeError)) throw error;
				// Files that are read at the same time have the same failure.
				if (!held.pauses.isPaused('all'))
					this.#log.info(`Files of ${repositoryRef(key)} cannot be read for a minute`, error);
				held.pauses.begin('all');
			}
			return undefined;
		};
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#hold(key: RepositoryKey): HeldRepository | undefined {
		const account = this.#repositories.of(key.account);
		if (!account) return undefined;
		const ofAccount = this.#held.get(account) ?? new Map<string, HeldRepository>();
		this.#held.set(account, ofAccount);
		const name = repositoryRef(key);
		const known = ofAccount.get(name);
		if (known) return known;
		const cache = account.repositories.cache({ owner: key.owner, name: key.repository }, this.#lifetime);
		const never = Number.NEGATIVE_INFINITY;
		const pauses = new FailurePauses(pauseMs);
		const opened = { cache, pauses, refreshedAt: never, countedFrom: never, count: 0 };
		ofAccount.set(name, opened);
		return opened;
	}

	/** Counts a file that is looked for. Returns false if there were too many lately. */
	#countFile(held: HeldRepository): boolean {
		const now = steadyTime();
		if (now - held.countedFrom >= periodMs) Object.assign(held, { countedFrom: now, count: 0 });
		held.count += 1;
		return held.count <= maxFiles;
	}

	/** Reads the newest commits: one request, unless they were read just now. */
	async #refresh(held: HeldRepository): Promise<void> {
		if (steadyTime() - held.refreshedAt < staleMs) return;
		await held.cache.history.refresh();
		// If the forge cannot be reached, the known commits serve.
		held.refreshedAt = steadyTime();
	}
}

/** The known commits to search. */
function commitsFor({ cache }: HeldRepository, madeAt: number | undefined): readonly string[] {
	const all = cache.history.all ?? [];
	cache.objects.remember(all);
	const before = madeAt === undefined ? undefined : all.find(({ timestamp }) => isBefore(timestamp, madeAt));
	return [...new Set([before, all[0]].flatMap((commit) => commit?.id ?? []))];
}

const within = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
	signal ? abortable(work, signal) : work;

const isBefore = (timestamp: string, time: number): boolean => {
	const at = parseTime(timestamp);
	return at !== undefined && at <= time;
};
