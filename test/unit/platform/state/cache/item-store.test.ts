import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import type { Storage } from '../../../../../src/base/files/storage.ts';
import { ItemStore } from '../../../../../src/platform/state/cache/item-store.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { until } from '../../../../tools/until.ts';

interface Lamp {
	readonly id: number;
	readonly room: string;
	readonly bought: number;
}

const boughtOf = (stored: unknown): number => Number(Object(stored).bought);

/** The stored lamps of a house, whose name all lamps share. */
function open(
	storage: Storage,
	{
		version = 'lamps 1',
		house = '',
		outdated = async () => [],
		maxKept = Number.POSITIVE_INFINITY,
	}: {
		version?: string;
		house?: string;
		outdated?: (lamps: ReadonlyMap<number, Lamp>) => Promise<readonly number[]>;
		maxKept?: number;
	} = {},
) {
	const { log, lines } = readable();
	const shared = { house };
	const store = new ItemStore<Lamp>({
		storage,
		name: ['lamps', 'home'],
		what: 'lamps',
		outdated: { idsOf: outdated, leastKept: maxKept, didRemove: () => {} },
		format: {
			version,
			idOf: ({ id }) => id,
			write: ({ id: _, ...stored }) => stored,
			read: (stored, id) => {
				const { room, bought } = Object(stored);
				return typeof room === 'string' ? { id, room, bought: Number(bought) } : undefined;
			},
			isOlder: (stored, before) => boughtOf(stored) < boughtOf(before),
			shared: {
				read: (stored) => {
					shared.house = String(stored);
				},
				write: () => shared.house,
			},
		},
		log,
	});
	return { store, shared, lines };
}

const kitchen: Lamp = { id: 1, room: 'kitchen', bought: 7 };
const hall: Lamp = { id: 2, room: 'hall', bought: 8 };

