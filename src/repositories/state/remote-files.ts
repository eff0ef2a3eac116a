import { createHash } from 'node:crypto';
import { timeOfDay } from '../../base/clock.ts';
import { LruCache } from '../../base/lru-cache.ts';
import { ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import type { GitTree, GitTreeEntry, Objects } from '../../platform/git/objects.ts';
import { type FileAddress, formatFileAddress } from '../model/file-address.ts';
import { findEntry, maxTargetsRead } from '../model/find-entry.ts';
import { isHiddenName } from '../model/hidden-names.ts';
import { joinPath } from '../model/paths.ts';
import { type Revision, revisionName } from '../model/revision.ts';

/** A repository, as one of the accounts sees it. */
export interface RepositorySource {
	readonly objects: Objects;
	/** The commit or annotated tag that a revision names; undefined if there is no such branch or tag. */
	commitOf(revision: Revision): Promise<string | undefined>;
}

/** A symbolic link that leads nowhere or out of the repository is a file with its target. */
export type FileType = 'file' | 'directory';

export interface FileStat {
	readonly type: FileType;
	readonly isLink: boolean;
	readonly size: number;
	/** VS Code gets it as the time of modification. It differs for different contents and, at a branch or tag, only grows. */
	readonly version: number;
}

export interface ListedFile {
	readonly name: string;
	readonly type: FileType;
	readonly isLink: boolean;
	/** The commit of a submodule. */
	readonly submodule?: string;
}

/** Asks whether to read a large file. Its size may be unknown. */
export type ConfirmLarge = (name: string, size: number | undefined) => Promise<boolean>;

/** Larger files are read only if the user confirms. */
const maxUnconfirmedBytes = 5 * 1024 * 1024;
/** Larger files cannot be read at all. */
const maxBytes = 64 * 1024 * 1024;

/** The most files whose versions are remembered. */
const maxVersions = 5000;

/** The version of a file or folder, and the id of its content. */
interface FileVersion {
	readonly id: string;
	readonly version: number;
}

/** What is at an address. `path` is where it really is, after following symbolic links. */
type Found = (
	| { readonly kind: 'directory'; readonly tree: GitTree }
	| { readonly kind: 'file' | 'submodule'; readonly entry: GitTreeEntry }
	/** The text of a symbolic link or submodule itself, or that of a commit. A different text has a different id. */
	| { readonly kind: 'raw'; readonly id: string; readonly bytes: Uint8Array }
) & { readonly path: string; readonly isLink: boolean };

/** The commit in which something was found. */
interface Origin {
	readonly objects: Objects;
	readonly commit: string;
	readonly root: GitTree;
}

/** The files and folders of remote repositories, by address. Failures are a `ForgeError`. */
export class RemoteFiles {
	/** The repository, once for each account that may see it, the most likely account first. */
	readonly #sources: (address: FileAddress) => readonly RepositorySource[];
	/** The text that shows the message of a commit. */
	readonly #commitText: (commit: Commit) => Promise<string>;
	/** The ids of the large files that the user has confirmed. */
	readonly #confirmed = new Set<string>();
	/** The newest versions at branches and tags, by address. */
	readonly #versions = new LruCache<FileVersion>(maxVersions, () => 1);

	constructor(
		sources: (address: FileAddress) => readonly RepositorySource[],
		commitText: (commit: Commit) => Promise<string>,
	) {
		this.#sources = sources;
		this.#commitText = commitText;
	}

	stat(address: FileAddress): Promise<FileStat> {
		return this.#find(address, async (found, { objects, commit }) => {
			const { isLink, path } = found;
			switch (found.kind) {
				case 'directory':
					return { type: 'directory', isLink, size: 0, version: this.#versionOf(address, found.tree.id) };
				case 'submodule':
					return { type: 'directory', isLink, size: 0, version: this.#versionOf(address, found.entry.id) };
				case 'raw':
					return {
						type: 'file',
						isLink,
						size: found.bytes.length,
						version: this.#versionOf(address, found.id),
					};
				case 'file': {
					const { id } = found.entry;
					const size = await this.#sizeOf(id, objects, { commit, path });
					if (size === undefined) throw missingFile(address);
					return { type: 'file', isLink, size, version: this.#versionOf(address, id) };
				}
			}
		});
	}

	/**
	 * At a branch or tag, each change of the content gets a higher version, also after a restart. VS Code shows a file whose version has become
	 * lower, but remembers the higher one, and would take a file that gets that version again for unchanged.
	 */
	#versionOf(address: FileAddress, id: string): number {
		if (address.revision.kind === 'commit') return Number.parseInt(id.slice(0, 10), 16) || 0;
		const key = JSON.stringify(formatFileAddress(address));
		const known = this.#versions.get(key);
		const version = known?.id === id ? known.version : Math.max(timeOfDay(), (known?.version ?? 0) + 1);
		this.#versions.set(key, { id, version });
		return version;
	}

	/**
	 * Undefined if the forge has no such file. Without a connection, the size is 0: VS Code then reads the file, which fails with the
	 * reason.
	 */
	async #sizeOf(
		id: string,
		objects: Objects,
		location: { readonly commit: string; readonly path: string },
	): Promise<number | undefined> {
		try {
			const blob = await objects.blob(id, { location, most: maxUnconfirmedBytes });
			if (blob?.kind === 'bytes') return blob.bytes.length;
			// A file of unknown size has more bytes than were to be read.
			return blob && (blob.size ?? maxUnconfirmedBytes + 1);
		} catch (error) {
			if (error instanceof ForgeError && isTransient(error)) return 0;
			throw error;
		}
	}

	/** The files and folders in a folder, without those of hidden names. A submodule is an empty folder: its files are in another repository. */
	list(address: FileAddress): Promise<readonly ListedFile[]> {
		return this.#find(address, async (found, origin) => {
			if (found.kind === 'submodule') return [];
			if (found.kind !== 'directory') throw new ForgeError('refused', `${nameOf(address)} is not a folder.`);
			const { path, tree } = found;
			let links = 0;
			return Promise.all(
				tree.entries
					.filter(({ name }) => !isHiddenName(name))
					.map(async ({ name, kind, id }): Promise<ListedFile> => {
						if (kind === 'submodule') return { name, type: 'directory', isLink: false, submodule: id };
						const type = kind === 'directory' ? 'directory' : 'file';
						if (kind !== 'symlink') return { name, type, isLink: false };
						links += 1;
						const target = links > maxTargetsRead ? 'file' : await typeOfLink(origin, joinPath(path, name));
						return { name, type: target, isLink: true };
					}),
			);
		});
	}

	read(address: FileAddress, confirmLarge: ConfirmLarge): Promise<Uint8Array> {
		return this.#find(address, async (found, { objects, commit }) => {
			const name = nameOf(address);
			if (found.kind === 'raw') return found.bytes;
			if (found.kind !== 'file') throw new ForgeError('refused', `${name} is a folder.`);
			const { id } = found.entry;
			const location = { commit, path: found.path };
			const first = await objects.blob(id, { location, most: maxUnconfirmedBytes });
			if (!first) throw missingFile(address);
			if (first.kind === 'bytes') return first.bytes;
			if ((first.size ?? 0) <= maxBytes) {
				const isConfirmed = this.#confirmed.has(id) || (await confirmLarge(name, first.size));
				if (!isConfirmed) throw new ForgeError('refused', `${name} was not opened, because it is large.`);
				this.#confirmed.add(id);
				const all = await objects.blob(id, { location, most: maxBytes });
				if (all?.kind === 'bytes') return all.bytes;
			}
			throw new ForgeError(
				'refused',
				`${name} is too large to be opened here. Clone the repository to open it.`,
			);
		});
	}

	async #lookUp({ form, path }: FileAddress, origin: Origin): Promise<Found | undefined> {
		if (form === 'raw') return lookUpRaw(origin, path);
		if (form !== 'message') return lookUp(origin, path);
		const commit = await origin.objects.commit(origin.commit);
		if (!commit) return undefined;
		const bytes = Buffer.from(await this.#commitText(commit));
		const id = createHash('sha1').update(bytes).digest('hex');
		return { kind: 'raw', id, bytes, path, isLink: false };
	}

	/** Uses the first account that can see the file. */
	async #find<T>(address: FileAddress, use: (found: Found, origin: Origin) => Promise<T>): Promise<T> {
		const sources = this.#sources(address);
		if (sources.length === 0) {
			throw new ForgeError('signed-out', `Sign in to ${address.instance} to see this file.`);
		}
		let refusal: ForgeError | undefined;
		for (const source of sources) {
			try {
				const commit = await source.commitOf(address.revision);
				if (commit === undefined) throw missingRevision(address);
				const root = await source.objects.rootTree(commit);
				const origin = root && { objects: source.objects, commit, root };
				const found = origin && (await this.#lookUp(address, origin));
				if (!found) throw missingFile(address);
				return await use(found, origin);
			} catch (error) {
				const mayOtherAccountSee =
					error instanceof ForgeError && (error.kind === 'missing' || error.kind === 'forbidden');
				if (!mayOtherAccountSee) throw error;
				refusal ??= error;
			}
		}
		throw refusal ?? missingFile(address);
	}
}

