import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { SharedCalls } from '../../base/shared-calls.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { confirm, showWarning } from '../../platform/editor/messages.ts';
import { type ItemName, itemRef } from '../../platform/model/item-name.ts';
import type { FileAddress } from '../model/file-address.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';

/** Whether the user has chosen a repository: it is theirs or pinned, or they confirm now that it is pinned and opened as a folder. */
export async function mayOpenAsFolder({ repositories }: RepositoryAccount, item: ItemName): Promise<boolean> {
	if (repositories.relationOf(item) !== '') return true;
	const isConfirmed = await confirm(
		`Open ${visible(`${item.owner}/${item.name}`)} as a folder?`,
		'This repository belongs to another user, and you have not pinned it. VS Code trusts the folder without asking, so other extensions may use its files. Its settings and tasks have no effect.',
		'Pin and Open',
	);
	if (isConfirmed) await repositories.pin(item);
	return isConfirmed;
}

async function offerSignIn(instance: string, item: ItemName): Promise<void> {
	const message = `The folder ${itemRef(item)} is empty because you are signed out of ${instance}.`;
	if ((await showWarning(message, 'Sign In')) === undefined) return;
	await vscode.commands.executeCommand('tildeforge.signIn', { instance });
	await vscode.commands.executeCommand('workbench.files.action.refreshFilesExplorer');
}

/**
 * Keeps a link from opening any repository as a folder of the window. Asks once for each repository that the user has not chosen; until they
 * have, its folder does not exist. Says once, each time the user has signed out, that the folders of that forge are empty.
 */
export class FolderConsent {
	readonly #repositories: Repositories;
	readonly #questions = new SharedCalls<string, boolean>();
	readonly #declined = new Set<string>();
	/** The forges that the user was asked to sign in to. */
	readonly #signInsOffered = new Set<string>();

	constructor(repositories: Repositories) {
		this.#repositories = repositories;
	}

	/** Fails if the address is in a folder of the window that the user does not want to open. */
	async require(uri: vscode.Uri, { instance, owner, repository }: FileAddress): Promise<void> {
		if (!vscode.workspace.getWorkspaceFolder(uri)) return;
		const accounts = this.#repositories.accountsThatMaySee(instance, owner);
		const [account] = accounts;
		const item = { owner, name: repository };
		// VS Code shows no reason why a folder is empty.
		if (account) this.#signInsOffered.delete(instance);
		else if (!this.#signInsOffered.has(instance)) {
			this.#signInsOffered.add(instance);
			background(offerSignIn(instance, item));
		}
		const isChosen = accounts.some(({ repositories }) => repositories.relationOf(item) !== '');
		if (!account || isChosen) return;
		const name = `${instance}/${owner}/${repository}`;
		const isConfirmed =
			!this.#declined.has(name) && (await this.#questions.join(name, () => mayOpenAsFolder(account, item)));
		if (isConfirmed) return;
		this.#declined.add(name);
		throw new ForgeError('missing', 'You have chosen not to open this repository as a folder.');
	}
}
