import * as v from 'valibot';
import { SharedCalls } from '../../base/shared-calls.ts';
import { Commit } from '../../forge/shapes/repositories.ts';
import type { Blob, Objects, ReadBlob, ReadObject, Tree } from '../../platform/git/objects.ts';
import { isObjectId } from '../../platform/git/tree.ts';
import { blobId } from './blob-id.ts';
import type { ObjectFiles, StoredKind } from './object-files.ts';
import { Recent } from './recent.ts';

const kinds = ['file', 'executable', 'symlink', 'directory', 'submodule'] as const;
const TreeFile = v.object({
	id: v.string(),
	entries: v.array(v.object({ name: v.string(), kind: v.picklist(kinds), id: v.string() })),
	problems: v.array(v.string()),
});
const Id = v.pipe(v.string(), v.check(isObjectId));

/** How many entries of trees stay in memory. */
const recentEntries = 100_000;
/** How many commits stay in memory. */
const recentCommits = 2000;

/** A source of objects that can also tell which commit a revision stands for. */
export interface ResolvingObjects extends Objects {
	resolve(revision: string, options?: ReadObject): Promise<string | undefined>;
}

/** Reads objects from memory or the disk if they are there, and otherwise from the source, and stores those. */
export class ObjectCache implements Objects {
	readonly #source: ResolvingObjects;
	readonly #files: ObjectFiles;
	readonly #trees = new Recent<Tree>(recentEntries, ({ entries }) => entries.length + 1);
	readonly #commits = new Recent<Commit>(recentCommits, () => 1);
	readonly #treeReads = new SharedCalls<string, Tree | undefined>();
	readonly #blobReads = new SharedCalls<string, Blob | undefined>();
	readonly #commitReads = new SharedCalls<string, Commit | undefined>();
	readonly #peeledReads = new SharedCalls<string, string | undefined>();

	constructor(source: ResolvingObjects, files: ObjectFiles) {
		this.#source = source;
		this.#files = files;
	}

	async tree(id: string, options?: ReadObject): Promise<Tree | undefined> {
		const known = this.#trees.get(id);
		if (known || !isObjectId(id)) return known;
		const read = async (signal: AbortSignal) =>
			(await this.#storedTree(id)) ?? this.#keepTree(await this.#source.tree(id, { signal }));
		return this.#treeReads.join(id, read, options?.signal);
	}

	async rootTree(commit: string, options?: ReadObject): Promise<Tree | undefined> {
		if (!isObjectId(commit)) return undefined;
		const read = async (signal: AbortSignal): Promise<Tree | undefined> => {
			const id = this.#commits.get(commit)?.tree || (await this.#readJson('root', commit, Id));
			const known = id === undefined ? undefined : await this.tree(id, { signal });
			if (known) return known;
			const tree = await this.#source.rootTree(commit, { signal });
			if (tree) this.#writeJson('root', commit, tree.id);
			return this.#keepTree(tree);
		};
		return this.#treeReads.join(`root ${commit}`, read, options?.signal);
	}

	async blob(id: string, { location, most, signal }: ReadBlob): Promise<Blob | undefined> {
		if (!isObjectId(id)) return undefined;
		const read = async (stop: AbortSignal): Promise<Blob | undefined> => {
			const stored = await this.storedBlob(id);
			if (stored && stored.length > most) return { kind: 'too-large', size: stored.length };
			if (stored) return { kind: 'bytes', bytes: stored };
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
			const stored = await this.#readJson('commit', id, Commit);
			const commit = stored ?? (await this.#source.commit(id, { signal }));
			if (commit) this.#commits.set(id, commit);
			if (commit && commit !== stored) this.#writeJson('commit', id, commit);
			return commit;
		};
		return this.#commitReads.join(id, read, options?.signal);
	}

	/** The commit of an annotated tag. For the id of a commit, the id itself. */
	async peel(id: string, options?: ReadObject): Promise<string | undefined> {
		if (!isObjectId(id)) return undefined;
		if (this.#commits.get(id)) return id;
		const read = async (signal: AbortSignal) => {
			const stored = await this.#readJson('peeled', id, Id);
			if (stored !== undefined) return stored;
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

	/** The content of a blob if it is on the disk, for searching without requests. */
	async storedBlob(id: string): Promise<Uint8Array | undefined> {
		if (!isObjectId(id)) return undefined;
		const bytes = await this.#files.read('blob', id);
		return bytes && blobId(bytes, id) === id ? bytes : undefined;
	}

	async #storedTree(id: string): Promise<Tree | undefined> {
		const tree = await this.#readJson('tree', id, TreeFile);
		if (tree) this.#trees.set(id, tree);
		return tree;
	}

	#keepTree(tree: Tree | undefined): Tree | undefined {
		if (!tree) return undefined;
		this.#trees.set(tree.id, tree);
		this.#writeJson('tree', tree.id, tree);
		return tree;
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
