import { visible } from '../../base/text/invisible-characters.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { GitTree, GitTreeEntry, Objects } from '../../platform/git/objects.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import { filesScheme, formatFileAddress } from '../model/file-address.ts';
import { maxTargetsRead } from '../model/find-entry.ts';
import { isMisreadOnWindows } from '../model/hidden-names.ts';
import { joinPath } from '../model/paths.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import type { Revision } from '../model/revision.ts';
import { readLink, type SymlinkTarget } from '../state/entries/read-link.ts';
import type { SubmoduleFinder } from '../state/entries/submodules.ts';
import { unreadSubmoduleRow } from './submodule-rows.ts';

export interface TreeInput {
	readonly key: Extract<RepositoryTarget, { kind: 'entry' }>['key'];
	/** The name of the forge. */
	readonly instance: string;
	readonly objects: Objects;
	/** The revision whose tree is shown. */
	readonly revision: Revision;
	/** The commit or annotated tag that the revision names now. */
	readonly commit: string;
	/** The id of the row above the tree. Has no colon, so that no row of a tree has the id of a row of another tree. */
	readonly parentId: string;
	/** The tree of the commit; by default, the one whose rows are shown. */
	readonly root?: GitTree;
	/** The ids of the trees that contain the shown one. */
	readonly above?: readonly string[];
	/** Finds the files of submodules. */
	readonly submodules: SubmoduleFinder;
	/** In a submodule, its path below the row above the tree, with a slash at the end. */
	readonly prefix?: string;
}

/** The input of the rows below. */
interface FolderInput extends TreeInput {
	readonly root: GitTree;
	readonly above: readonly string[];
	readonly prefix: string;
}

/** More rows than a user reads. *Go to File* finds the rest. */
const maxRows = 1000;
/** How many of the folders that contain themselves are named. */
const maxEndless = 5;
/** How many of the names that Windows would misread are reported. */
const maxMisread = 5;
/** Comparing a hundred thousand names without a collator takes some twenty times as long. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The rows of a folder: folders first, then files, each by name. */
export async function entryRows(given: TreeInput, tree: GitTree, path: string): Promise<readonly Row[]> {
	const above = [...(given.above ?? []), tree.id];
	const input = { ...given, above, root: given.root ?? tree, prefix: given.prefix ?? '' };
	// A folder that contains itself could be expanded without end.
	const isEndless = ({ kind, id }: GitTreeEntry) => kind === 'directory' && above.includes(id);
	const endless = tree.entries.filter(isEndless);
	const entries = tree.entries.filter((entry) => !isEndless(entry));
	const problems = [
		...tree.problems.map(visible),
		...misreadProblems(tree),
		...endless.slice(0, maxEndless).map(({ name }) => containsItself(joinPath(path, name))),
		...(endless.length > maxEndless ? [moreContainThemselves(endless.length - maxEndless)] : []),
	];
	const sorted = entries.toSorted(
		(one, other) => Number(isFolder(other)) - Number(isFolder(one)) || names.compare(one.name, other.name),
	);
	const shown = sorted.slice(0, maxRows);
	const linksToRead = new Set(shown.filter(({ kind }) => kind === 'symlink').slice(0, maxTargetsRead));
	const rows = await Promise.all(shown.map((entry) => entryRow(input, entry, path, linksToRead.has(entry))));
	const left = entries.length - rows.length;
	const folder = rowId(input, path);
	return [
		...rows,
		...(left > 0 ? [moreRow(input, path, left)] : []),
		...problems.map((text, nth) => noticeRow(`tree/${folder}/${nth}`, 'info', text)),
	];
}

/** A row for the entries of a folder that are not shown. A click searches all files. */
function moreRow(input: FolderInput, path: string, count: number): Row {
	const { key, revision } = input;
	const folder: RepositoryTarget = { kind: 'entry', key, revision, path, isFolder: true };
	return noticeRow(`tree/${rowId(input, path)}/more`, 'ellipsis', `${formatNumber(count)} more`, {
		description: 'use Go to File',
		tooltip: 'Click to find a file by its name.',
		command: { id: 'tildeforge.goToRepositoryFile', title: 'Go to File', arguments: [folder] },
	});
}

const containsItself = (path: string): string =>
	`${visible(path)} is left out: it is the same folder as one that contains it.`;

const moreContainThemselves = (count: number): string =>
	count === 1
		? '1 more folder is left out because it contains itself.'
		: `${formatNumber(count)} more folders are left out because they contain themselves.`;

/** Names that Windows misreads, which folders and copies leave out. */
function misreadProblems({ entries }: GitTree): readonly string[] {
	const misread = entries.filter(({ name }) => isMisreadOnWindows(name));
	const more = misread.length - maxMisread;
	return [
		...misread
			.slice(0, maxMisread)
			.map(
				({ name }) =>
					`${visible(name)} is left out of folders and copies, because its name means something else on Windows.`,
			),
		...(more > 0 ? [`${formatNumber(more)} more names are left out of folders and copies.`] : []),
	];
}

