import { isObjectId } from '../../platform/git/tree-entries.ts';
import { isHiddenName } from './hidden-names.ts';
import { formatRevision, type Revision, readRevision } from './revision.ts';

/** A repository, without the account that reads it. */
export interface RepositoryAddress {
	/** The name of the forge. Upper and lower case do not matter. */
	readonly instance: string;
	/** With the tilde. */
	readonly owner: string;
	readonly repository: string;
}

/** Where a file or folder of a repository is. */
export interface FileAddress extends RepositoryAddress {
	readonly revision: Revision;
	/** Without a slash at the start; empty for the whole tree. */
	readonly path: string;
	/** By default, the file or folder as a checkout would have it. */
	readonly form?: FileForm;
}

/** The parts of the address that the editor uses. Neither part is percent-encoded. */
export interface UriParts {
	readonly authority: string;
	readonly path: string;
	readonly query?: string;
}

const forms = ['raw', 'message'] as const;

/**
 * As `raw`, a symbolic link stands for its own text and a submodule for its commit, as in a comparison. As `message`, the file is no
 * part of the tree but shows what is known about the commit.
 */
type FileForm = (typeof forms)[number];

export const filesScheme = 'tildeforge';

/**
 * Marks a name that is hidden from folders. Only addresses that Tildeforge makes have the mark: VS Code and other extensions look for
 * `.vscode` without the mark, and find nothing. A name that itself begins with the mark gets another one, so one mark is always removed.
 */
const hiddenMark = ':';

const formatPath = (path: string): string =>
	path
		.split('/')
		.map((name) => (isHiddenName(name) ? hiddenMark + name : name))
		.join('/');

/** Undefined for a path that has a hidden name without the mark. */
function readPath(path: string): string | undefined {
	const names = path.split('/');
	if (names.some((name) => !name.startsWith(hiddenMark) && isHiddenName(name))) return undefined;
	return names.map((name) => (name.startsWith(hiddenMark) ? name.slice(hiddenMark.length) : name)).join('/');
}

/**
 * The folder of a repository at a revision, such as `editor (main)`. Where VS Code opens a single folder, this is its name: in the title of
 * the window, in the Explorer and among the recent folders. Neither a repository nor a reference has a space in its name.
 */
const nameFolder = (repository: string, revision: string): string => `${repository} (${revision})`;

export function formatFileAddress({
	instance,
	owner,
	repository,
	revision,
	path,
	form,
}: FileAddress): UriParts {
	const root = `/${owner}/${nameFolder(repository, formatRevision(revision))}`;
	return {
		authority: instance,
		path: path === '' ? root : `${root}/${formatPath(path)}`,
		...(form && { query: form }),
	};
}

/**
 * The address of a file in a comparison, with the commit in the query: VS Code shows a file as renamed if the paths of its two versions
 * differ.
 */
export function formatComparisonAddress(address: FileAddress): UriParts {
	const { instance, owner, repository, revision, path, form } = address;
	if (revision.kind !== 'commit') return formatFileAddress(address);
	const root = `/${owner}/${repository}`;
	const commit = `commit=${revision.id}`;
	return {
		authority: instance,
		path: path === '' ? root : `${root}/${formatPath(path)}`,
		query: form ? `${commit}&${form}` : commit,
	};
}

/** The repository of a file in a comparison. Undefined for other files. */
export function comparedRepository({ authority, path, query = '' }: UriParts): string | undefined {
	const [root] = /^\/[^/]+\/[^/]+/.exec(path) ?? [];
	return query.startsWith('commit=') && root !== undefined ? authority + root : undefined;
}

/** Moves the commit of a compared address to the path. */
function withCommitInPath(parts: UriParts): UriParts {
	const [, id = '', form = ''] = /^commit=([0-9a-f]+)(?:&(\w+))?$/.exec(parts.query ?? '') ?? [];
	const [, owner, repository, rest] = /^\/([^/]+)\/([^/]+)(.*)$/s.exec(parts.path) ?? [];
	if (!isObjectId(id) || owner === undefined || repository === undefined) return parts;
	return { ...parts, path: `/${owner}/${nameFolder(repository, id)}${rest}`, query: form };
}

/** Undefined for an address that is not in a tree of a repository, or that has a hidden name without the mark. */
export function readAddress(parts: UriParts): FileAddress | undefined {
	const { authority, path, query } = withCommitInPath(parts);
	const [, owner, repository, revision, rest = ''] =
		/^\/(~[^/]+)\/([^/]+) \(([^/]+)\)(?:\/(.*))?$/s.exec(path) ?? [];
	if (authority === '' || owner === undefined || repository === undefined || revision === undefined)
		return undefined;
	const form = forms.find((one) => one === query);
	const pathInTree = readPath(rest.replace(/\/+$/, ''));
	if (pathInTree === undefined) return undefined;
	return {
		instance: authority,
		owner,
		repository,
		revision: readRevision(revision),
		path: pathInTree,
		...(form && { form }),
	};
}
