import assert from 'node:assert/strict';
import type { Received } from '../../../../src/forge/delivery.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { watchedTrackers } from '../../../../src/tickets/state/watched-trackers.ts';
import { accountsOf } from './accounts.ts';
import { bob, readable, stage } from './forge.ts';

describe('The trackers of the inbox', () => {
	const { forge: start, folder, ending } = stage();

	/** A tracker with so many tickets, as the inbox of ana watches it. */
	async function watching(ticketCount: number) {
		const forge = await start();
		forge.fill(ticketCount);
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		signIn('ana');
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		const items = watchedTrackers(tickets, log);
		ending(() => items.dispose());
		await tickets.accounts[0]?.trackers.own.refresh();
		const [, tracker = assert.fail()] = items.watched;
		return { forge, tracker };
	}

	it('are those of all accounts, and report what others do in them', async () => {
		const { forge, tracker } = await watching(2);
		assert.deepEqual([tracker.account, tracker.server], ['ana', 'https://todo.forge.test']);
		const { signal } = new AbortController();
		const { events: none, cursor } = await tracker.read({ cursor: undefined, deliveries: [], signal });
		assert.deepEqual(none, []);
		forge.trackers.tickets.open(forge.tracker, bob, { title: 'Something new' });
		const { events } = await tracker.read({ cursor, deliveries: [], signal });
		assert.deepEqual(
			events.map(({ kind, title }) => [kind, title]),
			[['created', 'Something new']],
		);
	});

	it('read the tickets that deliveries are about, even if those are not among the newest', async () => {
		const { forge, tracker } = await watching(60);
		const { signal } = new AbortController();
		const started = await tracker.read({ cursor: undefined, deliveries: [], signal });
		// The forge's clock is months behind.
		const cursor = { ...(started.cursor as object), upTo: Date.parse('2026-03-04T05:06:30Z') };
		const second = forge.tracker.tickets[1] ?? assert.fail();
		forge.trackers.tickets.update(second, bob, { comment: 'Still so.' });
		const commented: Received = {
			isVerified: false,
			delivery: {
				...{ kind: 'event', event: 'ticket:update', delivery: 'one' },
				body: await forge.client('ana').ticket({ owner: '~ana', tracker: 'editor', ticket: 2 }),
			},
		};
		const { events } = await tracker.read({ cursor, deliveries: [commented], signal });
		assert.deepEqual(
			events.map(({ kind, title }) => [kind, title]),
			[['commented', 'Ticket 1']],
		);
	});
});
