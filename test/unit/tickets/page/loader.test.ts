import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { TicketLoader } from '../../../../src/tickets/page/loader.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { bob, key, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { settle, stopTheClock, untilSettled as until } from '../../../kit/window/clock.ts';

const one = { ...key, account: 'ana', ticket: 1 };

describe('Reading a ticket for its page', () => {
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	async function open() {
		const forge = await start();
		forge.fill(1);
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		signIn('ana');
		const changes = { count: 0 };
		const begin = () => {
			const count = () => {
				changes.count += 1;
			};
			const loader = new TicketLoader(one, tickets, count, true);
			ending(() => loader.dispose());
			return loader;
		};
		return { ...forge, tickets, changes, loader: begin(), begin };
	}
	const isRead = ({ isReading }: TicketLoader) => !isReading;

	it('begins after the ticket is drawn, if it is known', async () => {
		const { begin, loader, asked } = await open();
		await until(() => isRead(loader));
		asked.length = 0;
		const other = begin();
		await other.opened;
		await settle();
		assert.deepEqual([other.events.length > 0, asked], [true, []]);
		other.didDraw();
		await until(() => asked.includes('GET /tickets/1'));
	});

	it('follows a list that shows a newer version of the ticket, and reads its events once', async () => {
		const { loader, asked, trackers, tracker, tickets } = await open();
		await until(() => isRead(loader));
		const user = new Lifetime();
		ending(() => user.dispose());
		const trackerCache = tickets.trackerCache(one, user) ?? assert.fail();
		const [ticket = assert.fail()] = tracker.tickets;
		trackers.tickets.update(ticket, bob, { status: 'resolved', resolution: 'fixed' });
		asked.length = 0;
		await trackerCache.refresh();
		await until(() => loader.events.length === 2);
		assert.equal(asked.filter((what) => /events/.test(what)).length, 1);
		await trackerCache.refresh();
		await settle();
		assert.equal(asked.filter((what) => /events/.test(what)).length, 1);
	});

	/** The cache of the tracker for a list, and what follows when the list is read. */
	function followList(tickets: Tickets) {
		const user = new Lifetime();
		ending(() => user.dispose());
		const trackerCache = tickets.trackerCache(one, user) ?? assert.fail();
		const read = async () => {
			await trackerCache.refresh();
			mock.timers.tick(100);
			await settle();
		};
		return { trackerCache, read };
	}

	for (const what of ['first read', 'refreshed']) {
		it(`is repeated if a list shows a newer version while the events are ${what}`, async () => {
			const { loader, line, trackers, tracker, tickets, release, asked } = await open();
			if (what === 'refreshed') {
				await until(() => isRead(loader));
				loader.didDraw();
			}
			line.held = /events/;
			const refreshed = what === 'refreshed' && loader.refresh();
			await until(() => line.waiting.length > 0);
			trackers.tickets.update(tracker.tickets[0] ?? assert.fail(), bob, { comment: 'Look!' });
			await followList(tickets).read();
			asked.length = 0;
			release();
			await refreshed;
			await until(() => loader.events.length === 2);
			assert.deepEqual(asked, ['GET /tickets/1/events']);
		});
	}

	it('is not repeated at once if it fails, even if the clock is set back after the list was read', async () => {
		const { loader, line, asked, tickets } = await open();
		await until(() => isRead(loader));
		loader.didDraw();
		await followList(tickets).trackerCache.refresh();
		const early = Date.now() - 3_600_000;
		const clock = mock.method(Date, 'now', () => early);
		ending(() => clock.mock.restore());
		line.gateway = 503;
		asked.length = 0;
		await loader.refresh();
		for (let nth = 0; nth < 20; nth++) {
			loader.didDraw();
			await settle();
		}
		assert.equal(asked.filter((what) => what === 'GET /tickets/1').length, 1);
	});

	it('is not needed to show what a list says of the ticket', async () => {
		const { loader, line, changes, tickets, release } = await open();
		line.held = /tickets\/1/;
		await until(() => line.waiting.length > 0);
		const { read } = followList(tickets);
		const { count } = changes;
		await read();
		assert.equal(loader.ticket?.title, 'Ticket 0');
		assert.ok(changes.count > count);
		release();
	});

	it('is not needed to show the labels that a list has read', async () => {
		const { loader, changes, trackers, tracker, tickets } = await open();
		await until(() => isRead(loader));
		const { trackerCache, read } = followList(tickets);
		await read();
		trackers.createLabel(tracker, { name: 'new', colors: { background: '#ff0000', text: '#ffffff' } });
		const { count } = changes;
		await trackerCache.labels.refresh();
		mock.timers.tick(100);
		await settle();
		assert.ok(changes.count > count);
	});

	it('says why the events cannot be read', async () => {
		const { loader, line } = await open();
		line.lost = /events/;
		await until(() => loader.pageStatus().kind === 'offline');
		assert.deepEqual([loader.ticket?.title, loader.isReading], ['Ticket 0', true]);
		line.lost = undefined;
		mock.timers.tick(15_000);
		loader.didDraw();
		await until(() => isRead(loader));
	});
});
