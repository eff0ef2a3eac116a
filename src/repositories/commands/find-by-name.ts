import { background } from '../../base/background.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { SearchBox } from '../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { type ItemName, itemRef } from '../../platform/model/item-name.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { Repositories } from '../state/repositories.ts';
import { canSee, keyOf } from './open-repository.ts';

/**
 * Finds a repository by its name on all forges at once. If all forges answer and only one has it, returns that. Otherwise, the user chooses
 * from the forges that have it, in the order of their answers. Undefined if the user cancels.
 */
export async function findByName(
	repositories: Repositories,
	item: ItemName,
): Promise<RepositoryKey | undefined> {
	const forges = [...new Set(repositories.accounts.map(({ instance }) => instance.name))];
	const [only] = forges;
	if (only !== undefined && forges.length === 1) return keyOn(repositories, only, item);
	return askForges(repositories, forges, item);
}

const keyOn = (repositories: Repositories, instance: string, { owner, name }: ItemName) =>
	keyOf(repositories, { instance, owner, repository: name });

async function askForges(
	repositories: Repositories,
	forges: readonly string[],
	item: ItemName,
): Promise<RepositoryKey | undefined> {
	const found = new Map<string, RepositoryKey>();
	const unanswered = new Set(forges);
	const box = new SearchBox<RepositoryKey>({
		title: `Open ${itemRef(item)}`,
		placeholder: () => {
			if (box.isBusy) return `Looking for ${itemRef(item)} on your forges…`;
			return found.size > 0 ? 'Select a forge' : 'None of the forges that answered has it';
		},
		// The user may do something else while a slow forge is asked.
		ignoresFocusOut: true,
		rows: () =>
			[...found].map(([forge, key]) => ({ label: escapeIcons(forge), id: forge, enter: () => key })),
	});
	const look = async (forge: string) => {
		try {
			const key = await keyOn(repositories, forge, item);
			if (key && (await canSee(repositories, key))) found.set(forge, key);
		} catch (error) {
			// Only the name tells the forges apart.
			throw error instanceof ForgeError ? error.withMessage(`${forge}: ${error.message}`) : error;
		}
		unanswered.delete(forge);
		if (unanswered.size > 0) return;
		const [only, ...others] = found.values();
		const message = `None of your forges has a repository ${itemRef(item)}, or it is private.`;
		if (!only) box.fail(new ForgeError('missing', message));
		else if (others.length === 0) box.answer(only);
	};
	const chosen = box.ask();
	for (const forge of forges) background(box.run(() => look(forge)));
	return chosen;
}
