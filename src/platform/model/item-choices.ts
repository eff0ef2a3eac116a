/** Something that a user has on the forge, such as a repository. */
export interface ListedItem {
	readonly name: string;
	/** Markdown. */
	readonly description: string;
	/** Shown after the name, such as `pinned`. */
	readonly note?: string;
}

/** What the forge has answered about the items of a user. */
export type Listing =
	| { readonly kind: 'loading' }
	/** The box says why. */
	| { readonly kind: 'failed' }
	| { readonly kind: 'listed'; readonly items: readonly ListedItem[] };

/** A user or one of their items. */
export interface NamedItem {
	/** With the tilde. */
	readonly owner: string;
	/** Undefined if only the user is named. */
	readonly name: string | undefined;
}

/** A row of the box. */
export type ItemChoice =
	| ({ readonly kind: 'item'; readonly owner: string } & ListedItem)
	/** What the user has typed, while it is unknown whether it is listed. */
	| { readonly kind: 'named'; readonly owner: string; readonly name: string }
	/** What the user has typed, if it is not listed. Forges do not list all items that an account can see. */
	| { readonly kind: 'not-listed'; readonly owner: string; readonly name: string }
	| { readonly kind: 'note'; readonly icon: string; readonly text: string };

interface TypedItem {
	/** What the user has typed, if it names a user. */
	readonly named: NamedItem | undefined;
	readonly typed: string;
	readonly listing: Listing;
	readonly nouns: string;
}

const note = (icon: string, text: string): readonly ItemChoice[] => [{ kind: 'note', icon, text }];

/**
 * The rows for what the user has typed: the items of the user whom the text names, in the forge's order, an exact match first. An address
 * is never the beginning of a longer name, so what it names is the first row even if it is not listed.
 */
export function itemChoices({ named, typed, listing, nouns }: TypedItem): readonly ItemChoice[] {
	if (typed.trim() === '') return [];
	if (!named) return note('info', 'Enter ~user, ~user/name or a URL.');
	const { owner, name = '' } = named;
	const typedItem = (kind: 'named' | 'not-listed'): readonly ItemChoice[] =>
		name === '' ? [] : [{ kind, owner, name }];
	switch (listing.kind) {
		case 'loading':
			return [...typedItem('named'), ...note('loading~spin', `Loading ${nouns}…`)];
		case 'failed':
			return typedItem('named');
		case 'listed':
			break;
	}
	const { items } = listing;
	if (items.length === 0)
		return [...typedItem('not-listed'), ...note('info', `${owner} has no ${nouns} that you can see.`)];
	const exact = items.filter((item) => item.name === name);
	const others = items.filter(
		(item) => item.name !== name && item.name.toLowerCase().includes(name.toLowerCase()),
	);
	const listed = [...exact, ...others].map((one): ItemChoice => ({ kind: 'item', owner, ...one }));
	if (exact.length > 0) return listed;
	const isAddress = typed.trim() !== `${owner}/${name}`;
	return isAddress && name !== ''
		? [...typedItem('not-listed'), ...listed]
		: [...listed, ...typedItem('not-listed')];
}

/** Identifies a row while what it shows may change: Enter acts on the item that the user sees, even if the list arrives meanwhile. */
export function choiceId(choice: ItemChoice): string {
	switch (choice.kind) {
		case 'item':
		case 'named':
		case 'not-listed':
			return itemId(choice.owner, choice.name);
		case 'note':
			return choice.text;
	}
}

const itemId = (owner: string, name: string): string => `item ${owner}/${name}`;
