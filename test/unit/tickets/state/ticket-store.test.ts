import assert from 'node:assert/strict';
import type { Storage } from '../../../../src/platform/state/storage.ts';
import { TrackerCache } from '../../../../src/tickets/state/tracker-cache.ts';
import { key, readable, stage, type TrackerForge } from './forge.ts';

/** Each damages one part of a ticket as stored in the file. */
const damages: Readonly<Record<string, (ticket: Record<string, unknown>) => void>> = {
	'an assignee that is null': (ticket) => {
		ticket.assignees = [null];
	},
	'an assignee without a name': (ticket) => {
		ticket.assignees = [{ canonical_name: '~bob' }];
	},
	'a label that is a number': (ticket) => {
		ticket.labels = [7];
	},
	'a submitter of no known kind': (ticket) => {
		ticket.submitter = { type: 'robot' };
	},
	'a submitter by mail without an address': (ticket) => {
		ticket.submitter = { type: 'email', name: null };
	},
	'permissions that are a word': (ticket) => {
		ticket.permissions = { anonymous: 'browse', submitter: null, user: null };
	},
	'no title': (ticket) => {
		delete ticket.title;
	},
};

describe('Tickets on the disk', () => {
	const { forge: start, storage, ending } = stage();

	function shelfOf(forge: TrackerForge, cache: Storage) {
		const { log, lines } = readable();
		const trackerCache = new TrackerCache({ key, client: forge.client('ana'), cache, log });
		ending(() => trackerCache.dispose());
		return { trackerCache, lines };
	}

	for (const [what, damage] of Object.entries(damages)) {
		it(`are left out and loaded again if one has ${what}`, async () => {
			const forge = await start();
			forge.fill(60);
			const cache = await storage();
			const { trackerCache } = shelfOf(forge, cache);
			await trackerCache.refresh();
			await trackerCache.settled();
			const name = ['tickets', '~ana/editor'] as const;
			const lines = ((await cache.read(name)) ?? '').split('\n').map((line) => {
				const entry = line === '' ? undefined : JSON.parse(line);
				if (entry?.k !== 2) return line;
				damage(entry.v);
				return JSON.stringify(entry);
			});
			await cache.replace(name, lines.join('\n'));

			const again = shelfOf(forge, cache);
			await again.trackerCache.open();
			assert.deepEqual([again.trackerCache.tickets.has(2), again.trackerCache.tickets.size], [false, 59]);
			assert.match(again.lines[0]?.line ?? '', /1 tickets of ~ana\/editor were damaged/);
			await again.trackerCache.refresh();
			assert.deepEqual(again.trackerCache.tickets.get(2), trackerCache.tickets.get(2));
		});
	}

	it('are all loaded again if the file was removed while a window knew them', async () => {
		const forge = await start();
		forge.fill(60);
		const cache = await storage();
		const { trackerCache } = shelfOf(forge, cache);
		await trackerCache.refresh();
		await trackerCache.settled();
		await cache.remove(['tickets', '~ana/editor']);
		await trackerCache.refresh();
		await trackerCache.settled();

		const { trackerCache: again } = shelfOf(forge, cache);
		await again.open();
		assert.deepEqual([again.isComplete, again.tickets.size], [false, 0]);
		await again.refresh();
		await again.settled();
		assert.deepEqual([again.isComplete, again.tickets.size], [true, 60]);

		const { trackerCache: last } = shelfOf(forge, cache);
		await last.open();
		assert.deepEqual([last.isComplete, last.tickets.size], [true, 60]);
	});

	it('share equal parts in memory, whether from the forge or from the disk', async () => {
		const forge = await start();
		forge.fill(3);
		const cache = await storage();
		const { trackerCache } = shelfOf(forge, cache);
		await trackerCache.refresh();
		await trackerCache.settled();
		const { trackerCache: again } = shelfOf(forge, cache);
		await again.open();
		for (const { tickets } of [trackerCache, again]) {
			const [one, other] = [tickets.get(1) ?? assert.fail(), tickets.get(2) ?? assert.fail()];
			for (const part of ['tracker', 'submitter', 'permissions', 'labels', 'assignees'] as const) {
				assert.equal(one[part], other[part], part);
			}
		}
		assert.deepEqual(again.tickets.get(1), trackerCache.tickets.get(1));
	});
});
