import type { Patchset } from '../../../forge/shapes/lists.ts';
import type { Hint, Received } from '../../../forge/webhooks/delivery.ts';
import type { ItemName } from '../../../platform/model/item-name.ts';
import { idOfList, type ListKey } from '../../../platform/model/keys.ts';
import { ItemWatchSource } from '../../../platform/state/item-watch-source.ts';
import type { ReadCause } from '../../../platform/state/read-cause.ts';
import type { MailingLists } from '../mailing-lists.ts';
import type { StatusChanges } from '../status/status-changes.ts';
import { checkLists, maxChecked } from './check-lists.ts';
import { withTexts } from './event-texts.ts';
import { type DeliveredItems, isReported, readListCursor } from './list-cursor.ts';
import { watchList } from './watch-list.ts';

/**
 * In REST, the schedule reads what rarely changes only once in so many reads. A round of hundreds of lists would take too long otherwise. In
 * GraphQL, it comes with the rest.
 */
const pollsForRare = 10;

/** The mailing lists of all accounts, for the inbox. */
export const createListWatchSource = (source: MailingLists, statuses: StatusChanges) => {
	/** By list: how many reads of the schedule there were since the last one that left out nothing. */
	const briefReads = new Map<string, number>();
	const isBrief = (key: ListKey, cause: ReadCause | undefined): boolean => {
		const name = idOfList(key);
		const count = cause === 'schedule' ? (briefReads.get(name) ?? pollsForRare) + 1 : 0;
		briefReads.set(name, count < pollsForRare ? count : 0);
		return count > 0 && count < pollsForRare;
	};
	return new ItemWatchSource({
		kind: 'list',
		hookTargets: {
			all: { family: 'listsUser', params: {} },
			of: ({ owner, name }) => ({ family: 'list', params: { owner, list: name } }),
		},
		source,
		itemsOf: ({ lists }) => lists,
		serverOf: ({ instance }) => instance.lists ?? instance.name,
		itemIn: listIn,
		// In REST, each list is read by itself.
		checkOf: ({ connection: { listExtras } }) =>
			listExtras && { most: maxChecked, run: (caches, signal) => checkLists(caches, listExtras, signal) },
		isKnown: ({ delivery }, _, cursor) => isKnownDelivery(delivery, cursor),
		read: async ({ account, cache, cursor, deliveries, cause, signal }) => {
			await statuses.readOwn(account.session.id);
			const isOwnStatus = (one: Patchset) => statuses.isOwn({ ...cache.key, patchset: one.id }, one);
			const news = await watchList({
				cache,
				cursor,
				delivered: deliveredIn(deliveries),
				cause,
				isBrief: !account.connection.listExtras && isBrief(cache.key, cause),
				isOwnStatus,
				signal,
				me: account.session.account,
			});
			const { mails } = account.series;
			return { ...news, events: await withTexts(news.events, mails, cache, { cause, signal }) };
		},
	});
};

/** Whether a delivery tells only about a mail or a patchset that was reported. */
function isKnownDelivery(delivery: Hint, stored: unknown): boolean {
	const cursor = readListCursor(stored);
	if (!cursor || delivery.kind !== 'event') return false;
	if (delivery.event === 'patchset:received') return isReported(cursor, { patchset: delivery.body.id });
	const isMail = delivery.event === 'post:received' || delivery.event === 'email:received';
	return isMail && isReported(cursor, { mail: delivery.body.id });
}

/** The mails and patchsets that deliveries tell of. An id is used only if the forge has signed it. */
function deliveredIn(deliveries: readonly Received[]): DeliveredItems {
	const idsOf = (event: 'post:received' | 'patchset:received') =>
		deliveries.flatMap(({ delivery, isVerified }) =>
			isVerified && delivery.kind === 'event' && delivery.event === event ? [delivery.body.id] : [],
		);
	return { mails: idsOf('post:received'), patchsets: idsOf('patchset:received') };
}

/** The list that the user has sent a mail to. In GraphQL, such a mail has the same event as any other of the list. */
function listIn(delivery: Hint): ItemName | undefined {
	if (delivery.kind !== 'event') return undefined;
	const { event, body } = delivery;
	const list = event === 'email:received' || event === 'post:received' ? body.list : undefined;
	return list ? { owner: list.owner.canonical_name, name: list.name } : undefined;
}
