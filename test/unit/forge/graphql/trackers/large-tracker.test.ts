import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { connectGraphql } from '../../../../../src/forge/graphql/connect-graphql.ts';
import { ResourceMemory } from '../../../../../src/forge/graphql/resource-memory.ts';
import { trackerExtraOperations } from '../../../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerOperations } from '../../../../../src/forge/graphql/trackers/operations.ts';
import { trackerExtraRows, trackerRows } from '../../../../../src/forge/rows/trackers.ts';
import { TrackerCache } from '../../../../../src/tickets/state/tracker-cache.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { endings } from '../../../../tools/endings.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { answer, stage } from '../../server.ts';
import { ticketData } from './scripted-trackers.ts';

const newest = 1500;
const perPage = 25;

describe('A large tracker in GraphQL', () => {
	const { serve, wireTo } = stage();
	const ending = endings();
	const time = skippableTime();

	it('is read a few pages at a time also after a restart', async () => {
		const server = await serve((_, response, nth) => {
			const { query, variables } = JSON.parse(server.asked[nth]?.body ?? '');
			const first = Number(variables.cursor ?? newest);
			const results = Array.from({ length: perPage }, (_, row) => ticketData(first - row));
			const next = first > perPage ? String(first - perPage) : null;
			const tickets = /\btickets\b/.test(query) && { tickets: { results, next } };
			const tracker = { id: 4, name: 'garden', owner: { canonical_name: '~ana' }, default_access: {} };
			const labels = { results: [], next: null };
			const found = { ...tracker, access: null, subscription: null, labels, ...tickets };
			answer(response, 200, { data: { owner: { tracker: found } } });
		});
		const { log } = readable();
		const folder = temporaryFolder('tickets');
		const open = () => {
			const wire = wireTo(server.address);
			const memory = new ResourceMemory();
			const cache = new TrackerCache({
				...{
					key: { account: 'ana', owner: '~ana', tracker: 'garden' },
					cache: fileStorage(folder, log),
					log,
				},
				client: connectGraphql(trackerRows, 'todo.test', async () => trackerOperations, wire, memory),
				extras: connectGraphql(
					trackerExtraRows,
					'todo.test',
					async () => trackerExtraOperations,
					wire,
					memory,
				),
			});
			ending(cache);
			return cache;
		};
		const requestsOf = async (cache: TrackerCache) => {
			const before = server.asked.length;
			time.skip(11 * 60_000);
			await cache.refresh();
			await cache.settled();
			return server.asked.length - before;
		};
		const first = open();
		assert.deepEqual([await requestsOf(first), first.tickets.size], [newest / perPage, newest]);
		const aWalk = await requestsOf(first);
		assert.ok(aWalk < 25, `${aWalk} requests`);
		assert.equal(await requestsOf(first), aWalk);
		assert.ok((await requestsOf(open())) <= aWalk);
	});
});
