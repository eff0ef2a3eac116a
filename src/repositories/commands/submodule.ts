import * as vscode from 'vscode';
import { visible } from '../../base/text/invisible-characters.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { findEntry } from '../model/find-entry.ts';
import { webPageOf } from '../model/git-modules.ts';
import { urlOfSubmodule } from '../state/entries/submodules.ts';
import type { Repositories } from '../state/repositories.ts';
import type { PathAtRevision } from './open-files.ts';
import { type OpenRepository, readRoot } from './open-repository.ts';
import { copyCommitId } from './repository-links.ts';

/** Offers what can be done with the address of a submodule. */
export async function showSubmodule(
	repositories: Repositories,
	{ cache, key }: OpenRepository,
	{ revision, path }: PathAtRevision,
): Promise<void> {
	const { objects } = cache;
	const { commit, root } = await readRoot(cache, revision);
	const found = await findEntry(objects, root, path, { commit });
	if (found.kind !== 'entry' || found.entry.kind !== 'submodule')
		throw new ForgeError('missing', `${path} is no longer a submodule.`);
	const { id } = found.entry;
	const url = await urlOfSubmodule({ key, objects, commit, root }, found.path, repositories);
	const page = url === undefined ? undefined : webPageOf(url);
	const items = [
		...(page === undefined
			? []
			: [{ label: '$(globe) Open in Browser', detail: escapeIcons(page), act: () => openInBrowser(page) }]),
		...(url === undefined
			? []
			: [{ label: '$(copy) Copy Address', detail: escapeIcons(url), act: () => copyAddress(url) }]),
		{ label: '$(git-commit) Copy Commit ID', detail: id, act: () => copyCommitId(id) },
	];
	const title = `Submodule ${visible(path)}`;
	const placeHolder = url === undefined ? 'The file .gitmodules does not have its address' : visible(url);
	await (await vscode.window.showQuickPick(items, { title, placeHolder }))?.act();
}

async function copyAddress(url: string): Promise<void> {
	await vscode.env.clipboard.writeText(url);
	showInStatusBar('Address copied');
}
