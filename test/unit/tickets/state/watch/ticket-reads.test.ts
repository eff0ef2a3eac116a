import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { TrackerCache } from '../../../../../src/tickets/state/tracker-cache.ts';
import {
	lastOf,
	newestEvent,
	readEventsIfPossible,
	readTickets,
} from '../../../../../src/tickets/state/watch/ticket-reads.ts';
import { bob, key, readable, stage } from '../../../../kit/forge/tracker-forge.ts';

describe('Reads of the tickets of a watched tracker', () => {
	const { forge: start, storage, ending } = stage();

	async function open() {
		const forge = await start();
		forge.fill(3);
		for (const number of [1, 2, 3]) {
			const ticket = forge.tracker.tickets[number - 1] ?? assert.fail();
			forge.trackers.tickets.update(ticket, bob, { comment: 'A comment.' });
		}
		const { log, lines } = readable();
		const cache = new TrackerCache({ key, client: forge.client('ana'), cache: await storage(), log });
		ending(() => cache.dispose());
		await cache.refresh();
		return { forge, lines, context: { cache, log, signal: new AbortController().signal } };
	}

	it('leave out a ticket that is gone', async () => {
		const { context, lines } = await open();
		const found = await readTickets(context, [2, 99, 2]);
		assert.deepEqual(
			found.map(({ id }) => id),
			[2],
		);
		assert.equal(lines.length, 1);
		assert.deepEqual(await readEventsIfPossible(context, 99), []);
	});

	it('know the newest event although that of the ticket changed last cannot be read', async () => {
		const { forge, context } = await open();
		const events = await readEventsIfPossible(context, 2);
		assert.ok(events !== 'unreadable' && lastOf(events) > 0);
		Object.assign(forge.line, { gateway: 500, throughGateway: /tickets\/3\/events/ });
		assert.equal(await readEventsIfPossible(context, 3), 'unreadable');
		assert.equal(await newestEvent(context), lastOf(events));
	});

	it('fail if the forge cannot be reached', async () => {
		const { forge, context } = await open();
		Object.assign(forge.line, { gateway: 503, throughGateway: /tickets\/2/ });
		await assert.rejects(readTickets(context, [2]), ForgeError);
		await assert.rejects(readEventsIfPossible(context, 2), ForgeError);
	});
});
