import * as v from 'valibot';
import { steadyTime } from '../../base/clock.ts';
import { LruCache } from '../../base/lru-cache.ts';
import { SharedCalls } from '../../base/shared-calls.ts';
import { Commit } from '../../forge/shapes/repositories.ts';
import { blobId } from '../../platform/git/blob-id.ts';
import { firstOf } from '../../platform/git/first-of.ts';
import type {
	Blob,
	CloneObjects,
	Distance,
	GitTree,
	LogEntry,
	Objects,
	ReadBlob,
	ReadLogEntries,
	ReadObject,
} from '../../platform/git/objects.ts';
import { isObjectId } from '../../platform/git/tree-entries.ts';
import type { LogSource } from './log-reader.ts';
import type { ObjectFiles, StoredKind } from './object-files.ts';

const kinds = ['file', 'executable', 'symlink', 'directory', 'submodule'] as const;
const TreeFile = v.object({
	id: v.string(),
	entries: v.array(v.object({ name: v.string(), kind: v.picklist(kinds), id: v.string() })),
	problems: v.array(v.string()),
});
const CommitsFile = v.array(Commit);
const Id = v.pipe(v.string(), v.check(isObjectId));

/** How many entries of trees stay in memory. */
const recentEntries = 100_000;
/** How many commits stay in memory. */
const recentCommits = 2000;
/** How long what was found nowhere is not looked for: views ask at each change, also of something else, and a fetch can bring it. */
const missingMs = 5000;
/** How many commits of a local clone are read at a time. */
const localLogCommits = 100;
/** Larger files of a local clone are not searched. */
const maxSearched = 16 * 1024 * 1024;

/** A source of objects that also has logs, and can tell which commit a revision stands for. */
export interface ResolvingObjects extends Objects, LogSource {
	resolve(revision: string, options?: ReadObject): Promise<string | undefined>;
}

/**
 * Reads objects from memory, the disk or a local clone if they are there, and keeps what it reads from the source. It does not store
 * what a local clone has, because that is on the disk already.
 */
export class ObjectCache implements Objects, LogSource {
	readonly #source: ResolvingObjects;
	readonly #files: ObjectFiles;
	readonly #locals: () => readonly CloneObjects[];
	readonly #trees = new LruCache<GitTree>(recentEntries, ({ entries }) => entries.length + 1);
	readonly #commits = new LruCache<Commit>(recentCommits, () => 1);
	readonly #distances = new LruCache<Distance>(recentCommits, () => 1);
	/** When to look again for what was found nowhere. */
	readonly #missing = new LruCache<number>(recentCommits, () => 1);
	readonly #treeReads = new SharedCalls<string, GitTree | undefined>();
	readonly #blobReads = new SharedCalls<string, Blob | undefined>();
	readonly #commitReads = new SharedCalls<string, Commit | undefined>();
	readonly #logReads = new SharedCalls<string, readonly Commit[]>();
	readonly #peeledReads = new SharedCalls<string, string | undefined>();

	/** `locals` returns the objects of the local clones that there are now. */
	constructor(
		source: ResolvingObjects,
		files: ObjectFiles,
		locals: () => readonly CloneObjects[] = () => [],
	) {
		this.#source = source;
		this.#files = files;
		this.#locals = locals;
	}

	async tree(id: string, options?: ReadObject): Promise<GitTree | undefined> {
		const known = this.#trees.get(id);
		if (!isObjectId(id) || (known && !known.isPartial)) return known;
		// If the source could not list a whole tree, only the disk or a local clone may have the rest of it.
		const read = async (signal: AbortSignal) =>
			this.#rememberTree(await this.#readJson('tree', id, TreeFile)) ??
			this.#rememberTree(await this.#local.tree(id, { signal })) ??
			known ??
			this.#keepTree(await this.#source.tree(id, { signal }));
		return this.#treeReads.join(id, read, options?.signal);
	}

	async rootTree(commit: string, options?: ReadObject): Promise<GitTree | undefined> {
		if (!isObjectId(commit)) return undefined;
		const read = async (signal: AbortSignal): Promise<GitTree | undefined> => {
			const id = this.#commits.get(commit)?.tree || (await this.#readJson('root', commit, Id));
			const known = id === undefined ? undefined : await this.tree(id, { signal });
			const local = known ?? this.#rememberTree(await this.#local.rootTree(commit, { signal }));
			if (local) return local;
			const tree = await this.#source.rootTree(commit, { signal });
			if (tree) this.#writeJson('root', commit, tree.id);
			return this.#keepTree(tree);
		};
		return this.#treeReads.join(`root ${commit}`, read, options?.signal);
	}

	async blob(id: string, { location, most, signal }: ReadBlob): Promise<Blob | undefined> {
		if (!isObjectId(id)) return undefined;
		const read = async (stop: AbortSignal): Promise<Blob | undefined> => {
			const stored = await this.#blobOnDisk(id);
			if (stored && stored.length > most) return { kind: 'too-large', size: stored.length };
			if (stored) return { kind: 'bytes', bytes: stored };
			const local = await this.#local.blob(id, { most, signal: stop });
			if (local) return local;
			const blob = await this.#source.blob(id, { most, signal: stop, ...(location && { location }) });
			if (blob?.kind === 'bytes') this.#files.write('blob', id, blob.bytes);
			return blob;
		};
		// A read without a location must not be shared with one that has it: some servers find a blob only by its location.
		return this.#blobReads.join(`${id} ${most} ${location !== undefined}`, read, signal);
	}

