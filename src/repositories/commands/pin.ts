import { listAll } from '../../forge/pages.ts';
import { askForItem } from '../../platform/editor/ask-for-item.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
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
	await askForItem({
		...{ title, itemName: 'repository', itemsName: 'repositories', instance: account.instance.name },
		read: (input) => readRepositoryName(input, account.instance.repositories),
		list: (owner) => listRepositories(account, owner),
		act: async ({ owner, name }) => {
			// Checks that it exists.
			const found = await account.client.repository({ owner, repository: name });
			await account.repositories.pins.pin({ owner: found.owner?.canonical_name ?? owner, name: found.name });
		},
	});
}

const listRepositories = async ({ client }: RepositoryAccount, owner: string) =>
	(await listAll(client.repositories({ owner }))).map(({ name, description, visibility }) => ({
		label: `$(repo) ${escapeIcons(name)}`,
		description: visibility === 'public' ? '' : escapeIcons(visibility),
		detail: escapeIcons(visible(description.trim().split('\n')[0] ?? '')),
		name,
	}));

export async function unpinRepository(
	repositories: Repositories,
	{ account, owner, repository }: RepositoryKey,
): Promise<void> {
	await repositories.of(account)?.repositories.pins.unpin({ owner, name: repository });
}
