import * as vscode from 'vscode';
import { ForgeError } from '../../forge/contract/errors.ts';
import { askInDialog } from '../../platform/editor/messages.ts';
import type { GitTreeEntry } from '../../platform/git/objects.ts';
import { repositoryRef } from '../../platform/model/keys.ts';
import { mayOpenAsFolder } from '../files/folder-consent.ts';
import { fileUri } from '../files/repository-files.ts';
import { mayLoadFromWeb, readmeOf } from '../model/readme.ts';
import { type Revision, revisionName } from '../model/revision.ts';
import type { FoundInFile } from '../state/repository-search.ts';
import { addFolder } from './add-folder.ts';
import { noFilesError, type OpenRepository, readRoot } from './open-repository.ts';

/** A file or folder of a repository. */
export interface PathAtRevision {
	readonly revision: Revision;
	readonly path: string;
}

/**
 * Replaces `HEAD` with the name of the default branch, so that addresses and titles name it, and each file has one address, whatever
 * opens it.
 */
async function nameDefaultBranch({ cache }: OpenRepository, revision: Revision): Promise<Revision> {
	if (revision.kind === 'commit' || revision.name !== 'HEAD') return revision;
	const [first] = (await cache.load()).branches;
	return first?.isDefault ? { kind: 'ref', name: `refs/heads/${first.name}` } : revision;
}

const uriOf = ({ account, key }: OpenRepository, location: PathAtRevision): vscode.Uri =>
	fileUri({ instance: account.instance.name, owner: key.owner, repository: key.repository, ...location });

/** Adds a folder of a repository to the workspace. */
export async function openAsFolder(open: OpenRepository, { revision, path }: PathAtRevision): Promise<void> {
	const shown = await nameDefaultBranch(open, revision);
	// Otherwise VS Code would add an empty folder.
	if ((await open.cache.commitOf(shown)) === undefined) throw noFilesError(open.cache, shown);
	const { owner, repository } = open.key;
	if (!(await mayOpenAsFolder(open.account, { owner, name: repository }))) return;
	const name = `${repositoryRef(open.key)}${path === '' ? '' : `/${path}`} (${revisionName(shown, open.cache.referenceNames)})`;
	await addFolder(uriOf(open, { revision: shown, path }), name);
}

export async function openFile(
	open: OpenRepository,
	location: PathAtRevision,
	options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
	const { path } = location;
	const uri = uriOf(open, { path, revision: await nameDefaultBranch(open, location.revision) });
	await vscode.commands.executeCommand('vscode.open', uri, options);
}

/** Opens a file and selects what was found in it. */
export async function openFoundLine(
	open: OpenRepository,
	revision: Revision,
	{ path, line, start, end }: FoundInFile,
): Promise<void> {
	await openFile(open, { revision, path }, { selection: new vscode.Range(line, start, line, end) });
}

const maxReadmeBytes = 1024 * 1024;

/** Whether the README may be previewed; undefined if the user cancels. */
async function mayPreview(
	{ account, cache, key }: OpenRepository,
	entry: GitTreeEntry,
	commit: string,
): Promise<boolean | undefined> {
	if (key.owner === account.session.account) return true;
	const { id, name } = entry;
	const blob = await cache.objects.blob(id, { location: { commit, path: name }, most: maxReadmeBytes });
	if (blob?.kind === 'bytes' && !mayLoadFromWeb(entry.kind, Buffer.from(blob.bytes).toString())) return true;
	const answer = await askInDialog(
		`Preview the README of ${repositoryRef(key)}?`,
		'The preview loads images and other files from the web. Their servers learn that you are reading it.',
		'Show Preview',
		'Show Text',
	);
	return answer === undefined ? undefined : answer === 'Show Preview';
}

/**
 * Shows the README in VS Code's Markdown preview or, if it is not Markdown, in an editor. Before the preview of another user's README
 * would load anything from the web, asks: its author could learn who reads it.
 */
export async function showReadme(open: OpenRepository, revision: Revision): Promise<void> {
	const { root, commit } = await readRoot(open.cache, revision);
	const readme = readmeOf(root.entries);
	if (!readme) throw new ForgeError('missing', `${repositoryRef(open.key)} has no README.`);
	const uri = uriOf(open, { revision: await nameDefaultBranch(open, revision), path: readme.entry.name });
	const showText = () => vscode.commands.executeCommand('vscode.open', uri);
	const preview = readme.isMarkdown ? await mayPreview(open, readme.entry, commit) : false;
	if (preview === undefined) return;
	if (!preview) await showText();
	// Without VS Code's own Markdown extension, there is no preview.
	else await vscode.commands.executeCommand('markdown.showPreview', uri).then(undefined, showText);
}
