import { listAll } from '../../forge/client/pages.ts';
import { askForItem } from '../../platform/editor/boxes/ask-for-item.ts';
import { pickAccount } from '../../platform/editor/boxes/pick-account.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { Pin } from '../../platform/state/pins.ts';
import { itemRowId } from '../../platform/view/account-items-view.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import { readRepositoryName } from '../model/repository-input.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';

/** Asks for a repository, by owner or by full name, and pins it. Then shows its row. */
export async function pinRepository(repositories: Repositories, showRow: ShowRow): Promise<void> {
	const title = 'Pin Repository';
	const account = await pickAccount(repositories.accounts, title);
	if (!account) return;
	await askForItem({
		title,
		itemsName: 'repositories',
		icon: 'repo',
		instance: account.instance.name,
		read: (input) => readRepositoryName(input, account.instance.repositories),
		list: (owner, signal) => listRepositories(account, owner, signal),
		act: async ({ owner, name }, signal) => {
			// Checks that it exists.
			const found = await account.client.repository({ owner, repository: name }, { signal });
			const pin: Pin = { owner: found.owner?.canonical_name ?? owner, name: found.name };
			await account.repositories.pin(pin);
			await showRow(itemRowId(account.session.id, pin), signal);
		},
	});
}

const listRepositories = async (
	{ client, repositories }: RepositoryAccount,
	owner: string,
	signal: AbortSignal,
) =>
	(await listAll(client.repositories({ owner }, { signal }))).map(({ name, description, visibility }) => ({
		name,
		description,
		note: [visibility === 'public' ? '' : visibility, repositories.relationOf({ owner, name })]
			.filter(Boolean)
			.join(' · '),
	}));

export async function unpinRepository(
	repositories: Repositories,
	{ account, owner, repository }: RepositoryKey,
): Promise<void> {
	await repositories.of(account)?.repositories.pins.unpin({ owner, name: repository });
}
