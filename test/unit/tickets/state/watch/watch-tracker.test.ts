import assert from 'node:assert/strict';
import { TrackerCache } from '../../../../../src/tickets/state/tracker-cache.ts';
import { watchTracker } from '../../../../../src/tickets/state/watch/watch-tracker.ts';
import { ana, bob, key, readable, stage, type TrackerForge } from '../../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';

describe('Watching a tracker', () => {
	const { forge: start, storage, ending } = stage();
	const clock = stopTheDate();

	/** Watches the tracker as ana's account, from what is there now. */
	async function watching(forge: TrackerForge, aheadMs = 0) {
		const { log, lines } = readable();
		clock.now = Date.parse('2026-03-04T05:10:00Z') + aheadMs;
		const cache = new TrackerCache({
			...{ key, client: forge.client('ana'), cache: await storage(), log },
		});
		ending(() => cache.dispose());
		const { signal } = new AbortController();
		let cursor: unknown;
		let isLeft = false;
		const from = (cursor: unknown, named: readonly number[] = []) =>
			watchTracker({
				...{ cache, cursor, me: '~ana', signal, log },
				deliveries: named.map((ticket) => ({ ticket, isVerified: false })),
			});
		/** What is new since the last call, as `kind number`. */
		const watch = async (...named: number[]) => {
			const { events, cursor: next, hasMore } = await from(cursor, named);
			cursor = JSON.parse(JSON.stringify(next));
			isLeft = hasMore === true;
			return events.map(({ kind, item }) => `${kind} ${item.ticket}`);
		};
		assert.deepEqual(await watch(), []);
		return { cache, watch, from, lines, cursor: () => cursor, hasMore: () => isLeft };
	}

	function ticketsOf({ tracker, trackers }: TrackerForge) {
		const get = (number: number) => tracker.tickets[number - 1] ?? assert.fail();
		const { tickets } = trackers;
		return {
			get,
			comment: (number: number, text: string, by = bob) => tickets.update(get(number), by, { comment: text }),
			edit: (number: number, title: string) => tickets.edit(get(number), { title }),
			tickets,
		};
	}

	it('reports more new tickets than are on a page, also soon after all pages were read', async () => {
		const forge = await start();
		forge.fill(3);
		const { tickets } = ticketsOf(forge);
		const { cache, watch } = await watching(forge);
		await cache.refresh();
		for (let nth = 1; nth <= 120; nth++) tickets.open(forge.tracker, bob, { title: `Something new ${nth}` });
		assert.equal((await watch()).length, 120);
		assert.deepEqual(await watch(), []);
	});

	it('reports no change from before the first read, even of tickets that are listed on later pages', async () => {
		const forge = await start();
		forge.fill(80);
		const { tickets, get, edit, comment } = ticketsOf(forge);
		// The mention gives ticket 80, which is on the first page, the newest event.
		comment(5, 'See #80.', ana);
		for (let number = 6; number < 30; number++) edit(number, 'A better title');
		const { cache, watch } = await watching(forge);
		assert.equal(cache.tickets.size, 50);
		await cache.refresh();
		for (let nth = 1; nth <= 4; nth++) assert.deepEqual(await watch(), [], `read ${nth}`);
		comment(7, 'This is new.');
		tickets.update(get(8), ana, { comment: 'This is mine.' });
		await cache.refresh({ wanted: [7] });
		assert.deepEqual(await watch(), ['commented 7']);
	});

	for (const [name, count] of [
		['few enough tickets for one page', 50],
		['more tickets than on a page, once all are read', 120],
	] as const) {
		it(`reports changes of a tracker with ${name}, although the clock is months ahead`, async () => {
			const forge = await start();
			forge.fill(count);
			const { comment, tickets } = ticketsOf(forge);
			const { cache, watch } = await watching(forge, 61 * 24 * 3_600_000);
			for (let nth = 1; nth <= 70; nth++) tickets.open(forge.tracker, ana, { title: `New ${nth}` });
			await cache.refresh();
			assert.ok(cache.isComplete);
			assert.deepEqual(await watch(), []);
			comment(1, 'This is new.');
			assert.deepEqual(await watch(1), ['commented 1']);
		});
	}

	it('starts anew with a damaged cursor, and reports the same keys if a read is repeated', async () => {
		const forge = await start();
		forge.fill(3);
		const { comment, tickets } = ticketsOf(forge);
		const { from, cursor } = await watching(forge);
		comment(2, 'A first comment.');
		tickets.open(forge.tracker, bob, { title: 'Something new' });
		for (const damaged of [null, 'upTo', { event: 1, newest: 1, tickets: {} }])
			assert.deepEqual((await from(damaged)).events, []);
		const keys = async () => (await from(cursor())).events.map((event) => event.key);
		const first = await keys();
		assert.equal(new Set(first).size, 2);
		assert.deepEqual(await keys(), first);
	});

	it('reads the events of 20 changed tickets at a time, the oldest first, until nothing is left', async () => {
		const forge = await start();
		forge.fill(30);
		const { comment, tickets } = ticketsOf(forge);
		const { watch, hasMore } = await watching(forge);
		forge.asked.length = 0;
		for (let number = 1; number <= 25; number++) comment(number, 'A comment.');
		comment(tickets.open(forge.tracker, bob, { title: 'Something new' }).id, 'More about it.');
		const commented = (from: number, to: number) =>
			Array.from({ length: to - from + 1 }, (_, index) => `commented ${from + index}`);
		assert.deepEqual(await watch(), [...commented(1, 20), 'created 31']);
		assert.equal(hasMore(), true);
		assert.equal(forge.asked.filter((what) => what.includes('/events')).length, 20);
		assert.deepEqual(new Set(await watch()), new Set([...commented(21, 25), 'created 31', 'commented 31']));
		assert.equal(hasMore(), false);
		assert.deepEqual(await watch(), []);
		comment(1, 'Another comment.');
		assert.deepEqual(await watch(), ['commented 1']);
	});

	it('does not read events again that a page has read since the ticket was as it is now', async () => {
		const forge = await start();
		forge.fill(3);
		const { comment } = ticketsOf(forge);
		const { watch, cache } = await watching(forge);
		const eventsAsked = () => forge.asked.filter((what) => what.includes('/events')).length;
		comment(2, 'A comment.');
		await cache.read(2);
		await cache.readWithEvents(2);
		const before = eventsAsked();
		assert.deepEqual(await watch(), ['commented 2']);
		assert.equal(eventsAsked(), before);
		clock.now += 1000;
		comment(2, 'In the same second.');
		assert.deepEqual(await watch(), ['commented 2'], 'a second later, they are read once more');
		assert.equal(eventsAsked(), before + 1);
	});

	it('reports the change of a ticket that is not among the newest, although later changes were reported before', async () => {
		const forge = await start();
		forge.fill(60);
		const { comment } = ticketsOf(forge);
		const { watch, cache } = await watching(forge);
		comment(2, 'On an old ticket.');
		comment(58, 'On a new ticket.');
		assert.deepEqual(await watch(), ['commented 58']);
		comment(3, 'On another old ticket.');
		assert.deepEqual(await watch(3), ['commented 3']);
		clock.now += 11 * 60_000;
		await cache.refresh();
		assert.deepEqual(await watch(), ['commented 2']);
		assert.deepEqual(await watch(), []);
	});

	it('looks twice for the event of a change before it reports a change without one', async () => {
		const forge = await start();
		forge.fill(3);
		const { edit } = ticketsOf(forge);
		const { watch } = await watching(forge);
		edit(1, 'A better title');
		assert.deepEqual(await watch(), []);
		assert.deepEqual(await watch(), ['other 1']);
		assert.deepEqual(await watch(), []);
	});

	const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth);

	for (const where of ['a comment', 'another tracker'] as const) {
		it(`reads all tickets that ${where} names, 20 at a time`, async () => {
			const forge = await start();
			forge.fill(31);
			const { comment, tickets } = ticketsOf(forge);
			const { watch, hasMore } = await watching(forge);
			const named = numbers(1, 30);
			const text = named.map((number) => `~ana/editor#${number}`).join(' ');
			if (where === 'a comment') comment(31, text);
			else
				tickets.open(forge.trackers.create('ana', { name: 'third' }), bob, {
					title: 'A release',
					description: text,
				});
			const found = await watch(...(where === 'a comment' ? [] : [...named, 99]));
			assert.deepEqual([found.length, hasMore()], [20, true]);
			found.push(...(await watch()));
			assert.equal(hasMore(), false);
			const expected = named.map((number) => `referenced ${number}`);
			if (where === 'a comment') expected.push('commented 31');
			assert.deepEqual(found.toSorted(), expected.toSorted());
			forge.asked.length = 0;
			assert.deepEqual(await watch(), []);
			assert.equal(forge.asked.filter((what) => what.includes('/events')).length, 0);
		});
	}

	it('fails if the forge is too busy for the events of a ticket, and reports everything later', async () => {
		const forge = await start();
		forge.fill(3);
		const { watch } = await watching(forge);
		ticketsOf(forge).comment(1, 'A comment.');
		Object.assign(forge.line, { gateway: 503, throughGateway: /events/ });
		await assert.rejects(watch(), { kind: 'busy' });
		forge.line.gateway = undefined;
		assert.deepEqual(await watch(), ['commented 1']);
	});

	it('skips the events of a ticket that cannot be read, with one line in the log', async () => {
		const forge = await start();
		forge.fill(3);
		const { comment } = ticketsOf(forge);
		const { watch, from, lines } = await watching(forge);
		for (const number of [1, 2, 3]) comment(number, 'A comment.');
		Object.assign(forge.line, { gateway: 500, throughGateway: /tickets\/2\/events/ });
		assert.deepEqual(await watch(), ['commented 1', 'other 2', 'commented 3']);
		assert.deepEqual(await watch(), []);
		assert.equal(lines.filter(({ line }) => line.includes('could not be read')).length, 1);
		forge.line.gateway = undefined;
		comment(2, 'Another comment.');
		assert.deepEqual(await watch(), ['commented 2', 'commented 2']);
		forge.line.gateway = 500;
		assert.deepEqual(
			(await from(undefined)).events,
			[],
			'a first read needs the newest event that it can read',
		);
	});

	for (const [what, aheadMs] of [
		['right', 0],
		['months ahead', 61 * 24 * 3_600_000],
	] as const) {
		it(`finds what happens to a ticket in the second in which it was read, which does not change its time, if the clock is ${what}`, async () => {
			const forge = await start();
			forge.fill(1);
			const { comment, tickets, get } = ticketsOf(forge);
			const { watch } = await watching(forge, aheadMs);
			tickets.open(forge.tracker, bob, { title: 'Something new' });
			const { created, updated } = get(2);
			clock.now = Date.parse(updated) + aheadMs + 300;
			assert.deepEqual(await watch(), ['created 2']);
			comment(2, 'More about it.');
			Object.assign(get(2), { created, updated });
			clock.now += 500;
			await watch();
			clock.now += 2000;
			assert.deepEqual(await watch(), ['commented 2']);
			forge.asked.length = 0;
			clock.now += 60_000;
			assert.deepEqual(await watch(), []);
			assert.deepEqual(
				forge.asked.filter((what) => what.includes('events')),
				[],
			);
		});
	}

	it('finds what happens to a new ticket in the second in which it was created, which does not change its time', async () => {
		const forge = await start();
		forge.fill(1);
		const { comment, tickets, get } = ticketsOf(forge);
		const { watch } = await watching(forge);
		tickets.open(forge.tracker, bob, { title: 'Something new' });
		const { created, updated } = get(2);
		comment(2, 'More about it.');
		Object.assign(get(2), { created, updated });
		clock.now = Date.parse(updated) + 300_000;
		assert.deepEqual(await watch(), ['created 2', 'commented 2']);
	});
});
