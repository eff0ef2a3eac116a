import type { Hint } from '../../forge/delivery.ts';
import type { Pin } from '../../platform/state/pins.ts';
import { WatchedItems } from '../../platform/state/watched-items.ts';
import type { MailingLists } from './mailing-lists.ts';
import type { OwnStatuses } from './status/own-statuses.ts';
import { watchList } from './watch-list.ts';

/** The mailing lists of all accounts, for the inbox. */
export const watchedLists = (
	source: Pick<MailingLists, 'accounts' | 'onDidChange'>,
	own: Pick<OwnStatuses, 'read' | 'has'>,
) =>
	new WatchedItems({
		kind: 'list',
		hookTargets: {
			all: { family: 'listsUser', params: {} },
			of: ({ owner, name }) => ({ family: 'list', params: { owner, list: name } }),
		},
		source,
		itemsOf: ({ lists }) => lists,
		serverOf: ({ instance }) => instance.lists ?? instance.name,
		itemIn: listIn,
		// The newest patchsets, mails and pull requests.
		requests: 3,
		read: async ({ account, cache, cursor, signal }) => {
			await own.read(account.session.id);
			const isOwnStatus = (patchset: number, status: string) => own.has({ ...cache.key, patchset }, status);
			return watchList({ cache, cursor, me: account.session.account, isOwnStatus, signal });
		},
	});

/** The list that the user has sent a mail to. */
function listIn(delivery: Hint): Pin | undefined {
	const list =
		delivery.kind === 'event' && delivery.event === 'email:received' ? delivery.body.list : undefined;
	return list ? { owner: list.owner.canonical_name, name: list.name } : undefined;
}
