import { visible } from '../../../base/text/invisible-characters.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import {
	choiceId,
	type ItemChoice,
	itemChoices,
	type ListedItem,
	type Listing,
	type NamedItem,
} from '../../model/item-choices.ts';
import type { ItemName } from '../../model/item-name.ts';
import { textOfMarkdown } from '../../model/markdown/plain-text.ts';
import { escapeIcons } from '../escape.ts';
import { type BoxRow, SearchBox } from './search-box.ts';

/** Asks for an item of a user on a forge. */
export interface ItemQuestion<Answer> {
	/** What the items are: `mailing lists`. */
	readonly nouns: string;
	/** The codicon of an item. */
	readonly icon: string;
	/** What is said of each item, if the box asks for several kinds. */
	readonly about?: string;
	/** Reads what the user has typed; undefined if it names neither a user nor an item. */
	readonly read: (input: string) => NamedItem | undefined;
	readonly list: (owner: string, signal: AbortSignal) => Promise<readonly ListedItem[]>;
	/** Does what the user wants with the item, unless `signal` aborts before. If it fails with a `ForgeError`, the box stays and says why. */
	readonly act: (item: ItemName, signal: AbortSignal) => Promise<Answer>;
}

/** The pause in typing after which the items of a user are listed. Long enough that incomplete user names are rarely requested. */
export const listPauseMs = 300;

/** Asks for a user and lets the user choose one of their items as the forge lists them, or takes an item that is named in full. */
export async function askForItem(
	title: string,
	/** The name of the forge. */
	instance: string,
	question: ItemQuestion<unknown>,
): Promise<void> {
	const items = new ItemRows<unknown>({
		...question,
		act: async (...args) => (await question.act(...args)) ?? true,
	});
	const box: SearchBox<unknown> = new SearchBox<unknown>({
		title: `${title}: ${instance}`,
		placeholder: '~user, ~user/name or a URL',
		ignoresFocusOut: true,
		rows: (typed) => items.rows(typed, box.isSearching),
		search: {
			queryOf: (typed) => items.ownerToList(typed),
			run: (owner, signal) => items.list(owner, signal),
			pauseMs: listPauseMs,
		},
	});
	await box.ask();
}

/** The rows of a box for the items that a user has on a forge. */
export class ItemRows<Answer> {
	readonly #question: ItemQuestion<Answer>;
	/** The items of each user that were listed while the box is open. */
	readonly #itemsByOwner = new Map<string, readonly ListedItem[]>();

	constructor(question: ItemQuestion<Answer>) {
		this.#question = question;
	}

	/** The user that the text names; undefined if it names neither a user nor one of their items. */
	ownerOf(typed: string): string | undefined {
		return this.#question.read(typed)?.owner;
	}

	/** The user whose items are not listed yet. */
	ownerToList(typed: string): string | undefined {
		const owner = this.ownerOf(typed);
		return owner === undefined || this.#itemsByOwner.has(owner) ? undefined : owner;
	}

	async list(owner: string, signal: AbortSignal): Promise<void> {
		const items = await this.#listed(owner, signal);
		if (!signal.aborted) this.#itemsByOwner.set(owner, items);
	}

	rows(typed: string, isSearching: boolean): readonly BoxRow<Answer>[] {
		const { read, nouns } = this.#question;
		const named = read(typed);
		const items = named && this.#itemsByOwner.get(named.owner);
		const unlisted: Listing = { kind: isSearching ? 'loading' : 'failed' };
		const listing: Listing = items ? { kind: 'listed', items } : unlisted;
		return itemChoices({ named, typed, listing, nouns }).map((choice) => this.#row(choice));
	}

	async #listed(owner: string, signal: AbortSignal): Promise<readonly ListedItem[]> {
		try {
			return await this.#question.list(owner, signal);
		} catch (error) {
			// The forge has no such user.
			if (error instanceof ForgeError && error.kind === 'missing') return [];
			throw error;
		}
	}

	/** VS Code moves items with a match in their label to the front, so rows that must stay below have their text in the description. */
	#row(choice: ItemChoice): BoxRow<Answer> {
		const { icon, about = '', act } = this.#question;
		const describe = (...facts: readonly string[]) => facts.filter(Boolean).join(' · ');
		if (choice.kind === 'note') {
			const label = `$(${choice.icon})`;
			return { label, description: escapeIcons(choice.text), id: choice.text, alwaysShow: true };
		}
		const { owner, name } = choice;
		const ref = escapeIcons(`${owner}/${name}`);
		const shared = {
			id: `${icon} ${choiceId(choice)}`,
			alwaysShow: true,
			act: (signal: AbortSignal) => act({ owner, name }, signal),
		};
		if (choice.kind === 'named') return { ...shared, label: `$(${icon}) ${ref}`, description: about };
		if (choice.kind === 'not-listed')
			return { ...shared, label: `$(${icon})`, description: describe(ref, about, 'as typed') };
		return {
			...shared,
			label: `$(${icon}) ${ref}`,
			description: describe(about, choice.note ?? ''),
			detail: escapeIcons(visible(textOfMarkdown(choice.description).trim().split('\n')[0] ?? '')),
		};
	}
}
