import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { TicketReading } from '../../../../src/tickets/page/loader.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { settle, stopTheClock, untilSettled as until } from '../../base/clock.ts';
import { accountsOf } from '../state/accounts.ts';
import { bob, key, readable, stage } from '../state/forge.ts';

const one = { ...key, account: 'ana', ticket: 1 };

describe('Reading a ticket for its page', () => {
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	async function open({ looks = true, isSignedIn = true, ticket = 1 } = {}) {
		const forge = await start();
		forge.fill(1);
		const at = await folder();
		const { log } = readable();
		const { forges, signIn, signOut } = accountsOf(forge, at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		if (isSignedIn) signIn('ana');
		const changes = { count: 0 };
		const begin = (number = ticket) => {
			const reading = new TicketReading({
				key: { ...one, ticket: number },
				tickets,
				changed: () => {
					changes.count += 1;
				},
				looks,
				owner: () => ({ account: '~ana', instance: 'known.test' }),
			});
			ending(() => reading.dispose());
			return reading;
		};
		return { ...forge, tickets, signIn, signOut, changes, reading: begin(), begin };
	}
	const isRead = ({ isReading }: TicketReading) => !isReading;

	it('is under way until the ticket and its events are read', async () => {
		const { reading, asked } = await open();
		assert.deepEqual([reading.situation(), reading.isReading], [{ kind: 'reading' }, true]);
		await until(() => reading.situation().kind === 'good' && !reading.isReading);
		assert.equal(reading.ticket?.title, 'Ticket 0');
		assert.equal(reading.account?.session.id, 'ana');
		assert.ok(asked.includes('GET /tickets/1/events'));
	});

	it('shows what is known of the ticket meanwhile', async () => {
		const { begin, tickets, line, release } = await open({ ticket: 9 });
		const user = new Lifetime();
		ending(() => user.dispose());
		await tickets.trackerCache(one, user)?.refresh();
		line.held = /tickets/;
		const reading = begin(1);
		assert.deepEqual([reading.situation(), reading.isReading], [{ kind: 'good' }, true]);
		assert.equal(reading.ticket?.title, 'Ticket 0');
		release();
	});

	it('requests nothing of a ticket that does not exist yet', async () => {
		const { reading, asked } = await open({ looks: false, ticket: 0 });
		await settle();
		assert.deepEqual([asked.filter((what) => /tickets/.test(what)), reading.isReading], [[], false]);
	});

	it('says that the ticket is missing', async () => {
		const { reading } = await open({ ticket: 9 });
		await until(() => reading.situation().kind !== 'reading');
		assert.deepEqual([reading.situation(), reading.isReading], [{ kind: 'missing' }, true]);
	});

	it('says what else went wrong', async () => {
		const { reading, line } = await open();
		await until(() => isRead(reading));
		line.gateway = 401;
		await reading.refresh();
		assert.deepEqual(reading.situation(), {
			kind: 'failed',
			words: "You don't have permission to see this.",
		});
	});

	it('names the forge of an account that is not signed in', async () => {
		const { reading, signIn, changes } = await open({ isSignedIn: false });
		assert.deepEqual(reading.situation(), { kind: 'signed-out', instance: 'known.test' });
		assert.deepEqual([reading.ticket, reading.events, reading.isReading], [undefined, [], false]);
		const { count } = changes;
		signIn('ana');
		await until(() => reading.situation().kind === 'good');
		assert.ok(changes.count > count);
	});

	it('knows since when the forge is offline, and of when the events are', async () => {
		const { reading, line } = await open();
		await until(() => isRead(reading));
		const read = Date.now();
		line.cut = true;
		await reading.refresh();
		const first = reading.situation();
		assert.ok(first.kind === 'offline');
		assert.equal(first.host, 'todo.forge.test');
		assert.ok(first.since >= read && (first.asOf ?? 0) <= first.since);
		await new Promise((resolve) => setImmediate(resolve));
		await reading.refresh();
		assert.deepEqual(reading.situation(), first);
		line.cut = false;
		await reading.refresh();
		assert.deepEqual(reading.situation(), { kind: 'good' });
	});

	it('is repeated when it is due, but only for a page that is drawn', async () => {
		const { reading, asked } = await open();
		await until(() => isRead(reading));
		asked.length = 0;
		reading.drawn();
		await settle();
		assert.deepEqual(asked, []);
		reading.outdate();
		await settle();
		assert.deepEqual(asked, []);
		reading.drawn();
		await until(() => asked.length === 2);
		reading.drawn();
		await settle();
		assert.equal(asked.length, 2);
	});

	it('is cancelled while the page is hidden, and starts again when it is drawn', async () => {
		const { reading, line, asked, release } = await open();
		line.held = /tickets/;
		await until(() => line.waiting.length > 0);
		reading.hidden();
		release();
		await settle();
		assert.equal(reading.situation().kind, 'reading');
		asked.length = 0;
		reading.drawn();
		await until(() => reading.situation().kind === 'good');
		assert.ok(asked.length > 0);
	});

	it('is not repeated if it was over before the page was hidden', async () => {
		const { reading, asked } = await open();
		await until(() => isRead(reading));
		await settle();
		asked.length = 0;
		reading.hidden();
		reading.drawn();
		await settle();
		assert.deepEqual(asked, []);
	});

	it('follows a list that shows a newer version of the ticket, and reads its events once', async () => {
		const { reading, asked, trackers, tracker, tickets } = await open();
		await until(() => isRead(reading));
		const user = new Lifetime();
		ending(() => user.dispose());
		const trackerCache = tickets.trackerCache(one, user) ?? assert.fail();
		const [ticket = assert.fail()] = tracker.tickets;
		trackers.tickets.update(ticket, bob, { status: 'resolved', resolution: 'fixed' });
		asked.length = 0;
		await trackerCache.refresh();
		await until(() => reading.events.length === 2);
		assert.equal(asked.filter((what) => /events/.test(what)).length, 1);
		await trackerCache.refresh();
		await settle();
		assert.equal(asked.filter((what) => /events/.test(what)).length, 1);
	});

	it('says why the events cannot be read', async () => {
		const { reading, line } = await open();
		line.lost = /events/;
		await until(() => reading.situation().kind === 'offline');
		assert.deepEqual([reading.ticket?.title, reading.isReading], ['Ticket 0', true]);
		line.lost = undefined;
		mock.timers.tick(15_000);
		reading.drawn();
		await until(() => isRead(reading));
	});

	it('changes nothing after it has ended', async () => {
		const { reading, line, release, changes } = await open();
		line.held = /tickets/;
		await until(() => line.waiting.length > 0);
		reading.dispose();
		const { count } = changes;
		release();
		await settle();
		await settle();
		assert.equal(changes.count, count);
	});
});
