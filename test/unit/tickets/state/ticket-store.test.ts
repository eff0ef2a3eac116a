import assert from 'node:assert/strict';
import type { Storage } from '../../../../src/base/files/storage.ts';
import type { Participant } from '../../../../src/forge/shapes/people.ts';
import { createTicketStore } from '../../../../src/tickets/state/ticket-store.ts';
import { TrackerCache } from '../../../../src/tickets/state/tracker-cache.ts';
import { key, readable, stage, type TrackerForge } from '../../../kit/forge/tracker-forge.ts';
import { ticket } from '../../../kit/pages/ticket-view.ts';

const nobody = { anonymous: null, submitter: null, user: null };

/** Each replaces parts of a ticket as stored in the file, or all of it. */
const damages: readonly unknown[] = [
	...['ref', 'title', 'created', 'updated', 'description', 'status', 'resolution'].map((field) => ({
		[field]: 7,
	})),
	...['bug', [7]].map((labels) => ({ labels })),
	...['~bob', [null], ['~bob'], [{ canonical_name: '~bob' }], [{ name: 'bob' }]].map((assignees) => ({
		assignees,
	})),
	...[
		...[7, { type: 'robot', canonical_name: '~bob', name: 'bob' }, { type: 'user', name: 'bob' }],
		...[
			{ type: 'email', name: null },
			{ type: 'email', address: 'b@mail.test', name: 7 },
		],
		...[
			{ type: 'external', external_url: null },
			{ type: 'external', external_id: 'x', external_url: 7 },
		],
	].map((submitter) => ({ submitter })),
	...[
		'all',
		{ ...nobody, anonymous: 'browse' },
		{ ...nobody, user: [7] },
		{ submitter: null, user: null },
	].map((permissions) => ({ permissions })),
	...[null, 'ticket'],
];

describe('Tickets on the disk', () => {
	const { forge: start, storage, ending } = stage();

	function openCache(forge: TrackerForge, cache: Storage) {
		const { log, lines } = readable();
		const trackerCache = new TrackerCache({ key, client: forge.client('ana'), cache, log });
		ending(() => trackerCache.dispose());
		return { trackerCache, lines };
	}

	/** Changes what the file has of a ticket. */
	async function damage(cache: Storage, replace: (value: object, id: number) => unknown): Promise<void> {
		const name = ['tickets', '~ana/editor'] as const;
		const lines = ((await cache.read(name)) ?? '').split('\n').map((line) => {
			const entry = line === '' ? undefined : JSON.parse(line);
			return typeof entry?.k === 'number' ? JSON.stringify({ ...entry, v: replace(entry.v, entry.k) }) : line;
		});
		await cache.replace(name, lines.join('\n'));
	}

	it('are left out if they are damaged', async () => {
		const stored = await storage();
		const kept = createTicketStore(stored, '~ana/editor', readable().log);
		kept.items.put([undefined, ...damages].map((_, id) => ({ ...ticket, id: id + 1 })));
		await kept.items.settled();
		await damage(stored, (value, id) => {
			const change = id === 1 ? {} : damages[id - 2];
			return typeof change === 'object' && change ? { ...value, ...change } : change;
		});
		const { log, lines } = readable();
		const { items } = await createTicketStore(stored, '~ana/editor', log).items.load();
		assert.deepEqual([...items.keys()], [1]);
		assert.match(lines[0]?.line ?? '', new RegExp(`${damages.length} tickets of ~ana/editor were damaged`));
	});

	it('are loaded again if one was damaged', async () => {
		const forge = await start();
		forge.fill(60);
		const cache = await storage();
		const { trackerCache } = openCache(forge, cache);
		await trackerCache.refresh();
		await trackerCache.settled();
		await damage(cache, (value, id) => (id === 2 ? { ...value, title: undefined } : value));
		const again = openCache(forge, cache);
		await again.trackerCache.open();
		assert.deepEqual([again.trackerCache.tickets.has(2), again.trackerCache.tickets.size], [false, 59]);
		assert.match(again.lines[0]?.line ?? '', /1 tickets of ~ana\/editor were damaged/);
		await again.trackerCache.refresh();
		assert.deepEqual(again.trackerCache.tickets.get(2), trackerCache.tickets.get(2));
	});

	it('share equal parts in memory, whether from the forge or from the disk', async () => {
		const forge = await start();
		forge.fill(3);
		const cache = await storage();
		const { trackerCache } = openCache(forge, cache);
		await trackerCache.refresh();
		await trackerCache.settled();
		const { trackerCache: again } = openCache(forge, cache);
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

describe('The tickets of a tracker in memory', () => {
	const { storage } = stage();
	const submitter = { type: 'email', address: 'bob@example.org', name: 'Bob' } as const;
	const inherits = { anonymous: null, submitter: null, user: null };

	it('keep what differs', async () => {
		const kept = createTicketStore(await storage(), '~ana/editor', readable().log);
		const renamed = { ...submitter, name: 'Robert' };
		const permitted = { ...inherits, user: ['browse'] };
		const [first, second] = [
			kept.toStored({ ...ticket, submitter }),
			kept.toStored({ ...ticket, submitter: renamed, permissions: permitted }),
		];
		assert.deepEqual([first.submitter, second.submitter], [submitter, renamed]);
		assert.deepEqual([second.permissions, second.labels], [permitted, ticket.labels]);
	});

	const people: readonly (readonly [Participant, Participant])[] = [
		[
			{ type: 'user', canonical_name: '~bob', name: 'bob' },
			{ type: 'user', canonical_name: '~bob', name: 'Bob' },
		],
		[
			{ type: 'external', external_id: 'x:1', external_url: null },
			{ type: 'external', external_id: 'x:1', external_url: 'https://x.example/1' },
		],
		[
			{ type: 'external', external_id: 'bob@example.org', external_url: null },
			{ type: 'email', address: 'bob@example.org', name: null },
		],
	];
	for (const [one, other] of people) {
		it(`keep their submitters apart: ${JSON.stringify(one)} and ${JSON.stringify(other)}`, async () => {
			const kept = createTicketStore(await storage(), '~ana/editor', readable().log);
			const shown = [one, other, other].map(
				(person) => kept.toStored({ ...ticket, submitter: person }).submitter,
			);
			assert.deepEqual(shown, [one, other, other]);
		});
	}

	it('are read as they were written, with all kinds of submitters', async () => {
		const stored = await storage();
		const kept = createTicketStore(stored, '~ana/editor', readable().log);
		const all = [
			{ ...ticket, id: 1, labels: [], assignees: [], permissions: inherits },
			{ ...ticket, id: 2, submitter: null },
			{ ...ticket, id: 3, submitter: { ...submitter, name: null } },
			{ ...ticket, id: 4, submitter: { type: 'external' as const, external_id: 'x:1', external_url: null } },
			{ ...ticket, id: 5, permissions: { ...inherits, user: ['browse'] } },
			{ ...ticket, id: 7, permissions: null },
		].map((one) => kept.toStored(one));
		kept.items.put(all);
		kept.items.put([{ ...ticket, id: 6 }]);
		kept.items.remove([6]);
		kept.items.putState({ asOf: 7, walked: 8, count: 6 });
		await kept.items.settled();
		const { log, lines } = readable();
		const read = await createTicketStore(stored, '~ana/editor', log).items.load();
		assert.deepEqual([...read.items.values()], all);
		assert.deepEqual([read.state.asOf, read.state.walked, lines], [7, 8, []]);
	});
});