async function lookUp({ objects, commit, root }: Origin, path: string): Promise<Found | undefined> {
	const unfollowed = await findEntry(objects, root, path, { commit, followLast: false });
	const isLink = unfollowed.kind === 'entry' && unfollowed.entry.kind === 'symlink';
	const found = isLink ? await findEntry(objects, root, path, { commit }) : unfollowed;
	switch (found.kind) {
		case 'root':
			return { kind: 'directory', tree: found.tree, path: '', isLink };
		case 'bad-link':
		case 'missing': {
			const raw = isLink ? await lookUpRaw({ objects, commit, root }, path) : undefined;
			return raw && { ...raw, isLink };
		}
		case 'entry': {
			const { entry, path: real } = found;
			if (entry.kind === 'submodule') return { kind: 'submodule', entry, path: real, isLink };
			if (entry.kind !== 'directory') return { kind: 'file', entry, path: real, isLink };
			const tree = await objects.tree(entry.id);
			return tree && { kind: 'directory', tree, path: real, isLink };
		}
	}
}

async function lookUpRaw({ objects, commit, root }: Origin, path: string): Promise<Found | undefined> {
	const found = await findEntry(objects, root, path, { commit, followLast: false });
	if (found.kind !== 'entry') return undefined;
	const { entry, path: real } = found;
	const raw = { kind: 'raw', id: entry.id, path: real, isLink: false } as const;
	if (entry.kind === 'submodule') return { ...raw, bytes: Buffer.from(`Subproject commit ${entry.id}\n`) };
	if (entry.kind !== 'symlink') return lookUp({ objects, commit, root }, path);
	const blob = await objects.blob(entry.id, { location: { commit, path: real }, most: maxUnconfirmedBytes });
	return blob?.kind === 'bytes' ? { ...raw, bytes: blob.bytes } : undefined;
}

/** A link that cannot be read now counts as a file, as most links lead to files. The folder can be listed without it. */
async function typeOfLink(origin: Origin, path: string): Promise<FileType> {
	try {
		const target = await lookUp(origin, path);
		return target ? typeOf(target) : 'file';
	} catch (error) {
		if (error instanceof ForgeError) return 'file';
		throw error;
	}
}

const typeOf = ({ kind }: Found): FileType => (kind === 'file' || kind === 'raw' ? 'file' : 'directory');

const nameOf = ({ path, repository }: FileAddress): string => path.split('/').at(-1) || repository;

const missingFile = ({ path, owner, repository, revision }: FileAddress): ForgeError =>
	new ForgeError('missing', `${owner}/${repository} has no ${path || 'files'} at ${revisionName(revision)}.`);

const missingRevision = ({ owner, repository, revision }: FileAddress): ForgeError =>
	new ForgeError('missing', `${owner}/${repository} has no branch or tag ${revisionName(revision)}.`);
