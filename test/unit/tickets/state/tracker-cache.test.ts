import assert from 'node:assert/strict';
import type { Storage } from '../../../../src/base/files/storage.ts';
import type { CollectionChange } from '../../../../src/platform/state/cache/collection.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { TrackerCache } from '../../../../src/tickets/state/tracker-cache.ts';
import { ana, key, readable, stage, type TrackerForge } from '../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { until } from '../../../tools/until.ts';

describe('The cache of a tracker', () => {
	const { forge: start, storage, ending } = stage();
	const clock = stopTheDate(Date.parse('2026-03-05T00:00:00Z'));

	function openCache(forge: TrackerForge, cache: Storage): TrackerCache {
		const { log } = readable();
		const trackerCache = new TrackerCache({
			key,
			client: forge.client('ana'),
			cache,
			log,
		});
		ending(() => trackerCache.dispose());
		return trackerCache;
	}

	/** Reads all pages again, however recently they were read. */
	const refreshAll = (trackerCache: TrackerCache) => {
		clock.now += 11 * 60_000;
		return trackerCache.refresh();
	};
	const numbers = (trackerCache: TrackerCache) => [...trackerCache.tickets.keys()].sort((a, b) => a - b);
	const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

	for (const [name, quirks] of [
		['a strict forge', []],
		['a forge with all quirks', allQuirks],
	] as const) {
		it(`has all tickets and labels of ${name}, page by page, and has them again at the next start`, async () => {
			const forge = await start(...quirks);
			forge.fill(120);
			const cache = await storage();
			const trackerCache = openCache(forge, cache);
			const changes: CollectionChange<number>[] = [];
			trackerCache.onDidChange((change) => changes.push(change));
			forge.line.held = /tickets\?start/;
			const refreshed = trackerCache.refresh();
			await until(() => changes.some(({ items }) => items !== 'all' && items.size >= 50));
			assert.ok(trackerCache.tickets.size < 60 && trackerCache.isReading && !trackerCache.isComplete);
			forge.release();
			await refreshed;
			assert.deepEqual(numbers(trackerCache), upTo(120));
			assert.deepEqual(trackerCache.labels.value?.map((label) => label.name).sort(), ['bug', 'easy', 'slow']);
			assert.ok(trackerCache.isComplete && !trackerCache.isReading && trackerCache.asOf === clock.now);
			assert.equal(trackerCache.tickets.get(7)?.tracker?.name, 'editor');
			await trackerCache.settled();

			forge.line.cut = true;
			const again = openCache(forge, cache);
			await again.open();
			assert.deepEqual([...again.tickets].sort(), [...trackerCache.tickets].sort());
			assert.deepEqual(again.labels.value, trackerCache.labels.value);
			assert.ok(again.isComplete && again.asOf === clock.now);
		});
	}

	it('reads the labels with the newest tickets only if one of these has an unknown label', async () => {
		const forge = await start();
		forge.fill(2);
		const trackerCache = openCache(forge, await storage());
		await trackerCache.refresh();
		const isRead = async (which: Parameters<TrackerCache['refresh']>[0]) => {
			forge.asked.length = 0;
			await trackerCache.refresh(which);
			return forge.asked.includes('GET /labels');
		};
		assert.deepEqual([await isRead({}), await isRead({ newestOnly: true })], [true, false]);
		assert.equal(await isRead({ newestOnly: true, readsLabels: true }), true);
		forge.trackers.createLabel(forge.tracker, {
			name: 'new',
			colors: { background: '#ff0000', text: '#ffffff' },
		});
		const [ticket = assert.fail()] = forge.tracker.tickets;
		forge.trackers.tickets.update(ticket, ana, { labels: ['new'] });
		assert.equal(await isRead({ newestOnly: true }), true);
		assert.equal(trackerCache.labels.value?.length, 4);
		assert.equal(await isRead({ newestOnly: true }), false);
	});

	it('drops no ticket if the pages had fewer tickets than the forge announced', async () => {
		const forge = await start();
		forge.fill(60);
		const real = forge.client('ana');
		const line = { unread: new Set<number>(), isTotalKnown: true };
		const client: typeof real = {
			...real,
			// As if these rows could not be read.
			tickets: async function* (...given) {
				for await (const { rows, total, isLast } of real.tickets(...given)) {
					const read = rows.filter(({ id }) => !line.unread.has(id));
					yield { rows: read, total: line.isTotalKnown ? total : undefined, isLast };
				}
			},
		};
		const cache = await storage();
		const { log } = readable();
		const trackerCache = new TrackerCache({ key, client, cache, log });
		ending(() => trackerCache.dispose());
		await trackerCache.refresh();
		line.unread = new Set([3, 55]);
		await refreshAll(trackerCache);
		assert.deepEqual(numbers(trackerCache), upTo(60));
		await trackerCache.settled();
		const again = openCache(forge, cache);
		await again.open();
		assert.deepEqual(numbers(again), upTo(60), 'they are still on the disk');
		line.isTotalKnown = false;
		await refreshAll(trackerCache);
		assert.equal(trackerCache.tickets.size, 58, 'a forge that gives no total is believed');
	});

	it('has the ticket that was read, although the list was requested later and answered with an older one', async () => {
		const forge = await start();
		forge.fill(3);
		const queue = Promise.withResolvers<void>();
		const client: typeof forge.client = (name) => ({
			...forge.client(name),
			ticket: async (...request) => {
				await queue.promise;
				return await forge.client(name).ticket(...request);
			},
		});
		const trackerCache = openCache({ ...forge, client }, await storage());
		const read = trackerCache.read(2);
		await trackerCache.refresh();
		forge.skip(60);
		await forge.client('ana').updateTicket({ ...key, ticket: 2 }, { labels: ['bug'] });
		queue.resolve();
		assert.deepEqual([(await read).labels, trackerCache.tickets.get(2)?.labels], [['bug'], ['bug']]);
	});

	it('keeps newer data when another window writes older data', async () => {
		const forge = await start();
		forge.fill(1);
		const cache = await storage();
		const [one, other] = [openCache(forge, cache), openCache(forge, cache)];
		await other.refresh();
		const before = other.tickets.get(1) ?? assert.fail();
		one.put({
			...before,
			labels: ['bug'],
			updated: new Date(Date.parse(before.updated) + 1000).toISOString(),
		});
		await one.settled();
		other.put(before);
		await other.settled();
		const third = openCache(forge, cache);
		await third.open();
		assert.deepEqual(third.tickets.get(1)?.labels, ['bug']);
	});
});
