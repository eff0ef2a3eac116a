import assert from 'node:assert/strict';
import { hasComment, markOf, readMark } from '../../../../src/tickets/state/has-comment.ts';
import { TrackerCache } from '../../../../src/tickets/state/tracker-cache.ts';
import { ana, bob, key, readable, stage } from '../../../kit/forge/tracker-forge.ts';

describe('Looking for the user’s own comment', () => {
	const { forge: startForge, storage, ending } = stage();

	async function start() {
		const forge = await startForge();
		const client = forge.client('ana');
		const trackerCache = new TrackerCache({ key, client, cache: await storage(), log: readable().log });
		ending(() => trackerCache.dispose());
		const ticket = forge.trackers.tickets.open(forge.tracker, bob, { title: 'It is slow' });
		forge.trackers.tickets.update(ticket, ana, { comment: 'Old.' });
		await trackerCache.readWithEvents(1);
		const newest = Math.max(...(trackerCache.discussions.of(1).value ?? []).map(({ id }) => id));
		forge.trackers.tickets.update(ticket, ana, { comment: 'Mine.\nTwo lines.' });
		forge.trackers.tickets.update(ticket, bob, { comment: 'Not mine.' });
		const has = (text: string, more: Partial<Parameters<typeof hasComment>[2]> = {}) =>
			hasComment(trackerCache, 1, { text, me: '~ana', newest, base: null, ...more });
		return { forge, has, trackerCache };
	}

	it('recognizes it by its text, whatever the server does to line breaks', async () => {
		const { has } = await start();
		assert.equal(await has('Mine.\r\nTwo lines.\n'), true);
		assert.equal(await has('Mine.'), false);
		assert.equal(await has(' '), false);
	});

	it('ignores comments of other users and comments that were known before', async () => {
		const { has } = await start();
		assert.equal(await has('Not mine.'), false);
		assert.equal(await has('Old.'), false);
		assert.equal(await has('Old.', { newest: 0 }), true);
		assert.equal(await has('Old.', { newest: 0, base: new Date(Date.now() + 1000).toISOString() }), false);
	});

	it('knows the newest event and the version of the ticket from the mark of before', async () => {
		const { has, trackerCache } = await start();
		const mark = markOf(trackerCache, 1, Date.now());
		assert.ok(readMark(mark).newest > 0);
		assert.equal(readMark(mark).base, trackerCache.tickets.get(1)?.updated);
		assert.equal(await has('Mine.\nTwo lines.', readMark(mark)), true);
		assert.equal(await has('Mine.\nTwo lines.', readMark(markOf(trackerCache, 1, Date.now()))), false);
		for (const broken of [undefined, '', '{"newest":"1"}'])
			assert.deepEqual(readMark(broken), { newest: 0, base: null });
	});

	it('knows of a ticket that is not loaded that a comment is not much older than when the user confirmed it', async () => {
		const { has, trackerCache } = await start();
		const events = trackerCache.discussions.of(1).value ?? [];
		const last = Date.parse(events.at(-1)?.created ?? '');
		const mine = (hours: number) =>
			has('Mine.\nTwo lines.', readMark(markOf(undefined, 1, last + hours * 3_600_000)));
		assert.deepEqual([await mine(0), await mine(47), await mine(49)], [true, true, false]);
	});

	it('fails if the events cannot be loaded', async () => {
		const { forge, has } = await start();
		forge.line.lost = /events/;
		await assert.rejects(has('Mine.\nTwo lines.'), { kind: 'offline' });
	});
});
