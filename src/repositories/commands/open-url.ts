import * as vscode from 'vscode';
import { neverAborts } from '../../base/abort.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { offerSignIn } from '../../platform/editor/boxes/require-account.ts';
import { askText } from '../../platform/editor/messages.ts';
import { itemRowId } from '../../platform/items/item-kind.ts';
import { repositoryRef } from '../../platform/model/keys.ts';
import { type LinkTarget, locate } from '../../platform/model/references.ts';
import { hostedRepository } from '../../platform/model/remote-url.ts';
import { linesOf } from '../../platform/model/repository-pages.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import { findEntry } from '../model/find-entry.ts';
import { readRepositoryName } from '../model/repository-input.ts';
import type { Revision } from '../model/revision.ts';
import { divideAddress } from '../model/target-address.ts';
import type { Repositories } from '../state/repositories.ts';
import { findByName } from './find-by-name.ts';
import { goToFile } from './go-to-file.ts';
import { openAsFolder, openFile, showReadme } from './open-files.ts';
import { keyOf, type OpenRepository, openRepository } from './open-repository.ts';
import { showCommit } from './show-changes.ts';
import { showLog } from './show-log.ts';
import { showSubmodule } from './submodule.ts';

/** VS Code shortens a column beyond the end of the line. It has no larger numbers. */
const endOfLine = 2 ** 30;
const notAnAddress = 'This is not the name or address of a repository on one of your forges.';

type RepositoryLink = Extract<LinkTarget, { readonly repository: string }>;

/** Asks for the name or address of a repository, or the address of a file, folder or commit in it, and opens that. */
export async function openUrl(repositories: Repositories, showRow: ShowRow, given?: string): Promise<void> {
	const instances = repositories.accounts.map(({ instance }) => instance);
	if (instances.length === 0) return offerSignIn();
	const read = (text: string) => readLink(text, instances);
	const address = (given ?? (await askAddress((text) => read(text) !== undefined)))?.trim();
	if (!address) return;
	const link = read(address);
	if (!link) throw new ForgeError('refused', notAnAddress);
	const { target } = link;
	const { owner, repository } = target;
	const key = link.instance
		? await keyOf(repositories, { instance: link.instance.name, owner, repository })
		: await findByName(repositories, { owner, name: repository });
	if (!key) return;
	using lifetime = new Lifetime();
	const open = openRepository(repositories, key, lifetime);
	if (target.kind === 'commit') await showLinkedCommit(open, repositories, target.commit);
	else if (target.kind === 'log') await showLinkedLog(open, repositories, target.ref);
	else await openLink(repositories, open, target, selectionOf(address), showRow);
}

/** Suggests what the user has copied if it is an address. */
async function askAddress(isAddress: (text: string) => boolean): Promise<string | undefined> {
	// A browser can refuse access to the clipboard.
	const copied = await vscode.env.clipboard.readText().then(
		(text) => text.trim(),
		() => '',
	);
	return askText({
		title: 'Open Repository or File',
		prompt: 'Name of a repository, or web address of a repository, file, folder or commit on your forge',
		value: isAddress(copied) ? copied : '',
		placeHolder: '~owner/name or https://git.example.org/~owner/name',
		validateInput: (text) => (text.trim() === '' || isAddress(text) ? undefined : notAnAddress),
	});
}

