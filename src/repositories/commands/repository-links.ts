import * as vscode from 'vscode';
import { ForgeError } from '../../forge/contract/errors.ts';
import { findPublished } from '../../platform/editor/find-published.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { runWithProgress } from '../../platform/editor/run-with-progress.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import { linesLink, repositoryPage } from '../../platform/model/lines-link.ts';
import { type LineRange, repositoryAddress } from '../../platform/model/repository-pages.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { addressOf } from '../files/repository-files.ts';
import { cloneAddresses, pushCommands } from '../model/clone-addresses.ts';
import { findEntry } from '../model/find-entry.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import { shortName } from '../model/revision.ts';
import { targetAddress } from '../model/target-address.ts';
import type { Repositories } from '../state/repositories.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import { openRepository, readRoot, revisionOf } from './open-repository.ts';
import { type Chosen, inNoRepository } from './target-chooser.ts';

/** The address of the forge's repositories. Fails if the account is signed out. */
function baseOf(repositories: Repositories, { account }: RepositoryKey): string {
	const base = repositories.of(account)?.instance.repositories;
	if (base !== undefined) return base;
	throw signedOut('repository');
}

async function pickCloneAddress(
	repositories: Repositories,
	key: RepositoryKey,
	title: string,
): Promise<string | undefined> {
	const { https, ssh } = cloneAddresses(baseOf(repositories, key), key);
	const placeHolder = `Address of ${repositoryRef(key)}`;
	const items = [
		{ label: 'HTTPS', description: 'read-only', detail: https, address: https },
		{ label: 'SSH', description: 'read and write, with your SSH key', detail: ssh, address: ssh },
	];
	return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.address;
}

export async function copyCloneAddress(repositories: Repositories, key: RepositoryKey): Promise<void> {
	const address = await pickCloneAddress(repositories, key, 'Copy Clone Address');
	if (address === undefined) return;
	await vscode.env.clipboard.writeText(address);
	showInStatusBar('Clone address copied');
}

/** Copies the commands that push the first commits. */
export async function copyPushCommands(repositories: Repositories, key: RepositoryKey): Promise<void> {
	await vscode.env.clipboard.writeText(pushCommands(baseOf(repositories, key), key).join('\n'));
	showInStatusBar('Push commands copied');
}

/** Clones with VS Code's own command, which asks for the folder. */
export async function cloneRepository(repositories: Repositories, key: RepositoryKey): Promise<void> {
	const address = await pickCloneAddress(repositories, key, 'Clone Repository');
	if (address !== undefined) await vscode.commands.executeCommand('git.clone', address);
}

export async function openOnWeb(repositories: Repositories, chosen: Chosen): Promise<void> {
	const address = await runWithProgress('Finding the page', async (_signal, lifetime) => {
		const { cache } = openRepository(repositories, chosen.target.key, lifetime);
		await cache.open();
		const target = await withoutLinks(cache, chosen);
		const repository = repositoryAddress(baseOf(repositories, target.key), target.key);
		const revision = revisionOf(target);
		const name = revision.kind === 'commit' ? revision.id : shortName(revision.name, cache.referenceNames);
		return targetAddress(repository, target, name);
	});
	await openInBrowser(address);
}

export async function copyCommitId(id: string): Promise<void> {
	await vscode.env.clipboard.writeText(id);
	showInStatusBar('Commit ID copied');
}

export async function copyPath(path: string): Promise<void> {
	await vscode.env.clipboard.writeText(path);
	showInStatusBar('Path copied');
}

/**
 * Copies an address that always shows what the target is now: it names the commit instead of a branch or tag. `lines` are those of the file in
 * the editor.
 */
export async function copyPermalink(
	repositories: Repositories,
	chosen: Chosen,
	lines?: LineRange,
): Promise<void> {
	const { key } = chosen.target;
	const address = await runWithProgress('Finding the commit', async (_signal, lifetime) => {
		const { cache } = openRepository(repositories, key, lifetime);
		const commit = await cache.peeledCommitOf(revisionOf(chosen.target));
		if (commit === undefined)
			throw new ForgeError('missing', `${repositoryRef(key)} has no commit to link to.`);
		const target = await withoutLinks(cache, chosen, { kind: 'commit', id: commit });
		return targetAddress(repositoryAddress(baseOf(repositories, key), key), target, commit, lines);
	});
	await vscode.env.clipboard.writeText(address);
	showInStatusBar('Permalink copied');
}

/** Copies the address of a local file, or of lines of it, in the last commit on a forge that has them. */
export async function copyLocalPermalink(
	repositories: Repositories,
	file: vscode.Uri,
	lines: LineRange | undefined,
): Promise<void> {
	const found = await findOnForge(repositories, file, lines);
	if (!found) throw inNoRepository(file);
	const { address, at } = found;
	await vscode.env.clipboard.writeText(address);
	const hasMoved = at !== undefined && at.from !== lines?.from;
	showInStatusBar(`Permalink copied${hasMoved ? `: there it is line ${at.from}` : ''}`);
}

/** Returns false if the file is in no repository of the user's forges. */
export async function openLocalOnWeb(
	repositories: Repositories,
	file: vscode.Uri,
	lines: LineRange | undefined,
): Promise<boolean> {
	const found = await findOnForge(repositories, file, lines);
	if (found) await openInBrowser(found.address);
	return found !== undefined;
}

/** Where the user's forges have a local file, or lines of it. Undefined if it is in no repository of theirs. Rejects if it is not published. */
async function findOnForge(
	repositories: Repositories,
	file: vscode.Uri,
	lines: LineRange | undefined,
): Promise<{ readonly address: string; readonly at: LineRange | undefined } | undefined> {
	const forges = repositories.accounts.map(({ instance }) => instance);
	// Only a file with lines is a text.
	const text = lines && { ...lines, text: (await vscode.workspace.openTextDocument(file)).getText() };
	let isKnown = false;
	const published = await findPublished(file, text, (remote) => {
		const isHere = repositoryPage(forges, remote) !== undefined;
		isKnown ||= isHere;
		return isHere;
	});
	const address = published && linesLink(forges, published);
	if (address !== undefined) return { address, at: published?.lines };
	if (!isKnown) return undefined;
	throw new ForgeError('refused', notPublished(vscode.workspace.asRelativePath(file, false), lines));
}

function notPublished(path: string, lines: LineRange | undefined): string {
	if (!lines) return `${path} is not on the forge yet. Push it first.`;
	const { from, to } = lines;
	const [what, verb] = from === to ? [`Line ${from}`, 'is'] : [`Lines ${from} to ${to}`, 'are'];
	return `${what} of ${path} ${verb} not on the forge yet. Push the file first, or select other lines.`;
}

/**
 * The target without symbolic links in its path, because the pages of a forge follow none. An editor shows the file that a link leads to. The
 * target is returned unchanged if the links cannot be read.
 */
async function withoutLinks(
	cache: RepositoryCache,
	{ target, file }: Chosen,
	revision = revisionOf(target),
): Promise<RepositoryTarget> {
	if (target.kind !== 'entry' || target.path === '') return target;
	// The address of a link itself has the form `raw`. In a tree, the link was chosen.
	const followLast = file !== undefined && addressOf(file)?.form !== 'raw';
	try {
		const { root, commit } = await readRoot(cache, revision);
		const found = await findEntry(cache.objects, root, target.path, { commit, followLast });
		if (found.kind === 'root') return { ...target, path: '', isFolder: true };
		return found.kind === 'entry' ? { ...target, path: found.path } : target;
	} catch (error) {
		if (error instanceof ForgeError) return target;
		throw error;
	}
}
