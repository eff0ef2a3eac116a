import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/trackers/read-tickets.ts';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { scriptedTrackers, ticketData } from './scripted-trackers.ts';

const garden = { owner: '~ana', tracker: 'garden' };
const pageOf = (next: string | null, results: readonly object[]) => ({
	data: { owner: { tracker: { id: 42, tickets: { results, next } } } },
});
const page = (next: string | null, ...ids: readonly number[]) => pageOf(next, ids.map(ticketData));

describe('Tickets in GraphQL', () => {
	const { open } = scriptedTrackers();
	const numbers = async (answers: readonly unknown[], start?: string) => {
		const { client, sent } = await open(...answers);
		const tickets = await listAll(client.tickets(garden, start === undefined ? {} : { query: { start } }));
		return { ids: tickets.map(({ id }) => id), cursors: sent().map(({ variables }) => variables.cursor) };
	};

	it('begin at the number that the caller wants', async () => {
		const answers = [page('c1', 9, 8), page('c2', 7, 6), page(null, 5, 4)];
		assert.deepEqual(await numbers(answers, '6'), { ids: [6, 5, 4], cursors: [undefined, 'c1', 'c2'] });
		assert.deepEqual(await numbers(answers), {
			...{ ids: [9, 8, 7, 6, 5, 4], cursors: [undefined, 'c1', 'c2'] },
		});
	});

	it('are none if the caller wants to begin below the first', async () => {
		const answers = [page('c1', 9, 8), page(null, 7)];
		assert.deepEqual(await numbers(answers, '3'), { ids: [], cursors: [undefined, 'c1'] });
	});

	it('end if the pages before the wanted one repeat', async () => {
		const again = page('again', 9, 8);
		assert.deepEqual(await numbers([again, again, again], '3'), { ids: [], cursors: [undefined, 'again'] });
	});

	it('are read without their submitters if one of those makes the page fail', async () => {
		const path = ['owner', 'tracker', 'tickets', 'results', 0, 'submitter'];
		const failed = {
			data: { owner: { tracker: { id: 42, tickets: null } } },
			errors: [{ message: 'oh', path }],
		};
		assert.deepEqual((await numbers([failed, page(null, 9)])).ids, [9]);
	});

	it('keep one that has no status', async () => {
		const answer = pageOf(null, [ticketData(9), { ...ticketData(8), status: null }]);
		assert.deepEqual((await numbers([answer])).ids, [9, 8]);
	});
});
