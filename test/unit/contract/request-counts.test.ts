import assert from 'node:assert/strict';
import { countRequests, type RequestCounts } from '../../kit/forge/request-counts.ts';

const rest: RequestCounts = {
	'open a tracker': 4,
	'open a list': 6,
	'open a series of 4 mails': 2,
	'open a repository': 3,
	'open a ticket': 4,
	'open a ticket again': 2,
	'poll 5 trackers': 5,
	'poll 5 lists': 14,
	'poll 5 repositories': 11,
};

const graphql: RequestCounts = {
	// Pages have 25 rows: the tracker has three of tickets, and the list five of mails. The texts of mails are not in GraphQL.
	...{ ...rest, 'open a tracker': 3, 'open a list': 5, 'open a series of 4 mails': 2 },
	'open a repository': 1,
	...{
		'open a ticket': 1,
		'open a ticket again': 1,
		'poll 5 trackers': 1,
		'poll 5 lists': 1,
		'poll 5 repositories': 1,
	},
};

describe('What the user opens', () => {
	it('takes this many requests in REST', async () => {
		assert.deepEqual(await countRequests(false), rest);
	});

	it('takes this many requests in GraphQL', async () => {
		assert.deepEqual(await countRequests(true), graphql);
	});
});
