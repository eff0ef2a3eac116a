import { ForgeError } from '../../forge/errors.ts';
import type { Objects } from '../../platform/git/objects.ts';
import type { FileAddress } from '../model/file-address.ts';
import { type Revision, revisionName } from '../model/revision.ts';
import { type FoundEntry, findEntry } from './find-entry.ts';

/** A repository, as one of the accounts sees it. */
export interface RepositorySource {
	readonly objects: Objects;
	/** The commit that a revision names; undefined if there is no such branch or tag. */
	commitOf(revision: Revision, signal?: AbortSignal): Promise<string | undefined>;
}

export type FileType = 'file' | 'directory' | 'unknown';

export interface FileStat {
	readonly type: FileType;
	readonly isLink: boolean;
	readonly size: number;
	/** Not a time, but a number that differs for different contents: VS Code reloads a file whose time or size has changed. */
	readonly version: number;
}

interface RemoteFilesOptions {
	/** The accounts that may see the repository, the most likely first. */
	readonly sources: (address: FileAddress) => Promise<readonly RepositorySource[]>;
	/** Asks whether to read a file of this size, which may be unknown. */
	readonly confirmLarge: (name: string, size: number | undefined) => Promise<boolean>;
}

/** Files with more bytes are read only if the user confirms. */
const confirmedBytes = 5 * 1024 * 1024;
/** Larger files cannot be read at all. */
const mostBytes = 64 * 1024 * 1024;

/** The files and folders of remote repositories, by address. Failures are a `ForgeError`. */
export class RemoteFiles {
	readonly #options: RemoteFilesOptions;

	constructor(options: RemoteFilesOptions) {
		this.#options = options;
	}

	async stat(address: FileAddress): Promise<FileStat> {
		return this.#find(address, async (found, { objects, commit }) => {
			const { isLink } = found;
			switch (found.kind) {
				case 'directory':
					return { type: 'directory', isLink, size: 0, version: versionOf(found.tree.id) };
				case 'submodule':
					return { type: 'directory', isLink, size: 0, version: versionOf(found.entry.id) };
				case 'broken-link':
					return { type: 'unknown', isLink: true, size: Buffer.byteLength(found.target), version: 0 };
				case 'file': {
					const place = { commit, path: found.path };
					const blob = await objects.blob(found.entry.id, { place, most: confirmedBytes });
					if (!blob) throw missingFile(address);
					const size = blob.kind === 'bytes' ? blob.bytes.length : (blob.size ?? confirmedBytes + 1);
					return { type: 'file', isLink, size, version: versionOf(found.entry.id) };
				}
			}
		});
	}

	/** The names in a folder. A submodule is an empty folder: its files are in another repository. */
	async list(
		address: FileAddress,
	): Promise<readonly { readonly name: string; readonly type: FileType; readonly isLink: boolean }[]> {
		return this.#find(address, async (found, at) => {
			if (found.kind === 'submodule') return [];
			if (found.kind !== 'directory') throw new ForgeError('refused', `${nameOf(address)} is not a folder.`);
			const { path, tree } = found;
			return Promise.all(
				tree.entries.map(async ({ name, kind }) => {
					if (kind !== 'symlink') {
						const isFolder = kind === 'directory' || kind === 'submodule';
						return { name, type: isFolder ? ('directory' as const) : ('file' as const), isLink: false };
					}
					const target = await findEntry(at, path === '' ? name : `${path}/${name}`);
					return { name, type: target ? typeOf(target) : ('unknown' as const), isLink: true };
				}),
			);
		});
	}

	async read(address: FileAddress): Promise<Uint8Array> {
		return this.#find(address, async (found, { objects, commit }) => {
			if (found.kind === 'broken-link') {
				const where = found.target === '' ? 'nowhere' : `to ${found.target}, which is not in this repository`;
				throw new ForgeError('refused', `${nameOf(address)} is a symbolic link that leads ${where}.`);
			}
			if (found.kind !== 'file') throw new ForgeError('refused', `${nameOf(address)} is a folder.`);
			const { id } = found.entry;
			const place = { commit, path: found.path };
			const first = await objects.blob(id, { place, most: confirmedBytes });
			if (!first) throw missingFile(address);
			if (first.kind === 'bytes') return first.bytes;
			if (!(await this.#options.confirmLarge(nameOf(address), first.size)))
				throw new ForgeError('refused', `${nameOf(address)} was not opened, because it is large.`);
			const all = await objects.blob(id, { place, most: mostBytes });
			if (all?.kind === 'bytes') return all.bytes;
			throw new ForgeError(
				'refused',
				`${nameOf(address)} is too large to be opened here. Clone the repository to open it.`,
			);
		});
	}

	/** The id of the object at an address, and the commit that its revision names. */
	async locate(address: FileAddress): Promise<{ readonly commit: string; readonly found: FoundEntry }> {
		return this.#find(address, async (found, { commit }) => ({ commit, found }));
	}

	/** Uses the first account that can see the repository. */
	async #find<T>(
		address: FileAddress,
		use: (found: FoundEntry, at: { readonly objects: Objects; readonly commit: string }) => Promise<T>,
	): Promise<T> {
		const sources = await this.#options.sources(address);
		if (sources.length === 0) {
			throw new ForgeError('signed-out', `Sign in to ${address.instance} to see this file.`);
		}
		let refusal: ForgeError | undefined;
		for (const source of sources) {
			try {
				const commit = await source.commitOf(address.revision);
				if (commit === undefined) throw missingRevision(address);
				const at = { objects: source.objects, commit };
				const found = await findEntry(at, address.path);
				if (!found) throw missingFile(address);
				return await use(found, at);
			} catch (error) {
				if (!(error instanceof ForgeError) || !/^(?:missing|forbidden)$/.test(error.kind)) throw error;
				refusal ??= error;
			}
		}
		throw refusal ?? missingFile(address);
	}
}

const typeOf = ({ kind }: FoundEntry): FileType =>
	kind === 'file' ? 'file' : kind === 'broken-link' ? 'unknown' : 'directory';

const versionOf = (id: string): number => Number.parseInt(id.slice(0, 10), 16) || 0;

const nameOf = ({ path, repository }: FileAddress): string => path.split('/').at(-1) || repository;

const missingFile = ({ path, owner, repository, revision }: FileAddress): ForgeError =>
	new ForgeError('missing', `${owner}/${repository} has no ${path || 'files'} at ${revisionName(revision)}.`);

const missingRevision = ({ owner, repository, revision }: FileAddress): ForgeError =>
	new ForgeError('missing', `${owner}/${repository} has no branch or tag ${revisionName(revision)}.`);
