import * as vscode from 'vscode';
import { ForgeError, needsSignIn } from '../../forge/errors.ts';
import { listAll } from '../../forge/pages.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { askText } from '../../platform/editor/messages.ts';
import { pickAccount } from '../../platform/editor/pick-account.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { readRepositoryName } from '../model/repository-input.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';

/** Asks for a user and lets the user choose one of their repositories, or takes a repository that is named in full. */
export async function pinRepository(repositories: Repositories): Promise<void> {
	const title = 'Pin Repository';
	const account = await pickAccount(repositories.accounts, title);
	if (!account) return;
	let value = '';
	let prompt = `A user on ${account.instance.name}, to choose among their repositories, or a repository as ~owner/name or its URL`;
	while (true) {
		const input = await askText({ ...{ title, prompt, value }, placeHolder: '~user', ignoreFocusOut: true });
		if (!input?.trim()) return;
		value = input;
		const named = readRepositoryName(input, account.instance.repositories);
		if (!named) {
			prompt = 'Enter a user as ~user, or a repository as ~owner/name.';
			continue;
		}
		try {
			const { owner, name } = named;
			const repository = name ?? (await chooseRepository(account, owner, title));
			if (repository === undefined) return;
			// Checks that it exists.
			const found = await account.client.repository({ owner, repository });
			await account.repositories.pins.pin({ owner: found.owner?.canonical_name ?? owner, name: found.name });
			return;
		} catch (error) {
			if (!(error instanceof ForgeError) || needsSignIn(error)) throw error;
			prompt = error.message;
		}
	}
}

/** Lets the user choose a repository of `owner`, and returns its name. Fails with a `ForgeError` if there are none. */
async function chooseRepository(
	{ client }: RepositoryAccount,
	owner: string,
	title: string,
): Promise<string | undefined> {
	const found = await listAll(client.repositories({ owner }));
	if (found.length === 0) throw new ForgeError('missing', `${owner} has no repositories that you can see.`);
	const items = found.map(({ name, description, visibility }) => ({
		label: `$(repo) ${escapeIcons(name)}`,
		description: visibility === 'public' ? '' : escapeIcons(visibility),
		detail: escapeIcons(visible(description.trim().split('\n')[0] ?? '')),
		name,
	}));
	const options = { title, placeHolder: `Repositories of ${owner}`, matchOnDetail: true };
	return (await vscode.window.showQuickPick(items, options))?.name;
}

export async function unpinRepository(
	repositories: Repositories,
	{ account, owner, repository }: RepositoryKey,
): Promise<void> {
	await repositories.of(account)?.repositories.pins.unpin({ owner, name: repository });
}
