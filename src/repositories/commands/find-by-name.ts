import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { type ItemName, itemRef } from '../../platform/model/item-name.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { Repositories } from '../state/repositories.ts';
import { canSee, keyOf } from './open-repository.ts';

type ForgeItem = vscode.QuickPickItem &
	(
		| { readonly id: 'found'; readonly key: RepositoryKey }
		/** A forge that could not be asked. */
		| { readonly id: 'failed'; readonly forge: string }
	);

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
	const search = new ForgesSearch(repositories, item);
	try {
		return await search.run(forges);
	} finally {
		search.dispose();
	}
}

const keyOn = (repositories: Repositories, instance: string, { owner, name }: ItemName) =>
	keyOf(repositories, { instance, owner, repository: name });

class ForgesSearch {
	readonly #repositories: Repositories;
	readonly #item: ItemName;
	readonly #lifetime = new Lifetime();
	readonly #input: vscode.QuickPick<ForgeItem>;
	readonly #answer = Promise.withResolvers<RepositoryKey | undefined>();
	/** How many forges have not answered yet. */
	#waiting = 0;

	constructor(repositories: Repositories, item: ItemName) {
		this.#repositories = repositories;
		this.#item = item;
		this.#input = this.#lifetime.add(vscode.window.createQuickPick<ForgeItem>());
	}

	run(forges: readonly string[]): Promise<RepositoryKey | undefined> {
		const input = this.#input;
		input.title = `Open ${itemRef(this.#item)}`;
		// The user may do something else while a slow forge is asked.
		input.ignoreFocusOut = true;
		this.#lifetime.add(
			input.onDidAccept(() => {
				const [item] = input.selectedItems;
				if (item?.id === 'found') this.#answer.resolve(item.key);
				else if (item?.id === 'failed') this.#tryAgain(item);
			}),
		);
		this.#lifetime.add(input.onDidHide(() => this.#answer.resolve(undefined)));
		input.show();
		for (const forge of forges) this.#ask(forge);
		return this.#answer.promise;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#ask(forge: string): void {
		this.#waiting += 1;
		this.#input.busy = true;
		this.#input.placeholder = `Looking for ${itemRef(this.#item)} on your forges…`;
		background(
			this.#look(forge)
				.then((found) => this.#show(found))
				.catch((error: unknown) => this.#answer.reject(error)),
		);
	}

	/** Undefined if the forge does not have the repository. */
	async #look(forge: string): Promise<ForgeItem | undefined> {
		try {
			const key = await keyOn(this.#repositories, forge, this.#item);
			if (!key || !(await canSee(this.#repositories, key))) return undefined;
			return { id: 'found', key, label: escapeIcons(forge) };
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			const detail = escapeIcons(error.message);
			return {
				id: 'failed',
				forge,
				label: `$(warning) ${escapeIcons(forge)}`,
				description: 'Try Again',
				detail,
			};
		}
	}

	/** Items keep their places: an item that is found later comes last. */
	#show(found: ForgeItem | undefined): void {
		if (this.#lifetime.ended) return;
		this.#waiting -= 1;
		const input = this.#input;
		if (found) this.#draw([...input.items, found]);
		if (this.#waiting > 0) return;
		input.busy = false;
		const [first, ...others] = input.items;
		if (!first) {
			const message = `None of your forges has a repository ${itemRef(this.#item)}, or it is private.`;
			this.#answer.reject(new ForgeError('missing', message));
		} else if (first.id === 'found' && others.length === 0) this.#answer.resolve(first.key);
		else if (input.items.some(({ id }) => id === 'found')) input.placeholder = 'Select a forge';
		else input.placeholder = 'None of the forges that answered has it';
	}

	#tryAgain(item: ForgeItem & { readonly id: 'failed' }): void {
		this.#draw(this.#input.items.filter((one) => one !== item));
		this.#ask(item.forge);
	}

	#draw(items: readonly ForgeItem[]): void {
		const input = this.#input;
		const [active] = input.activeItems;
		input.items = items;
		// Without this, VS Code makes the first item active.
		if (active && items.includes(active)) input.activeItems = [active];
	}
}
