import { listAll } from '../../forge/client/pages.ts';
import type { Tracker } from '../../forge/shapes/trackers.ts';
import type { ItemKind } from '../../platform/items/item-kind.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';

/** Trackers, for views, pickers and pins. */
export const trackerItems: ItemKind<TicketAccount, TrackerKey, Tracker, TrackerCache> = {
	area: 'trackers',
	scopes: ['trackers:read', 'tickets:read'],
	noun: 'tracker',
	nouns: 'trackers',
	titleNoun: 'Tracker',
	names: { accepted: /^(?!\d)(?!\.{1,2}$)[A-Za-z0-9._-]+$/, cannot: 'be . or .., or begin with a digit' },
	icon: 'checklist',
	commands: { pin: 'tildeforge.pinTracker', create: 'tildeforge.createTracker' },
	itemsOf: ({ trackers }) => trackers,
	keyOf: (account, { owner, name }) => ({ account, owner, tracker: name }),
	itemOf: ({ owner, tracker }) => ({ owner, name: tracker }),
	read: ({ connection }, { owner, name }, options) =>
		connection.trackers?.tracker({ owner, tracker: name }, options),
	list: ({ client }, owner, signal) => listAll(client.trackers({ owner }, { signal })),
};
