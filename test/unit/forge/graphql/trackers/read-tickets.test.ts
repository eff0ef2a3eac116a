import assert from 'node:assert/strict';
import { testWire } from '../../../../kit/forge/test-wire.ts';
import '../../../../../src/forge/graphql/trackers/read-tickets.ts';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { connectGraphql } from '../../../../../src/forge/graphql/connect-graphql.ts';
import { trackerOperations } from '../../../../../src/forge/graphql/trackers/operations.ts';
import { trackerRows } from '../../../../../src/forge/rows/trackers.ts';
import type { Fetch } from '../../../../../src/forge/wire/transport.ts';
import { people, type StartedArea, startGraphqlArea } from '../../../../kit/forge/graphql-area.ts';
import { plainTransport } from '../../../../kit/forge/plain-transport.ts';
import { Refused } from '../scripted-client.ts';
import { scriptedTrackers, ticketData } from './scripted-trackers.ts';

const garden = { owner: '~ana', tracker: 'garden' };
const pageOf = (next: string | null, results: readonly object[]) => ({
	data: { owner: { tracker: { id: 42, tickets: { results, next } } } },
});
const page = (next: string | null, ...ids: readonly number[]) => pageOf(next, ids.map(ticketData));

describe('Tickets in GraphQL', () => {
	const { open } = scriptedTrackers();
	const tree = { owner: '~owner', tracker: 'tree' };
	const network = plainTransport();
	after(() => network.dispose());
	let area: StartedArea | undefined;
	afterEach(async () => {
		await area?.stop();
		area = undefined;
	});

	/** The tracker `tree` of the sandbox. */
	async function openSandbox() {
		const started = await startGraphqlArea('trackers');
		area = started;
		const token = started.token('other');
		let requests = 0;
		const fetch: Fetch = (...request) => {
			requests += 1;
			return network.fetch(...request);
		};
		const carrier = testWire({ base: started.address, token: () => token, fetch });
		const tracker = started.trackers.create('owner', { name: 'tree' });
		return {
			client: connectGraphql(trackerRows, 'todo.sr.ht', async () => trackerOperations, carrier),
			sent: () => requests,
			fill: (count: number) => {
				for (let nth = 1; nth <= count; nth++)
					started.trackers.tickets.open(tracker, people.owner, { title: `Ticket ${nth}` });
			},
		};
	}

	const numbers = async (answers: readonly unknown[], start?: string) => {
		const { client, sent } = await open(...answers);
		const tickets = await listAll(client.tickets(garden, start === undefined ? {} : { query: { start } }));
		return { ids: tickets.map(({ id }) => id), cursors: sent().map(({ variables }) => variables.cursor) };
	};

	it('end if the pages before the wanted one repeat', async () => {
		const again = page('again', 9, 8);
		assert.deepEqual(await numbers([again, again, again], '3'), { ids: [], cursors: [undefined, 'again'] });
	});

	it('are not looked for in pages of one ticket each without end', async () => {
		const answers = Array.from({ length: 300 }, (_, nth) => page(`c${nth}`, 1_000_000 - nth));
		const { client, sent } = await open(...answers);
		await assert.rejects(listAll(client.tickets(garden, { query: { start: '3' } })), {
			kind: 'surprise',
			message: /does not seem to end/,
		});
		assert(sent().length < 250, `${sent().length} requests`);
	});

	describe('after an earlier walk', () => {
		/** Reads the first pages of a tracker, and then those below a ticket. */
		async function continueAt(start: string, ...answers: readonly unknown[]) {
			const { client, sent } = await open(page('c1', 9, 8), page('c2', 7, 6), ...answers);
			const iterator = client.tickets(garden)[Symbol.asyncIterator]();
			await iterator.next();
			await iterator.next();
			const tickets = await listAll(client.tickets(garden, { query: { start } }));
			return {
				ids: tickets.map(({ id }) => id),
				cursors: sent()
					.slice(2)
					.map(({ variables }) => variables.cursor),
			};
		}

		for (const [reason, answer] of [
			['is refused', { data: null, errors: [{ message: 'Invalid cursor' }] }],
			['makes the forge fail', { data: null, errors: [{ message: 'internal system error' }] }],
			['leads to nothing', page(null)],
			['leads to newer tickets', page('c4', 9, 8)],
			[
				'leads into a tracker that now has the name',
				{ data: { owner: { tracker: { id: 43, tickets: { results: [ticketData(2)], next: null } } } } },
			],
		] as const)
			it(`begin at the newest ticket if the cursor ${reason}`, async () => {
				const found = await continueAt('5', answer, page('d1', 9, 8), page('d2', 7, 6), page(null, 5, 4));
				assert.deepEqual(found, { ids: [5, 4], cursors: ['c2', undefined, 'd1', 'd2'] });
			});

		it('are not asked for again if the forge no longer accepts the token', async () => {
			const refused = new Refused(401, 'Authentication error: Invalid OAuth bearer token');
			await assert.rejects(continueAt('5', refused), { kind: 'signed-out' });
		});

		it('do not need more requests than one walk, however often it is continued', async () => {
			const { client, sent, fill } = await openSandbox();
			fill(1000);
			const ids: number[] = [];
			let start: string | undefined;
			for (let walk = 0; walk < 20 && start !== '0'; walk++) {
				let pageCount = 0;
				for await (const { rows } of client.tickets(tree, start === undefined ? {} : { query: { start } })) {
					ids.push(...rows.map(({ id }) => id));
					pageCount += 1;
					if (pageCount === 3) break;
				}
				start = String((ids.at(-1) ?? 0) - 1);
			}
			assert.deepEqual(
				ids,
				Array.from({ length: 1000 }, (_, index) => 1000 - index),
			);
			assert.equal(sent(), 40);
		});
	});
});
