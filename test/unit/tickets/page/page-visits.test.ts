import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ana, bob } from '../../../kit/forge/tracker-forge.ts';
import { pageText } from '../../../kit/items/written-texts.ts';
import { untilSettled as until, untilPassed } from '../../../kit/window/clock.ts';
import { ticketPages } from './ticket-pages.ts';

describe('What the user has seen on the page of a ticket', () => {
	const start = ticketPages();

	/** A ticket whose page was read, and a function that draws a new page of it. `seenUpTo` is what the user has seen. */
	async function open() {
		const forge = await start();
		const { trackers, tracker, skip, line, release, seen } = forge;
		const ticket = tracker.tickets[0] ?? assert.fail();
		const say = (comment: string, by = bob) => {
			skip(60);
			trackers.tickets.update(ticket, by, { comment });
		};
		const seenUpTo = () => Date.parse([...seen.values()][0] ?? '');
		const draw = async () => {
			const page = forge.page();
			await page.work.opened;
			await page.show();
			return { ...page, length: () => page.state.shown?.timeline.length };
		};
		const trackerCache = await forge.list();
		say('First.');
		const first = await draw();
		await until(() => first.length() === 2 && first.state.shown?.loadingText === null);
		const known = Date.parse(ticket.updated);
		assert.equal(seenUpTo(), known);
		const readList = async () => {
			await trackerCache.refresh();
			mock.timers.tick(100);
		};
		/** Until the condition holds, with the pauses after which changes are reported. Time passes no faster than the disk works. */
		const untilReported = (condition: () => boolean) => untilPassed(condition, 10);
		const reconnect = () => {
			Object.assign(line, { cut: false, gateway: undefined });
			release();
		};
		return {
			...forge,
			ticket,
			trackerCache,
			say,
			seenUpTo,
			draw,
			first,
			known,
			readList,
			untilReported,
			reconnect,
		};
	}

	for (const [what, fault] of [
		['is being read', { held: /tickets\/1/ }],
		['cannot be reached', { cut: true }],
		['cannot be read because the forge is busy', { gateway: 503 }],
		['a proxy answers with a page', { gateway: 200, throughGateway: /events/ }],
	] as const) {
		it(`has no comment that ${what}`, async () => {
			const { first, say, readList, line, asked, draw, known, seenUpTo, reconnect } = await open();
			first.lifetime.dispose();
			say('Second.');
			await readList();
			Object.assign(line, fault);
			asked.length = 0;
			const page = await draw();
			await until(
				() => (asked.length > 0 || line.cut) && ('held' in fault || page.state.shown?.notes.length === 1),
			);
			assert.deepEqual([page.length(), seenUpTo()], [2, known]);
			page.lifetime.dispose();
			reconnect();
			const next = await draw();
			await until(() => (next.length() ?? 0) > 2 && seenUpTo() > known);
		});
	}

	it('has a change that has no event, when the events are read', async () => {
		const { ticket, readList, seenUpTo, asked } = await open();
		ticket.updated = new Date(Date.parse(ticket.updated) + 60_000).toISOString();
		asked.length = 0;
		await readList();
		await until(() => seenUpTo() === Date.parse(ticket.updated));
		assert.equal(asked.filter((one) => one === 'GET /tickets/1/events').length, 1);
	});

	it('has a comment that came after the events were answered, when the list has shown it first', async () => {
		const { first, say, line, release, readList, draw, ticket, seenUpTo } = await open();
		first.lifetime.dispose();
		line.held = /tickets\/1/;
		const page = await draw();
		await until(() => line.waiting.length === 2);
		say('Second.');
		await readList();
		release();
		await until(() => (page.length() ?? 0) > 2 && seenUpTo() === Date.parse(ticket.updated));
	});

	it('has a comment that the forge refuses to show', async () => {
		const { first, say, readList, line, draw, seenUpTo, ticket } = await open();
		first.lifetime.dispose();
		say('Second.');
		await readList();
		Object.assign(line, { gateway: 403, throughGateway: /events/ });
		await draw();
		await until(() => seenUpTo() === Date.parse(ticket.updated));
	});

	it('has a comment of the same user that another program has sent', async () => {
		const { say, readList, seenUpTo, ticket, first } = await open();
		say('Mine.', ana);
		await readList();
		await until(() => first.length() === 3 && seenUpTo() === Date.parse(ticket.updated));
	});

	it('lacks a comment that was drawn while the window did not have the focus', async () => {
		const { first, say, readList, known, seenUpTo } = await open();
		first.state.hasFocus = false;
		say('Second.');
		await readList();
		await until(() => first.length() === 3);
		assert.equal(seenUpTo(), known);
		first.state.hasFocus = true;
		await first.show();
		assert.ok(seenUpTo() > known);
	});

	it('has a change of the user and what came just before it, because the events are read again', async () => {
		const { say, first, tickets, skip, seenUpTo, ticket, one, untilReported } = await open();
		say('Wait!');
		skip(60);
		await tickets.change([one], { status: 'confirmed' }, 0, tickets.basesOf([one]));
		await untilReported(() => first.length() === 4 && seenUpTo() === Date.parse(ticket.updated));
	});

	it('has what came just before a change of the user that was sent while the page was being read', async () => {
		const { say, first, skip, line, release, client, one, trackerCache, seenUpTo, untilReported } =
			await open();
		line.held = /^GET .tickets.1$/;
		const refreshed = first.work.refresh();
		await until(() => line.waiting.length > 0 && !trackerCache.discussions.of(1).isReading);
		say('Wait!');
		skip(60);
		const { ticket, events } = await client('ana').updateTicket(one, { status: 'confirmed' });
		trackerCache.put(ticket, events);
		release();
		await refreshed;
		await untilReported(() => first.length() === 4 && seenUpTo() === Date.parse(ticket.updated));
	});

	it('lacks a comment that came just before one of the user if the events could not be read again', async () => {
		const { say, first, tickets, skip, line, release, seenUpTo, known, trackerCache } = await open();
		line.held = /events/;
		const read = trackerCache.discussions.of(1).refresh();
		await until(() => line.waiting.length > 0);
		say('Wait!');
		skip(60);
		const sent = first.ask('send', { text: pageText({ text: 'Mine.' }, 1, 'text'), version: '' });
		await until(() => first.length() === 3);
		line.lost = /events/;
		release();
		await Promise.all([read, sent]);
		mock.timers.tick(10_000);
		await until(() => tickets.outbox.entries.length === 0);
		assert.deepEqual([first.length(), seenUpTo()], [3, known]);
	});

	it('has a comment that came just before one of the user', async () => {
		const { say, first, skip, asked, seenUpTo, ticket, untilReported } = await open();
		say('Wait!');
		skip(60);
		asked.length = 0;
		await first.ask('send', { text: pageText({ text: 'Mine.' }, 1, 'text'), version: '' });
		await untilReported(() => first.length() === 4 && seenUpTo() === Date.parse(ticket.updated));
		assert.deepEqual(asked, ['PUT /tickets/1', 'GET /tickets/1/events']);
	});
});
