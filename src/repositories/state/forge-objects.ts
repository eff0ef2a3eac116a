import type { Client } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { repositoryRows } from '../../forge/rows/repositories.ts';
import type * as forge from '../../forge/shapes/repositories.ts';
import { blobId } from '../../platform/git/blob-id.ts';
import type { Blob, GitTree, Objects, ReadBlob, ReadObject } from '../../platform/git/objects.ts';
import { isObjectId, type RawEntry, toTree } from '../../platform/git/tree-entries.ts';

export type RepositoryClient = Client<typeof repositoryRows>;

export interface RemoteRepository {
	readonly client: RepositoryClient;
	/** With the tilde. */
	readonly owner: string;
	readonly repository: string;
}

/** The limit of a response is never lower: an error page may be larger than a small file. */
const leastLimit = 64 * 1024;

/** The objects of a repository on a forge. */
export class ForgeObjects implements Objects {
	readonly #client: RepositoryClient;
	readonly #repository: { readonly owner: string; readonly repository: string };

	constructor({ client, owner, repository }: RemoteRepository) {
		this.#client = client;
		this.#repository = { owner, repository };
	}

	async tree(id: string, options?: ReadObject): Promise<GitTree | undefined> {
		const answer = await this.#treeOf(id, options);
		// The route also accepts the id of a commit, and answers with the tree of the commit.
		return answer?.id === id ? treeOfAnswer(answer) : undefined;
	}

	async rootTree(commit: string, options?: ReadObject): Promise<GitTree | undefined> {
		const answer = await this.#treeOf(commit, options);
		if (!answer) return undefined;
		if (isObjectId(answer.id)) return treeOfAnswer(answer);
		throw new ForgeError('surprise', 'The forge sent a folder without a valid object ID.');
	}

	/**
	 * Some servers do not find a blob by its id, so its location is tried first if it is known. There, a server may find another file, because it
	 * takes a part of the path for a part of the reference.
	 */
	async blob(id: string, { location, most, signal }: ReadBlob): Promise<Blob | undefined> {
		const options = { maxBytes: Math.max(most, leastLimit), ...(signal && { signal }) };
		const isWanted = (blob: Blob | undefined) =>
			blob?.kind === 'too-large' || (blob && blobId(blob.bytes, id) === id);
		const atLocation =
			location &&
			(await this.#readBlob(most, () =>
				this.#client.blobAt({ ...this.#repository, ref: location.commit, path: location.path }, options),
			));
		if (isWanted(atLocation)) return atLocation;
		const byId = await this.#readBlob(most, () => this.#client.blob({ ...this.#repository, id }, options));
		if (isWanted(byId)) return byId;
		if (!atLocation && !byId) return undefined;
		throw new ForgeError('surprise', 'The forge sent a file whose content does not match its object ID.');
	}

	/** The API has no route for a single commit, so this reads the log that begins with it. */
	async commit(id: string, options?: ReadObject): Promise<forge.Commit | undefined> {
		const newest = await this.#newest(id, options);
		return newest?.id === id ? newest : undefined;
	}

	/** The commit that a reference, an annotated tag or an id stands for. */
	async resolve(revision: string, options?: ReadObject): Promise<string | undefined> {
		return (await this.#newest(revision, options))?.id;
	}

	/** The newest commits of the log of a reference or an id: one page, for the forge sends no more. */
	async log(revision: string, options?: ReadObject): Promise<readonly forge.Commit[]> {
		const pages = this.#client.logFrom({ ...this.#repository, ref: revision }, options);
		for await (const { rows } of pages) {
			options?.signal?.throwIfAborted();
			return rows;
		}
		return [];
	}

	async #newest(revision: string, options?: ReadObject): Promise<forge.Commit | undefined> {
		return (await ignoreMissing(() => this.log(revision, options)))?.[0];
	}

	#treeOf(ref: string, options?: ReadObject): Promise<forge.ForgeTree | undefined> {
		return ignoreMissing(() => this.#client.treeOf({ ...this.#repository, ref }, options));
	}

	async #readBlob(most: number, read: () => Promise<Uint8Array>): Promise<Blob | undefined> {
		try {
			const bytes = await ignoreMissing(read);
			if (!bytes) return undefined;
			if (bytes.length > most) return { kind: 'too-large', size: bytes.length };
			return { kind: 'bytes', bytes };
		} catch (error) {
			if (error instanceof ForgeError && error.tooLarge) return { kind: 'too-large', ...error.tooLarge };
			throw error;
		}
	}
}

function treeOfAnswer({ id, entries, is_complete }: forge.ForgeTree): GitTree {
	const tree = toTree(id, entries.map(toRawEntry));
	if (is_complete) return tree;
	const problem =
		'Some entries are missing, because the forge cannot list all of them. A local clone has them.';
	return { ...tree, problems: [...tree.problems, problem], isPartial: true };
}

/** The API promises the type of an entry. A server may leave out the mode. */
function toRawEntry({ name, id, type, mode }: forge.ForgeTreeEntry): RawEntry {
	if (type === 'tree') return { name, id, mode: 0o040000 };
	if (type === 'commit') return { name, id, mode: 0o160000 };
	return { name, id, mode };
}

/** Returns undefined for what the forge does not have. */
async function ignoreMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof ForgeError && error.kind === 'missing') return undefined;
		throw error;
	}
}
