import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import { type Lines, repositoryAddress } from '../../platform/model/repository-pages.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { cloneAddresses, pushCommands } from '../model/clone-addresses.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import { shortName } from '../model/revision.ts';
import { targetAddress } from '../model/target-address.ts';
import type { Repositories } from '../state/repositories.ts';
import { openRepository, revisionOf } from './open-repository.ts';

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

export async function openOnWeb(repositories: Repositories, target: RepositoryTarget): Promise<void> {
	const lifetime = new Lifetime();
	try {
		const { cache } = openRepository(repositories, target.key, lifetime);
		await cache.open();
		const repository = repositoryAddress(baseOf(repositories, target.key), target.key);
		const revision = revisionOf(target);
		const name = revision.kind === 'commit' ? revision.id : shortName(revision.name, cache.referenceNames);
		await openInBrowser(targetAddress(repository, target, name));
	} finally {
		lifetime.dispose();
	}
}

export async function copyCommitId(id: string): Promise<void> {
	await vscode.env.clipboard.writeText(id);
	showInStatusBar('Commit ID copied');
}

export async function copyPath(path: string): Promise<void> {
	await vscode.env.clipboard.writeText(path);
	showInStatusBar('Path copied');
}

/** Copies an address that always shows what the target is now: it names the commit instead of a branch or tag. */
export async function copyPermalink(
	repositories: Repositories,
	target: RepositoryTarget,
	lines?: Lines,
): Promise<void> {
	const lifetime = new Lifetime();
	try {
		const { cache } = openRepository(repositories, target.key, lifetime);
		const commit = await cache.peeledCommitOf(revisionOf(target));
		if (commit === undefined)
			throw new ForgeError('missing', `${repositoryRef(target.key)} has no commit to link to.`);
		const repository = repositoryAddress(baseOf(repositories, target.key), target.key);
		await vscode.env.clipboard.writeText(targetAddress(repository, target, commit, lines));
		showInStatusBar('Permalink copied');
	} finally {
		lifetime.dispose();
	}
}