/** The instance is undefined for the name of a repository, which any of them may have. */
function readLink(
	text: string,
	instances: readonly Instance[],
): { readonly target: RepositoryLink; readonly instance: Instance | undefined } | undefined {
	if (text.trim().startsWith('~')) {
		const { owner = '', name: repository } = readRepositoryName(text, undefined) ?? {};
		if (repository === undefined) return undefined;
		return { target: { kind: 'repository', owner, repository }, instance: undefined };
	}
	// The `.git` at the end of a clone address is removed. The path of a file may end with `.git`, too, and keeps it.
	const address = text.trim().replace(/(?<=^[^~]*\/~[^/]+\/[^/?#]+)\.git\/?(?=[?#]|$)/, '');
	const found = locate(address, instances);
	if (found?.instance && 'repository' in found.target)
		return { target: found.target, instance: found.instance };
	const cloned = hostedRepository(text.trim(), instances);
	if (!cloned) return undefined;
	const { instance, owner, repository } = cloned;
	return { target: { kind: 'repository', owner, repository }, instance };
}

async function showLinkedCommit(
	open: OpenRepository,
	repositories: Repositories,
	text: string,
): Promise<void> {
	const revision = await open.cache.readRevision(text);
	const id = revision && (await open.cache.peeledCommitOf(revision));
	if (id === undefined) throw new ForgeError('missing', `${repositoryRef(open.key)} has no commit ${text}.`);
	await showCommit(repositories, open.key, id);
}

/** The page of a log can be limited to a file or folder. */
async function showLinkedLog(open: OpenRepository, repositories: Repositories, text: string): Promise<void> {
	await open.cache.load();
	const [first = '', ...rest] = text.split('/item/');
	const { ref, path } = divideAddress({ ref: first, path: rest.join('/item/') }, open.cache.referenceNames);
	await showLog(repositories, open, await readReference(open, ref), path);
}

async function readReference({ cache, key }: OpenRepository, text: string): Promise<Revision> {
	const revision = await cache.readRevision(text);
	if (revision) return revision;
	throw new ForgeError('missing', `${repositoryRef(key)} has no branch or tag ${text}.`);
}

async function openLink(
	repositories: Repositories,
	open: OpenRepository,
	target: RepositoryLink,
	selection: vscode.Range | undefined,
	showRow: ShowRow,
): Promise<void> {
	await open.cache.load();
	const { ref, path } = divideAddress(
		{ ref: 'ref' in target ? target.ref : 'HEAD', path: 'path' in target ? target.path : '' },
		open.cache.referenceNames,
	);
	const revision = await readReference(open, ref);
	if (path === '') return chooseAction(repositories, open, revision, showRow);
	const commit = await open.cache.commitOf(revision);
	const { objects } = open.cache;
	const root = commit === undefined ? undefined : await objects.rootTree(commit);
	const found = root && (await findEntry(objects, root, path, { commit }));
	const kind = found?.kind === 'entry' ? found.entry.kind : found?.kind;
	const location = { revision, path };
	if (kind === 'directory' || kind === 'root') await openAsFolder(open, location);
	else if (kind === 'submodule') await showSubmodule(repositories, open, location);
	else await openFile(open, location, selection && { selection });
}

/** A single line gets the caret. Several are selected. */
function selectionOf(address: string): vscode.Range | undefined {
	const lines = linesOf(address);
	return lines && new vscode.Range(lines.from - 1, 0, lines.to - 1, lines.to > lines.from ? endOfLine : 0);
}

/** Asks how to open a whole repository. */
async function chooseAction(
	repositories: Repositories,
	open: OpenRepository,
	revision: Revision,
	showRow: ShowRow,
): Promise<void> {
	const { account, key } = open;
	const item = { owner: key.owner, name: key.repository };
	const hasRow = account.repositories.relationOf(item) !== '';
	const showInView = async () => {
		if (!hasRow) await account.repositories.pin(item);
		await showRow(itemRowId(key.account, item), neverAborts);
	};
	const items = [
		{ label: '$(go-to-file) Go to File…', act: () => goToFile(repositories, open, revision) },
		{ label: '$(root-folder-opened) Open as Folder', act: () => openAsFolder(open, { revision, path: '' }) },
		{ label: '$(book) Show README', act: () => showReadme(open, revision) },
		hasRow
			? { label: '$(list-tree) Show in Repositories View', act: showInView }
			: { label: '$(pin) Pin and Show in Repositories View', act: showInView },
	];
	const picked = await vscode.window.showQuickPick(items, { title: `Open ${repositoryRef(open.key)}` });
	await picked?.act();
}
