import { join } from 'node:path';
import * as vscode from 'vscode';
import { fieldOf } from '../../base/field-of.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { gitApi } from '../../platform/editor/git-extension.ts';
import { showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import { runWithProgress } from '../../platform/editor/run-with-progress.ts';
import { repositoryRef } from '../../platform/model/keys.ts';
import type { ProjectItem } from '../../platform/model/project-items.ts';
import { hostedRepository } from '../../platform/model/remote-url.ts';
import type { LineRange } from '../../platform/model/repository-pages.ts';
import type { OpenRepository } from './open-repository.ts';

/** The top folders of the clones of a repository in the workspace. */
export type CloneRoots = (repository: ProjectItem) => readonly string[];

function rootsOf({ account, key }: OpenRepository, roots: CloneRoots): readonly string[] {
	return roots({ instance: account.instance.name, owner: key.owner, name: key.repository });
}

/** Opens the file of a clone that has the path of a remote file, at the same lines. Without a clone, offers `clone`. */
export async function openLocalCopy(
	open: OpenRepository,
	path: string,
	lines: LineRange | undefined,
	roots: CloneRoots,
	clone: () => Promise<void>,
): Promise<void> {
	const all = rootsOf(open, roots);
	for (const root of all) {
		const uri = vscode.Uri.file(join(root, path));
		const exists = await vscode.workspace.fs.stat(uri).then(
			() => true,
			() => false,
		);
		if (!exists) continue;
		const selection = lines && new vscode.Range(lines.from - 1, 0, lines.to, 0);
		await vscode.commands.executeCommand('vscode.open', uri, selection ? { selection } : {});
		return;
	}
	if (all.length > 0)
		throw new ForgeError('missing', `${path} is not in your clone of ${repositoryRef(open.key)}.`);
	const message = `No folder of this workspace is a clone of ${repositoryRef(open.key)}.`;
	if (await showInformation(message, 'Clone…')) await clone();
}

/**
 * Checks out a branch in a clone with VS Code's Git extension, after it was fetched from the forge. The extension gives names to git as they
 * are, so git would take one that begins with a hyphen for an option. Git itself creates no branch with such a name.
 */
export async function checkOut(open: OpenRepository, branch: string, roots: CloneRoots): Promise<void> {
	if (branch.startsWith('-'))
		throw new ForgeError(
			'refused',
			`${branch} cannot be checked out, because git would take its name for an option.`,
		);
	const git = await gitApi();
	const opened = rootsOf(open, roots).map((root) => git?.getRepository(vscode.Uri.file(root)));
	const repository = opened.find((one) => one);
	if (!repository)
		throw new ForgeError('missing', `VS Code has opened no clone of ${repositoryRef(open.key)}.`);
	const { owner, repository: name } = open.key;
	const remote = repository.state.remotes.find(({ fetchUrl = '' }) => {
		const hosted = hostedRepository(fetchUrl, [open.account.instance]);
		return hosted?.owner === owner && hosted.repository === name;
	});
	await runWithProgress(`Checking out ${branch}`, async () => {
		// Without a connection, what was fetched before can be checked out.
		const fetching = remote && (await settled(repository.fetch(remote.name, branch)));
		const checkingOut = await settled(repository.checkout(branch));
		if (checkingOut.status === 'fulfilled') return;
		const failure: unknown = fetching?.status === 'rejected' ? fetching.reason : checkingOut.reason;
		throw new ForgeError('refused', `Git could not check out ${branch}: ${reasonOf(failure)}`);
	});
	showInStatusBar(`Checked out ${branch}`);
}

const settled = async (work: Promise<void>) => (await Promise.allSettled([work]))[0];

/** What git has said. */
function reasonOf(failure: unknown): string {
	const said = fieldOf(failure, 'stderr') || fieldOf(failure, 'message');
	return typeof said === 'string' && said.trim() !== '' ? said.trim() : 'it gave no reason.';
}
