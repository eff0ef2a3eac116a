import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as v from 'valibot';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { listAll } from '../../../../../src/forge/client/pages.ts';
import { TicketEvent } from '../../../../../src/forge/shapes/trackers.ts';
import type { Hint, Received } from '../../../../../src/forge/webhooks/delivery.ts';
import type { ReadCause } from '../../../../../src/platform/state/watch/read-cause.ts';
import type { WatchedResource } from '../../../../../src/platform/state/watch/watch-source.ts';
import { Tickets } from '../../../../../src/tickets/state/tickets.ts';
import { TrackerCursorShape } from '../../../../../src/tickets/state/watch/tracker-cursor.ts';
import { createTrackerWatchSource } from '../../../../../src/tickets/state/watch/tracker-watch-source.ts';
import { accountsOf } from '../../../../kit/forge/ticket-accounts.ts';
import { bob, readable, stage } from '../../../../kit/forge/tracker-forge.ts';

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
		const items = createTrackerWatchSource(tickets, log);
		ending(() => items.dispose());
		await tickets.accounts[0]?.trackers.own.refresh();
		const [all = assert.fail(), tracker = assert.fail()] = items.watched;
		/** The cache of the tracker, as a view keeps it open. */
		const hold = () => {
			const lifetime = new Lifetime();
			ending(() => lifetime.dispose());
			const cache = tickets.accounts[0]?.trackers.cache({ owner: '~ana', name: 'editor' }, lifetime);
			return cache ?? assert.fail();
		};
		return { forge, hold, all, tracker };
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

	it('report at the first read what the forge has delivered, and nothing older', async () => {
		const { forge, tracker } = await watching(60);
		const { signal } = new AbortController();
		const header = { kind: 'event', delivery: 'one' } as const;
		const path = { owner: '~ana', tracker: 'editor', ticket: 58 };
		const ticket = (number: number) => forge.tracker.tickets[number - 1] ?? assert.fail();
		const { tickets } = forge.trackers;
		// A mention has a newer event than the ticket with the last change.
		tickets.update(ticket(3), bob, { comment: 'See #60.' });
		tickets.update(ticket(58), bob, { comment: 'This was before the sign-in.' });
		tickets.update(ticket(58), bob, { comment: 'This was after it.' });
		tickets.open(forge.tracker, bob, { title: 'Created after it' });
		tickets.update(ticket(60), bob, { comment: 'This comes last.' });
		const [commented = assert.fail()] = await listAll(forge.client('ana').events(path));
		const created = await forge.client('ana').ticket({ ...path, ticket: 61 });
		const hints: readonly Hint[] = [
			{ ...header, event: 'event:create', body: commented },
			{ ...header, event: 'ticket:create', body: created },
		];
		const read = async (isVerified: boolean, deliveries: readonly Hint[]) => {
			const received = deliveries.map((delivery): Received => ({ isVerified, delivery }));
			const { events } = await tracker.read({
				cursor: undefined,
				deliveries: received,
				cause: 'delivery',
				signal,
			});
			return events.map(({ kind, text, title }) => [kind, text ?? title]);
		};
		assert.deepEqual(await read(true, hints), [
			['commented', 'This was after it.'],
			['created', 'Created after it'],
		]);
		assert.deepEqual(await read(true, hints.slice(1)), [['created', 'Created after it']]);
		assert.deepEqual(await read(true, []), []);
		assert.deepEqual(await read(false, hints), []);
	});

	it('read the tickets that deliveries are about, even if those are not among the newest', async () => {
		const { forge, tracker } = await watching(60);
		const { signal } = new AbortController();
		const started = await tracker.read({ cursor: undefined, deliveries: [], signal });
		// The forge's clock is months behind.
		const { tickets, ...rest } = v.parse(TrackerCursorShape, started.cursor);
		const cursor = { ...rest, tickets: { ...tickets, upTo: Date.parse('2026-03-04T05:06:30Z') } };
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

	it('are not read for deliveries that tell of the own change or of what was reported', async () => {
		const { forge, hold, tracker } = await watching(2);
		const { signal } = new AbortController();
		const path = { owner: '~ana', tracker: 'editor', ticket: 1 };
		const cache = hold();
		let { cursor } = await tracker.read({ cursor: undefined, deliveries: [], signal });
		const received = (delivery: Hint): Received => ({ isVerified: true, delivery });
		/** What the forge delivers after a change of a ticket. */
		const told = async (ticket = 1) => {
			const header = { kind: 'event', delivery: 'one' } as const;
			const body = await forge.client('ana').ticket({ ...path, ticket });
			const [event = assert.fail()] = await listAll(forge.client('ana').events({ ...path, ticket }));
			return [
				received({ ...header, event: 'ticket:update', body }),
				received({ ...header, event: 'event:create', body: event }),
			];
		};
		const read = async (deliveries: readonly Received[], cause: ReadCause = 'delivery') => {
			forge.asked.length = 0;
			const news = await tracker.read({ cursor, deliveries, cause, signal });
			({ cursor } = news);
			return [news.events.map(({ kind }) => kind), forge.asked.length > 0] as const;
		};
		await cache.read(1);
		const { ticket, events } = await forge.client('ana').updateTicket(path, { comment: 'This is mine.' });
		cache.put(ticket, events);
		assert.deepEqual(await read(await told()), [[], false]);
		await forge.client('bob').updateTicket(path, { comment: 'This is not.' });
		const others = await told();
		assert.deepEqual(await read(others), [['commented'], true]);
		const limit = mock.method(AbortSignal, 'timeout', () => AbortSignal.abort());
		ending(() => limit.mock.restore());
		void cache.answersHere.change(1, () => new Promise(() => {}));
		assert.deepEqual(await read(others), [[], false]);
		assert.equal(limit.mock.callCount(), 0, 'A delivery that is known has waited for the end of a change');
		limit.mock.restore();
		assert.deepEqual(await read(others, 'refresh'), [[], true]);
		forge.trackers.tickets.open(forge.tracker, bob, { title: 'Something new' });
		assert.deepEqual(await read(await told(3)), [['created'], true]);
		const unreadable = received({ kind: 'truncated', delivery: 'one', event: 'event:create' });
		assert.deepEqual(await read([...others, unreadable]), [[], true]);
		assert.deepEqual(await read([]), [[], true]);
	});

	it('are content with what was read a short time before, if the schedule reads them', async () => {
		const { forge, hold, all, tracker } = await watching(1);
		hold();
		const { signal } = new AbortController();
		const read = async (one: WatchedResource, cause: ReadCause, cursor?: unknown) => {
			forge.asked.length = 0;
			await one.read({ cursor, deliveries: [], cause, signal });
			return forge.asked.map((what) => what.replace(/\/\d.*/, ''));
		};
		assert.deepEqual(await read(all, 'schedule'), []);
		assert.deepEqual(await read(all, 'refresh'), ['GET /api/user/~ana/trackers']);
		assert.deepEqual(await read(tracker, 'schedule'), ['GET /labels', 'GET /tickets', 'GET /tickets']);
		// Only the newest event is not known.
		assert.deepEqual(await read(tracker, 'schedule'), ['GET /tickets']);
		assert.deepEqual(await read(tracker, 'refresh'), ['GET /labels', 'GET /tickets', 'GET /tickets']);
	});

	it('are found by what the hooks of their account deliver', async () => {
		const { forge, all, tracker } = await watching(1);
		const body = await forge.client('ana').ticket({ owner: '~ana', tracker: 'editor', ticket: 1 });
		const itemIn = (delivery: Hint) => all.itemIn?.({ delivery, isVerified: false });
		const header = { kind: 'event', delivery: 'one' } as const;
		for (const name of ['ticket:create', 'ticket:update'] as const)
			assert.equal(itemIn({ ...header, event: name, body }), tracker.id);
		const ofTicket = v.parse(TicketEvent, { id: 7, ticket: body });
		assert.equal(itemIn({ ...header, event: 'event:create', body: ofTicket }), tracker.id);
		assert.equal(itemIn({ ...header, event: 'tracker:delete', body: { id: 1 } }), undefined);
		assert.equal(itemIn({ ...header, event: 'ticket:create', body: { ...body, tracker: null } }), undefined);
		assert.equal(itemIn({ kind: 'truncated', delivery: 'one', event: 'ticket:create' }), undefined);
		assert.equal(tracker.itemIn, undefined);
	});
});
