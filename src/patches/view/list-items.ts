import { listAll } from '../../forge/client/pages.ts';
import type { List } from '../../forge/shapes/lists.ts';
import type { ItemKind } from '../../platform/items/item-kind.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import type { ListAccount } from '../state/mailing-lists.ts';

/** Mailing lists, for views, pickers and pins. */
export const listItems: ItemKind<ListAccount, ListKey, List, ListCache> = {
	area: 'lists',
	scopes: ['lists:read', 'patches:read'],
	noun: 'mailing list',
	nouns: 'mailing lists',
	titleNoun: 'Mailing List',
	// Older forges refuse capital letters, and say so.
	names: { accepted: /^[a-z_-][a-z0-9._-]{0,254}$/i, cannot: 'begin with a digit or a dot' },
	icon: 'mail',
	commands: { pin: 'tildeforge.pinList', create: 'tildeforge.createList' },
	canSubscribe: true,
	itemsOf: ({ lists }) => lists,
	keyOf: (account, { owner, name }) => ({ account, owner, list: name }),
	itemOf: ({ owner, list }) => ({ owner, name: list }),
	read: ({ connection }, { owner, name }, options) => connection.lists?.list({ owner, list: name }, options),
	list: ({ client }, owner, signal) => listAll(client.lists({ owner }, { signal })),
};