describe('Stored items', () => {
	const { storage } = stage();

	it('are read one by one as any window has stored them last', async () => {
		const stored = await storage();
		const [{ store }, { store: other }] = [open(stored), open(stored)];
		store.put([kitchen, hall]);
		await store.settled();
		other.put([{ ...kitchen, bought: 9 }]);
		other.remove([2]);
		// Its number begins with that of the kitchen.
		other.put([{ ...hall, id: 11 }]);
		await other.settled();
		assert.deepEqual(await store.readSome([1, 2, 12]), [{ ...kitchen, bought: 9 }]);
		store.put([{ ...kitchen, bought: 10 }]);
		assert.deepEqual(await store.readSome([1]), [{ ...kitchen, bought: 10 }], 'what is being written counts');
	});

	it('tell when any window has last read all of them', async () => {
		const stored = await storage();
		const [{ store }, { store: other }] = [open(stored), open(stored)];
		assert.equal(await store.readWalked(), null);
		other.putState({ asOf: 3, walked: 4, count: 0 });
		await other.settled();
		assert.equal(await store.readWalked(), 4);
		store.putState({ asOf: 3, walked: 5, count: 0 });
		assert.equal(await store.readWalked(), 5, 'what is being written counts');
	});

	it('are read as they were written, with their state and what they share', async () => {
		const stored = await storage();
		const { store } = open(stored, { house: 'red' });
		store.put([kitchen, hall]);
		store.remove([2]);
		store.putState({ asOf: 3, walked: 4, count: 1 });
		await store.settled();
		const again = open(stored);
		const { items, state } = await again.store.load();
		assert.deepEqual([...items], [[1, kitchen]]);
		assert.deepEqual([state.asOf, state.walked, again.shared.house], [3, 4, 'red']);
	});

	it('are the newer ones if windows wrote the same item in another order', async () => {
		const stored = await storage();
		const { store } = open(stored);
		store.put([{ ...kitchen, bought: 9 }]);
		store.put([kitchen]);
		await store.settled();
		const { items } = await open(stored).store.load();
		assert.equal(items.get(1)?.bought, 9);
	});

	it('are complete if another window still counts the items that were removed', async () => {
		for (const [left, walked] of [
			[[kitchen, hall], 4],
			[[hall], null],
		] as const) {
			const stored = await storage();
			const { store } = open(stored);
			store.put(left);
			store.putState({ asOf: 3, walked: 4, count: 9 });
			await store.settled();
			assert.equal((await open(stored, { maxKept: 2 }).store.load()).state.walked, walked);
		}
	});

	it('are not complete if one is damaged or missing, and the damage is logged', async () => {
		for (const damaged of [[{ ...kitchen, room: undefined }], []]) {
			const stored = await storage();
			const { store } = open(stored);
			store.put([hall]);
			// @ts-expect-error A room is missing, as in a damaged file.
			store.put(damaged);
			// One that is damaged was not counted, so only its damage tells.
			store.putState({ asOf: 3, walked: 4, count: 2 - damaged.length });
			await store.settled();
			const again = open(stored);
			const { items, state } = await again.store.load();
			assert.deepEqual([...items.keys()], [2]);
			assert.deepEqual([state.asOf, state.walked], [3, null]);
			assert.equal(
				again.lines.some(({ line }) => /1 lamps were damaged/.test(line)),
				damaged.length > 0,
			);
		}
	});

	it('are removed when they are outdated, which makes the file smaller', async () => {
		const stored = await storage();
		const { store } = open(stored);
		const lamps = Array.from({ length: 3000 }, (_, nth) => ({ ...hall, id: nth + 1 }));
		store.put(lamps);
		store.putState({ asOf: 3, walked: 4, count: 3000 });
		await store.settled();
		const outdated = async (all: ReadonlyMap<number, Lamp>) => [...all.keys()].filter((id) => id > 2);
		const removing = open(stored, { outdated });
		const loaded = await removing.store.load();
		assert.deepEqual([[...loaded.items.keys()], loaded.state.walked], [[1, 2], 4]);
		const isSmall = async () => ((await stored.read(['lamps', 'home'])) ?? '').split('\n').length === 4;
		await until(isSmall);
		const again = await open(stored).store.load();
		assert.deepEqual([[...again.items.keys()], again.state.walked], [[1, 2], 4]);
	});

	/** Counts how often the storage is locked, and how often a file is replaced. */
	function counted() {
		const stored = memoryStorage();
		const counts = { locks: 0, replaced: 0 };
		const counting: Storage = {
			...stored,
			lock: (...args) => {
				counts.locks += 1;
				return stored.lock(...args);
			},
			replace: (...args) => {
				counts.replaced += 1;
				return stored.replace(...args);
			},
		};
		return { counts, ...open(counting), again: () => open(stored) };
	}
	const big = (id: number): Lamp => ({ ...hall, id, room: 'hall'.repeat(100) });

	it('that are new do not make the file be written anew', async () => {
		const { counts, store, again } = counted();
		for (let id = 1; id <= 4000; id += 50) {
			store.put(
				Array.from({ length: 50 }, (_, nth) => big(id + nth)),
				{ areNew: true },
			);
			await store.settled();
		}
		assert.equal(counts.replaced, 1);
		store.put(Array.from({ length: 4000 }, (_, nth) => ({ ...big(nth + 1), bought: 9 })));
		store.put(Array.from({ length: 4000 }, (_, nth) => ({ ...big(nth + 1), bought: 10 })));
		await store.settled();
		assert.equal(counts.replaced, 2);
		assert.equal((await again().store.load()).items.size, 4000);
	});

	it('that arrive one after the other are written together', async () => {
		const { counts, store, again } = counted();
		for (let id = 1; id <= 40; id++) {
			store.put([{ ...hall, id }]);
			for (let turns = 0; turns < 5; turns++) await setImmediate();
		}
		await store.settled();
		assert.ok(counts.locks < 20, `${counts.locks}`);
		assert.equal((await again().store.load()).items.size, 40);
	});

	it('are all kept if it is not known which ones are outdated', async () => {
		const stored = await storage();
		const { store } = open(stored);
		store.put([kitchen, hall]);
		await store.settled();
		const failing = open(stored, { outdated: () => Promise.reject(new Error('The disk is gone')) });
		assert.equal((await failing.store.load()).items.size, 2);
		assert.ok(failing.lines.some(({ line }) => /Old lamps could not be removed/.test(line)));
	});

	it('of another version are unknown', async () => {
		const stored = await storage();
		const { store } = open(stored);
		store.put([hall]);
		await store.settled();
		const other = open(stored, { version: 'lamps 2' }).store;
		assert.deepEqual(await other.readSome([2]), []);
		const { items, state } = await other.load();
		assert.deepEqual([items.size, state.asOf, state.walked], [0, null, null]);
	});
});
