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
import { textOfMarkdown } from '../../model/markdown/plain-text.ts';
import { escapeIcons } from '../escape.ts';
import { type BoxRow, SearchBox } from './search-box.ts';

interface ItemQuestion {
	readonly title: string;
	/** What the items are: `mailing lists`. */
	readonly nouns: string;
	/** The codicon of an item. */
	readonly icon: string;
	/** The name of the forge. */
	readonly instance: string;
	/** Reads what the user has typed; undefined if it names neither a user nor an item. */
	readonly read: (input: string) => NamedItem | undefined;
	readonly list: (owner: string, signal: AbortSignal) => Promise<readonly ListedItem[]>;
	/** Does what the user wants with the item, unless `signal` aborts before. If it fails with a `ForgeError`, the box stays and says why. */
	readonly act: (
		item: { readonly owner: string; readonly name: string },
		signal: AbortSignal,
	) => Promise<void>;
}

/** The pause in typing after which the items of a user are listed. Long enough that incomplete user names are rarely requested. */
const pauseMs = 300;

/** Asks for a user and lets the user choose one of their items as the forge lists them, or takes an item that is named in full. */
export async function askForItem({
	title,
	instance,
	nouns,
	icon,
	read,
	list,
	act,
}: ItemQuestion): Promise<void> {
	/** The items of each user that were listed while the box is open. */
	const itemsByOwner = new Map<string, readonly ListedItem[]>();
	const listingOf = (owner: string | undefined): Listing => {
		const items = owner === undefined ? undefined : itemsByOwner.get(owner);
		if (items) return { kind: 'listed', items };
		return { kind: box.isSearching ? 'loading' : 'failed' };
	};
	const box = new SearchBox<'done'>({
		title: `${title}: ${instance}`,
		placeholder: '~user, ~user/name or a URL',
		ignoresFocusOut: true,
		rows: (typed) => {
			const named = read(typed);
			return itemChoices({ named, typed, listing: listingOf(named?.owner), nouns }).map(rowOf);
		},
		search: {
			queryOf: (typed) => {
				const owner = read(typed)?.owner;
				return owner === undefined || itemsByOwner.has(owner) ? undefined : owner;
			},
			run: async (owner, signal) => {
				const items = await itemsOf(owner, signal);
				if (!signal.aborted) itemsByOwner.set(owner, items);
			},
			pauseMs,
		},
	});
	const itemsOf = async (owner: string, signal: AbortSignal): Promise<readonly ListedItem[]> => {
		try {
			return await list(owner, signal);
		} catch (error) {
			// The forge has no such user.
			if (error instanceof ForgeError && error.kind === 'missing') return [];
			throw error;
		}
	};
	/** VS Code moves items with a match in their label to the front, so rows that must stay below have their text in the description. */
	function rowOf(choice: ItemChoice): BoxRow<'done'> {
		if (choice.kind === 'note') {
			const label = `$(${choice.icon})`;
			return { label, description: escapeIcons(choice.text), id: choice.text, alwaysShow: true };
		}
		const { owner, name } = choice;
		const ref = escapeIcons(`${owner}/${name}`);
		const shared = {
			id: choiceId(choice),
			alwaysShow: true,
			act: async (signal: AbortSignal): Promise<'done'> => {
				await act({ owner, name }, signal);
				return 'done';
			},
		};
		if (choice.kind === 'named') return { ...shared, label: `$(${icon}) ${ref}` };
		if (choice.kind === 'not-listed')
			return { ...shared, label: `$(${icon})`, description: `${ref} · as typed` };
		return {
			...shared,
			label: `$(${icon}) ${ref}`,
			description: choice.note ?? '',
			detail: escapeIcons(visible(textOfMarkdown(choice.description).trim().split('\n')[0] ?? '')),
		};
	}
	await box.ask();
}
