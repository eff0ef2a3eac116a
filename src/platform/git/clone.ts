import path from 'node:path';
import { ForgeError } from '../../forge/contract/errors.ts';
import { parseConfig, type Setting } from './config.ts';
import { type Remote, remotesOf } from './remotes.ts';
import { type Git, type GitResult, reasonIn, runGit } from './run-git.ts';

/** A work tree of git on this machine. */
export interface LocalClone {
	/** The top folder of the work tree. As in VS Code, a drive letter of Windows is in lower case. */
	readonly root: string;
	/** The folder that was asked for and those above it, up to the root. */
	readonly folders: readonly string[];
	/** The folder with the data of this work tree. */
	readonly gitFolder: string;
	/** The folder with the objects and branches that all work trees of a repository share. */
	readonly commonFolder: string;
	/** `sha1` or `sha256`. */
	readonly objectFormat: string;
	/** Whether objects can be missing that git would fetch from a remote. */
	readonly isPartial: boolean;
	readonly remotes: readonly Remote[];
	/** The mail address of the commits that the user makes here, if it is set. */
	readonly email: string | undefined;
}

/**
 * Finds the clone that a folder is in. Undefined if it is in none. Rejects with a `ForgeError` if git cannot read it, for example
 * because it belongs to another user.
 */
export async function openClone(
	git: Git,
	folder: string,
	signal?: AbortSignal,
): Promise<LocalClone | undefined> {
	const [layout, config] = await Promise.all([
		runGit(git, folder, layoutArgs, signal),
		runGit(git, folder, ['config', '--list', '--null'], signal),
	]);
	const layoutOutput = outputInClone(folder, layout);
	const configOutput = outputInClone(folder, config);
	if (layoutOutput === undefined || configOutput === undefined) return undefined;
	const found = parseLayout(folder, layoutOutput);
	const settings = parseConfig(configOutput);
	return (
		found && {
			...found,
			isPartial: isPartial(settings),
			remotes: remotesOf(settings),
			email: emailOf(settings),
		}
	);
}

const layoutArgs = [
	'rev-parse',
	'--is-inside-work-tree',
	'--show-object-format',
	'--absolute-git-dir',
	'--git-common-dir',
	'--show-prefix',
	'--show-toplevel',
];

type Layout = Omit<LocalClone, 'isPartial' | 'remotes' | 'email'>;

/** Undefined if the folder is not in the work tree, such as `.git` itself. */
export function parseLayout(
	folder: string,
	output: string,
	{ join, resolve }: path.PlatformPath = path,
): Layout | undefined {
	const lines = output.replace(/\r?\n$/, '').split(/\r?\n/);
	const [isInside, objectFormat, gitFolder, commonFolder, prefix, top] = lines;
	if (isInside !== 'true') return undefined;
	if (lines.length !== 6 || !objectFormat || !gitFolder || !commonFolder || prefix === undefined || !top) {
		throw new ForgeError('refused', `The path of the repository in ${folder} contains a line break.`);
	}
	const root = resolve(top).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
	const names = prefix.split('/').filter((name) => name !== '');
	return {
		root,
		folders: names.map((_, index) => join(root, ...names.slice(0, names.length - index))).concat(root),
		gitFolder: resolve(folder, gitFolder),
		commonFolder: resolve(folder, commonFolder),
		objectFormat,
	};
}

const emailOf = (settings: readonly Setting[]): string | undefined =>
	settings.findLast(({ section, name }) => section === 'user' && name === 'email')?.value || undefined;

const isPartial = (settings: readonly Setting[]): boolean =>
	settings.some(
		({ section, name, value }) =>
			(section === 'extensions' && name === 'partialclone') ||
			(section === 'remote' && name === 'promisor' && value !== 'false'),
	);

/**
 * The output of a command; undefined if the folder is in no clone. Git distinguishes its failures only by their messages, which `LC_ALL`
 * keeps in English.
 */
function outputInClone(folder: string, result: GitResult): string | undefined {
	if (result.kind === 'done') return result.output;
	const { reason } = result;
	if (/not a git repository|cannot use bare repository|must be run in a work tree/.test(reason))
		return undefined;
	if (/dubious ownership|unsafe repository/.test(reason)) {
		throw new ForgeError(
			'refused',
			`The repository in ${folder} belongs to another user, so git does not read it. If you trust it, run: git config --global --add safe.directory followed by the folder.`,
		);
	}
	throw new ForgeError(
		'refused',
		`Git cannot read the repository in ${folder}: ${reasonIn(reason) || 'it gave no reason'}.`,
	);
}