	async commit(id: string, options?: ReadObject): Promise<Commit | undefined> {
		const known = this.#commits.get(id);
		if (known || !isObjectId(id)) return known;
		const read = async (signal: AbortSignal) => {
			const stored = await this.storedCommit(id, { signal });
			const commit = stored ?? (await this.#source.commit(id, { signal }));
			if (commit) this.#commits.set(id, commit);
			if (commit && !stored) this.#writeJson('commit', id, commit);
			return commit;
		};
		return this.#commitReads.join(id, read, options?.signal);
	}

	/** Whether there is a local clone. */
	get hasClone(): boolean {
		return this.#locals().length > 0;
	}

	/** A commit that is in memory, on the disk or in a local clone. Sends no request. */
	async storedCommit(id: string, options?: ReadObject): Promise<Commit | undefined> {
		const known = this.#commits.get(id);
		if (known || !isObjectId(id)) return known;
		return this.#unlessMissing(id, async () => {
			const stored = (await this.#readJson('commit', id, Commit)) ?? (await this.#local.commit(id, options));
			if (stored) this.#commits.set(id, stored);
			return stored;
		});
	}

	/** How far a commit is from another one, if a local clone knows that. Sends no request. */
	async distance(one: string, other: string, options?: ReadObject): Promise<Distance | undefined> {
		const key = `${one} ${other}`;
		const known = this.#distances.get(key);
		if (known) return known;
		return this.#unlessMissing(key, async () => {
			const distance = await this.#local.distance(one, other, options);
			if (distance) this.#distances.set(key, distance);
			return distance;
		});
	}

	/** The log of a commit never changes, so it is read once. That of a reference is read each time. */
	async log(revision: string, options?: ReadObject): Promise<readonly Commit[]> {
		if (!isObjectId(revision)) return this.#source.log(revision, options);
		const read = async (signal: AbortSignal) => {
			const onDisk =
				(await this.#local.log(revision, { most: localLogCommits, signal })) ??
				(await this.#readJson('log', revision, CommitsFile));
			const commits = onDisk ?? (await this.#source.log(revision, { signal }));
			this.remember(commits);
			// A log without its first commit is not kept: the forge has sent something that could not be read.
			if (!onDisk && commits[0]?.id === revision) this.#writeJson('log', revision, commits);
			return commits;
		};
		return this.#logReads.join(revision, read, options?.signal);
	}

	/** What a local clone that has the whole history says about commits of a log. Undefined if there is none. */
	async localLogEntries(commit: string, options: ReadLogEntries): Promise<readonly LogEntry[] | undefined> {
		return this.#local.logEntries(commit, options);
	}

	/** The commit of an annotated tag. For the id of a commit, the id itself. */
	async peel(id: string, options?: ReadObject): Promise<string | undefined> {
		if (!isObjectId(id)) return undefined;
		if (this.#commits.get(id)) return id;
		const read = async (signal: AbortSignal) => {
			const stored = await this.#readJson('peeled', id, Id);
			if (stored !== undefined) return stored;
			if (await this.#local.commit(id, { signal })) return id;
			const commit = await this.#source.resolve(id, { signal });
			if (commit !== undefined) this.#writeJson('peeled', id, commit);
			return commit;
		};
		return this.#peeledReads.join(id, read, options?.signal);
	}

	/** Remembers commits that were read in another way, such as those of a log. */
	remember(commits: Iterable<Commit>): void {
		for (const commit of commits) if (isObjectId(commit.id)) this.#commits.set(commit.id, commit);
	}

	/** The content of a blob if it is on the disk or in a local clone, for searching without requests. */
	async storedBlob(id: string): Promise<Uint8Array | undefined> {
		if (!isObjectId(id)) return undefined;
		const stored = await this.#blobOnDisk(id);
		if (stored) return stored;
		const local = await this.#local.blob(id, { most: maxSearched });
		return local?.kind === 'bytes' ? local.bytes : undefined;
	}

	/** The ids of the blobs that `storedBlob` may find. Undefined if there is a local clone, whose blobs are not listed. */
	async storedBlobIds(): Promise<ReadonlySet<string> | undefined> {
		return this.#locals().length > 0 ? undefined : this.#files.idsOf('blob');
	}

	/** Reads what was not missing a short time ago, with as many clones. */
	async #unlessMissing<T>(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
		const asked = `${this.#locals().length} ${key}`;
		if (steadyTime() < (this.#missing.get(asked) ?? 0)) return undefined;
		const found = await read();
		if (found === undefined) this.#missing.set(asked, steadyTime() + missingMs);
		return found;
	}

	async #blobOnDisk(id: string): Promise<Uint8Array | undefined> {
		const bytes = await this.#files.read('blob', id);
		return bytes && blobId(bytes, id) === id ? bytes : undefined;
	}

	get #local(): CloneObjects {
		return firstOf(this.#locals());
	}

	#rememberTree(tree: GitTree | undefined): GitTree | undefined {
		if (tree) this.#trees.set(tree.id, tree);
		return tree;
	}

	#keepTree(tree: GitTree | undefined): GitTree | undefined {
		// A partial tree is not written, because the rest may be read later, for example from a local clone.
		if (tree && !tree.isPartial) this.#writeJson('tree', tree.id, tree);
		return this.#rememberTree(tree);
	}

	async #readJson<T>(
		kind: StoredKind,
		id: string,
		shape: v.GenericSchema<unknown, T>,
	): Promise<T | undefined> {
		const text = await this.#files.readText(kind, id);
		const read = text === undefined ? undefined : v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
		return read?.success ? read.output : undefined;
	}

	#writeJson(kind: StoredKind, id: string, value: unknown): void {
		this.#files.writeText(kind, id, JSON.stringify(value));
	}
}
