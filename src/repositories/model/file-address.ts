import { type Revision, readRevision, spellRevision } from './revision.ts';

/** Where a file or folder of a repository is. */
export interface FileAddress {
	/** The name of the forge. Upper and lower case do not matter. */
	readonly instance: string;
	/** With the tilde. */
	readonly owner: string;
	readonly repository: string;
	readonly revision: Revision;
	/** Without a slash at the start; empty for the whole tree. */
	readonly path: string;
	/** Whether a symbolic link stands for its own text, and a submodule for its commit, as in a comparison. */
	readonly isRaw?: boolean;
}

/** The parts of the address that the editor uses. Neither part is percent-encoded. */
export interface UriParts {
	readonly authority: string;
	readonly path: string;
	readonly query?: string;
}

const rawQuery = 'raw';

export const filesScheme = 'tildeforge';

export function spellAddress({ instance, owner, repository, revision, path, isRaw }: FileAddress): UriParts {
	const root = `/${owner}/${repository}/${spellRevision(revision)}`;
	return {
		authority: instance,
		path: path === '' ? root : `${root}/${path}`,
		...(isRaw && { query: rawQuery }),
	};
}

/** Undefined for an address that is not in a tree of a repository. */
export function readAddress({ authority, path, query }: UriParts): FileAddress | undefined {
	const [, owner, repository, revision, rest = ''] =
		/^\/(~[^/]+)\/([^/]+)\/([^/]+)(?:\/(.*))?$/s.exec(path) ?? [];
	if (authority === '' || owner === undefined || repository === undefined || revision === undefined)
		return undefined;
	return {
		instance: authority,
		owner,
		repository,
		revision: readRevision(revision),
		path: rest.replace(/\/+$/, ''),
		...(query === rawQuery && { isRaw: true }),
	};
}
