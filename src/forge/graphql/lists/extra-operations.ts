import type { listExtraRows } from '../../rows/lists.ts';
import { combinedRead } from '../combined-read.ts';
import type { Operations } from '../connect-graphql.ts';
import { bothForms } from '../document.ts';
import { openedList, openedSeries, threadParts } from './documents.ts';
import { newestInLists, readNewestInLists } from './newest-in-lists.ts';
import { readOpenedList } from './opened-list.ts';
import { readOpenedSeries } from './opened-series.ts';

const readMails = ['LISTS:RO', 'PROFILE:RO', 'EMAILS:RO', 'PATCHES:RO'];

/** What only GraphQL offers of lists. */
export const listExtraOperations: Operations<typeof listExtraRows> = {
	openList: {
		scopes: [...readMails, 'ACLS:RO'],
		documents: bothForms(openedList),
		run: combinedRead(readOpenedList),
	},
	newestInLists: {
		scopes: ['LISTS:RO', 'EMAILS:RO', 'PATCHES:RO'],
		documents: [newestInLists(1)],
		run: (call, _params, names) => readNewestInLists(call, names),
	},
	openSeries: {
		scopes: readMails,
		documents: [openedSeries, threadParts.whole, threadParts.smaller],
		run: combinedRead(readOpenedSeries),
	},
};
