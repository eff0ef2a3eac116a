import assert from 'node:assert/strict';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';
import { newestTickets } from '../../../../../src/forge/graphql/trackers/newest-tickets.ts';
import { trackerExtraRows } from '../../../../../src/forge/rows/trackers.ts';
import { maxChecked } from '../../../../../src/tickets/state/watch/check-trackers.ts';
import { validateDocument } from '../../../../kit/forge/validate-document.ts';
import { scriptedClient } from '../scripted-client.ts';

const ticket = (id: number) => ({
	...{ id, title: `Ticket ${id}`, updated: '2026-11-20T07:00:00Z', status: 'RESOLVED', resolution: 'FIXED' },
	...{ labels: [{ name: 'bug' }], assignees: [{ canonical_name: '~ana' }] },
});
const trackers = ['a', 'b', 'c', 'd'].map((tracker) => ({ owner: '~ana', tracker }));

describe('The newest tickets of several trackers', () => {
	const { open } = scriptedClient(trackerExtraRows, trackerExtraOperations);

	it('are read with one request, which leaves out trackers that are missing or fail', async () => {
		const { client, sent } = await open({
			data: {
				tracker0: { tracker: { tickets: { results: [ticket(1)] } } },
				tracker1: null,
				tracker2: { tracker: null },
				tracker3: { tracker: { tickets: null } },
			},
			errors: [{ message: 'oh', path: ['tracker3', 'tracker', 'tickets', 'results', 0, 'labels'] }],
		});
		const found = await client.newestTickets({}, { trackers });
		assert.deepEqual(
			found.trackers.map(({ owner, tracker, tickets }) => [
				owner,
				tracker,
				tickets.map(({ id, status, labels, assignees }) => [
					...[id, status, ...labels],
					...assignees.map(({ canonical_name }) => canonical_name),
				]),
			]),
			[['~ana', 'a', [[1, 'resolved', 'bug', '~ana']]]],
		);
		assert.equal(sent().length, 1);
		assert.deepEqual(
			['owner0', 'name0', 'owner3', 'name3'].map((name) => sent()[0]?.variables[name]),
			['ana', 'a', 'ana', 'd'],
		);
	});

	it('are all of them if they are less than a page', async () => {
		const page = (count: number) => ({
			tracker: { tickets: { results: Array.from({ length: count }, (_, at) => ticket(count - at)) } },
		});
		const { client } = await open({ data: { tracker0: page(25), tracker1: page(24) } });
		const found = await client.newestTickets({}, { trackers: trackers.slice(0, 2) });
		assert.deepEqual(
			found.trackers.map(({ areAll }) => areAll),
			[false, true],
		);
	});

	it('are asked of as many trackers as the forge allows', () => {
		assert.deepEqual(validateDocument('trackers', newestTickets(maxChecked)), []);
		assert.equal(validateDocument('trackers', newestTickets(maxChecked + 1)).length, 1);
	});
});
