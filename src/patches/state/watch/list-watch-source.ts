import type { Patchset } from '../../../forge/shapes/lists.ts';
import { idOfList, type ListKey } from '../../../platform/model/keys.ts';
import { ItemWatchSource } from '../../../platform/state/watch/item-watch-source.ts';
import type { ReadCause } from '../../../platform/state/watch/read-cause.ts';
import { readCursor } from '../../../platform/state/watch/read-news.ts';
import type { MailingLists } from '../mailing-lists.ts';
import type { StatusChanges } from '../status/status-changes.ts';
import { listsCheck } from './check-lists.ts';
import { withTexts } from './event-texts.ts';
import { isReportedInList, ListCursorShape } from './list-cursor.ts';
import { watchList } from './watch-list.ts';

/**
 * In REST, the schedule reads what rarely changes only once in so many reads. A round of hundreds of lists would take too long otherwise. In
 * GraphQL, it comes with the rest.
 */
const pollsForRare = 10;

/** The mailing lists of all accounts, for the inbox. */
export const createListWatchSource = (source: MailingLists, statuses: StatusChanges) => {
	/** How many brief reads of each list there were since the last full one. */
	const briefReads = new Map<string, number>();
	const isBrief = (key: ListKey, cause: ReadCause | undefined): boolean => {
		const name = idOfList(key);
		const next = (briefReads.get(name) ?? pollsForRare) + 1;
		const isFull = cause !== 'schedule' || next >= pollsForRare;
		briefReads.set(name, isFull ? 0 : next);
		return !isFull;
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
		// In REST, each list is read by itself.
		checkOf: ({ connection: { listExtras } }) => listExtras && listsCheck(listExtras),
		isKnown: (delivery, _, stored) => {
			const cursor = readCursor(ListCursorShape, stored);
			return cursor !== undefined && isReportedInList(cursor, delivery);
		},
		read: async ({ account, ...reading }) => {
			const { cache, cause, signal } = reading;
			await statuses.readOwn(account.session.id);
			const isOwnStatus = (one: Patchset) => statuses.isOwn({ ...cache.key, patchset: one.id }, one);
			const news = await watchList({
				...reading,
				isOwnStatus,
				isBrief: !account.connection.listExtras && isBrief(cache.key, cause),
				me: account.session.account,
			});
			const { mails } = account.series;
			return {
				...news,
				events: await withTexts(news.events, mails, cache, {
					me: account.session.account,
					cause,
					signal,
				}),
			};
		},
	});
};
