import assert from 'node:assert/strict';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerExtraRows } from '../../../../../src/forge/rows/trackers.ts';
import { scriptedClient } from '../scripted-client.ts';

const ticket = (id: number) => ({
	...{ id, title: `Ticket ${id}`, updated: '2026-11-20T07:00:00Z', status: 'RESOLVED', resolution: 'FIXED' },
	...{ labels: [{ name: 'bug' }], assignees: [{ canonical_name: '~ana' }] },
});
const trackers = ['a', 'b', 'c', 'd'].map((tracker) => ({ owner: '~ana', tracker }));

describe('The newest tickets of several trackers', () => {
	const { open } = scriptedClient(trackerExtraRows, trackerExtraOperations);

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
});
