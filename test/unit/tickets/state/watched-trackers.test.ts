import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { Received } from '../../../../src/forge/delivery.ts';
import { TicketEvent } from '../../../../src/forge/shapes/trackers.ts';
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
		const [all = assert.fail(), tracker = assert.fail()] = items.watched;
		return { forge, all, tracker };
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

	it('are found by what the hooks of their account deliver', async () => {
		const { forge, all, tracker } = await watching(1);
		const body = await forge.client('ana').ticket({ owner: '~ana', tracker: 'editor', ticket: 1 });
		const header = { kind: 'event', delivery: 'one' } as const;
		for (const name of ['ticket:create', 'ticket:update'] as const)
			assert.equal(all.itemIn?.({ ...header, event: name, body }), tracker.spelled);
		const ofTicket = v.parse(TicketEvent, { id: 7, ticket: body });
		assert.equal(all.itemIn?.({ ...header, event: 'event:create', body: ofTicket }), tracker.spelled);
		assert.equal(all.itemIn?.({ ...header, event: 'tracker:delete', body: { id: 1 } }), undefined);
		assert.equal(
			all.itemIn?.({ ...header, event: 'ticket:create', body: { ...body, tracker: null } }),
			undefined,
		);
		assert.equal(all.itemIn?.({ kind: 'truncated', delivery: 'one', event: 'ticket:create' }), undefined);
		assert.equal(tracker.itemIn, undefined);
	});
});
