import * as vscode from 'vscode';
import { ForgeError, needsSignIn } from '../../forge/contract/errors.ts';
import { type OwnName, toOwnName } from '../../forge/contract/own-name.ts';
import { confirmByName } from '../../platform/editor/boxes/confirm-by-name.ts';
import { pickVisibility } from '../../platform/editor/boxes/pick-visibility.ts';
import { confirm, showInStatusBar } from '../../platform/editor/messages.ts';
import { askItemName, createItem } from '../../platform/items/create-item.ts';
import { editDescription } from '../../platform/items/edit-description.ts';
import { itemRowId } from '../../platform/items/item-kind.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import type { RepositoryClient } from '../state/forge-objects.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';
import { repositoryItems } from '../view/repository-items.ts';

/**
 * Asks for name, description and visibility. If the forge refuses them, asks again with what the user has typed. Then shows the row of the
 * new repository.
 */
export function createRepository(repositories: Repositories, showRow: ShowRow): Promise<void> {
	return createItem(repositoryItems, repositories.accounts, {
		descriptionPrompt: () => 'Description (optional)',
		canAskAgain: isAnswerable,
		create: async ({ client, repositories: items, session }, body, work) => {
			const visibility = await pickVisibility('New Repository', 'repository');
			if (!visibility) return;
			await work(async (left) => {
				const created = await client.createRepository({}, { ...body, visibility });
				items.put(created);
				showInStatusBar(`${session.account}/${body.name} was created`);
				await showRow(itemRowId(session.id, { owner: session.account, name: created.name }), left);
			});
		},
	});
}

interface OwnRepository {
	readonly account: RepositoryAccount;
	readonly name: OwnName;
}

/** Throws if the repository belongs to another user, because the routes for changes cannot name an owner. */
function ownRepository(repositories: Repositories, key: RepositoryKey): OwnRepository | undefined {
	const account = repositories.of(key.account);
	const { owner, repository } = key;
	return account && { account, name: toOwnName({ owner, name: repository }, account.session.account) };
}

async function update({ account, name }: OwnRepository, change: RepositoryChange): Promise<void> {
	account.repositories.put(await account.client.updateRepository({ repository: name }, change), name);
}

type RepositoryChange = Parameters<RepositoryClient['updateRepository']>[1];

/** Renames a repository or edits its description. */
export async function editRepository(repositories: Repositories, key: RepositoryKey): Promise<void> {
	const own = ownRepository(repositories, key);
	if (!own) return;
	const title = `Edit ${repositoryRef(key)}`;
	const { owner, repository } = key;
	const { description } = await own.account.client.repository({ owner, repository });
	const rename = { label: '$(edit) Rename…', description: repository, isRename: true };
	const describe = {
		label: '$(note) Edit Description…',
		description: description.trim().split('\n')[0] ?? '',
		isRename: false,
	};
	const picked = await vscode.window.showQuickPick([describe, rename], { title });
	if (!picked) return;
	if (picked.isRename) await renameRepository(own, key);
	else {
		const change = (changed: string) => update(own, { description: changed });
		await editDescription({ title, current: description, prompt: 'Description', change });
	}
}

/** If the forge refuses the name, asks again with what the user has typed. */
async function renameRepository(own: OwnRepository, key: RepositoryKey): Promise<void> {
	const { repository } = key;
	const title = `Rename ${repositoryRef(key)}`;
	let name = repository;
	let problem: string | undefined;
	while (true) {
		const prompt = problem ?? 'New name of the repository';
		const input = await askItemName(repositoryItems, title, prompt, name);
		if (input === undefined || input === repository) return;
		name = input;
		if (!(await confirmRename(key, name))) return;
		try {
			await update(own, { name });
			await own.account.answered.rename(repository, name);
			showInStatusBar(`Renamed to ${name}`);
			return;
		} catch (error) {
			if (!isAnswerable(error)) throw error;
			problem = error.message;
		}
	}
}

/** Whether the user may succeed with another answer. */
const isAnswerable = (error: unknown): error is ForgeError =>
	error instanceof ForgeError && !needsSignIn(error) && !error.mayBeDone && error.kind !== 'missing';

function confirmRename(key: RepositoryKey, name: string): Promise<boolean> {
	const question = `Rename ${repositoryRef(key)} to ${name}?`;
	const consequence =
		'Its clone address changes. Existing clones, links to the repository, submodules and continuous integration that use the old address may stop working.';
	return confirm(question, consequence, 'Rename');
}

export async function changeVisibility(repositories: Repositories, key: RepositoryKey): Promise<void> {
	const own = ownRepository(repositories, key);
	if (!own) return;
	const name = repositoryRef(key);
	const { owner, repository } = key;
	const read = async () => (await own.account.client.repository({ owner, repository })).visibility;
	const title = `Change Visibility of ${name}`;
	const before = await read();
	const visibility = await pickVisibility(title, 'repository', before);
	if (!visibility || visibility === before) return;
	const consequence =
		'All of its history becomes visible to others, and copies that they make cannot be taken back.';
	// Another client may have made the item private while the box was open.
	const isPublished = (await read()) === 'private' && visibility !== 'private';
	if (isPublished && !(await confirm(`Make ${name} ${visibility}?`, consequence, 'Change Visibility')))
		return;
	await update(own, { visibility });
	showInStatusBar(`${name} is now ${visibility}`);
}

/** Deletes a repository after the user has typed its name. */
export async function deleteRepository(repositories: Repositories, key: RepositoryKey): Promise<void> {
	const own = ownRepository(repositories, key);
	if (!own) return;
	const isConfirmed = await confirmByName(
		`Delete ${repositoryRef(key)}`,
		'This permanently deletes the repository and all of its history on the forge, for everyone.',
		'Repository name',
		key.repository,
	);
	if (!isConfirmed) return;
	await own.account.client.deleteRepository({ repository: own.name });
	own.account.repositories.remove(key.repository);
	await own.account.answered.set(key.repository, false);
	showInStatusBar(`${repositoryRef(key)} was deleted`);
}