const isFolder = ({ kind }: GitTreeEntry): boolean => kind === 'directory' || kind === 'submodule';

const spokenKinds: Readonly<Record<GitTreeEntry['kind'], string>> = {
	file: 'file',
	executable: 'executable file',
	directory: 'folder',
	symlink: 'symbolic link',
	submodule: 'submodule',
};

const rowId = ({ parentId, prefix }: FolderInput, path: string): string => `${parentId}:${prefix}${path}`;

/** What the row of a link says besides its target. */
const linkFacts: Readonly<Partial<Record<SymlinkTarget['leadsTo'], string>>> = {
	'folder-above': 'contains this link',
	submodule: 'submodule',
	nothing: 'not found',
	outside: 'not in the repository',
};

/** With `readsLink`, reads where the entry leads if it is a symbolic link. */
async function entryRow(
	input: FolderInput,
	entry: GitTreeEntry,
	folder: string,
	readsLink: boolean,
): Promise<Row> {
	const { key, instance, objects, revision } = input;
	const { name, kind, id } = entry;
	const path = joinPath(folder, name);
	const about: RepositoryTarget = { kind: 'entry', key, revision, path, isFolder: isFolder(entry) };
	const label = visible(name);
	const base = {
		id: rowId(input, path),
		label,
		context: `entry ${kind}`,
		about,
		spokenLabel: `${label}, ${spokenKinds[kind]}`,
	};
	const file = { scheme: filesScheme, ...formatFileAddress({ instance, ...key, revision, path }) };
	if (kind === 'submodule') {
		const commit = shortId(id);
		return {
			...base,
			icon: 'file-submodule',
			description: `submodule at ${commit}`,
			spokenLabel: `${label}, submodule at ${commit}`,
			tooltip: `${visible(path)} is a submodule: its files are those of commit ${commit} of another repository.`,
			children: () => submoduleRows(input, path, id, about),
		};
	}
	if (kind === 'directory') {
		return {
			...base,
			icon: 'folder',
			file,
			tooltip: visible(path),
			children: () => folderRows(input, id, path),
		};
	}
	if (kind !== 'symlink') return { ...base, icon: 'file', file, opensFile: true, tooltip: visible(path) };
	const commitTree = { objects, root: input.root, commit: input.commit };
	const link = readsLink ? await readLink(commitTree, path, id, input.above) : undefined;
	const target = link && visible(link.target);
	const fact = link && linkFacts[link.leadsTo];
	const spokenTarget = [target, fact].filter(Boolean).join(', ');
	const linkRow = {
		...base,
		icon: 'file-symlink-file',
		file,
		// The fact comes first: targets are often longer than a row.
		description: target === undefined ? 'symbolic link' : [fact, `→ ${target}`].filter(Boolean).join(' '),
		...(target !== undefined && { spokenLabel: `${label}, symbolic link to ${spokenTarget}` }),
		tooltip: `${visible(path)} is a symbolic link${target === undefined ? '' : ` to ${spokenTarget}`}.`,
	};
	if (!link || link.leadsTo === 'file' || link.leadsTo === 'nothing' || link.leadsTo === 'outside')
		return { ...linkRow, opensFile: true };
	const { treeId } = link;
	return {
		...linkRow,
		icon: 'file-symlink-directory',
		context: 'entry linked-directory',
		about: { ...about, isFolder: true },
		...(treeId !== undefined && { children: () => folderRows(input, treeId, path) }),
	};
}

async function folderRows(input: FolderInput, id: string, path: string): Promise<readonly Row[]> {
	const tree = await input.objects.tree(id);
	return tree ? entryRows(input, tree, path) : [missingRow(rowId(input, path))];
}

/** The files of a submodule, or what is known about it if they cannot be shown. */
async function submoduleRows(
	input: FolderInput,
	path: string,
	commit: string,
	about: RepositoryTarget,
): Promise<readonly Row[]> {
	const { key, objects, root, prefix, above, submodules } = input;
	const submodule = await submodules.find({ key, objects, root, commit: input.commit }, path, commit);
	if (submodule.kind !== 'found') return [unreadSubmoduleRow(rowId(input, path), submodule, commit, about)];
	const { instance, tree } = submodule;
	if (above.includes(tree.root.id)) return [noticeRow(rowId(input, path), 'info', containsItself(path))];
	const revision: Revision = { kind: 'commit', id: commit };
	return entryRows({ ...input, ...tree, instance, revision, prefix: `${prefix}${path}/` }, tree.root, '');
}

/** The forge no longer has the object: the history was rewritten. */
export const missingRow = (parentId: string): Row =>
	noticeRow(`missing/${parentId}`, 'warning', 'Not found', {
		description: 'refresh the view',
		command: { id: 'tildeforge.refresh', title: 'Refresh' },
	});
