import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/errors.ts';
import {
	Collection,
	type CollectionState,
	type CollectionStore,
} from '../../../../src/platform/state/collection.ts';
import { until } from '../../../tools/until.ts';
import { readable } from '../../tickets/state/forge.ts';

/** A made-up resource, so that the tests of the platform depend on no feature. */
interface Stamp {
	readonly id: string;
	readonly cents: number;
}

const stamp = (id: string, cents = 50): Stamp => ({ id, cents });
const nothing: CollectionState<string> = { asOf: null, walked: null, count: null };

/** Stores in memory, and records what is written. */
class Album implements CollectionStore<string, Stamp> {
	readonly items = new Map<string, Stamp>();
	written: CollectionState<string> = nothing;

	async load() {
		return { state: this.written, items: new Map(this.items) };
	}
	async readWalked() {
		return this.written.walked;
	}
	put(stamps: readonly Stamp[]): void {
		for (const one of stamps) this.items.set(one.id, one);
	}
	remove(ids: readonly string[]): void {
		for (const id of ids) this.items.delete(id);
	}
	putState(state: CollectionState<string>): void {
		this.written = state;
	}
}

describe('A collection', () => {
	const ending: (() => void)[] = [];
	afterEach(() => {
		for (const end of ending.splice(0)) end();
	});

	function open(album = new Album()) {
		const shop = {
			pages: [[stamp('c'), stamp('b')], [stamp('a')]] as readonly (readonly Stamp[])[],
			total: undefined as number | undefined,
			/** The pages that were requested, by their index. */
			asked: [] as number[],
			/** What each page waits for before it arrives. */
			gate: async (_nth: number): Promise<void> => {},
		};
		const clock = { now: 1_000_000 };
		const collection = new Collection<string, Stamp>({
			store: album,
			pages: async function* () {
				for (const [nth, rows] of shop.pages.entries()) {
					shop.asked.push(nth);
					await shop.gate(nth);
					yield { rows, total: shop.total, isLast: nth === shop.pages.length - 1 };
				}
			},
			pagesBelow: async function* (id) {
				for (const [nth, rows] of shop.pages.entries()) {
					const below = rows.filter((one) => one.id < id);
					if (below.length === 0) continue;
					shop.asked.push(nth);
					yield { rows: below, total: shop.total, isLast: nth === shop.pages.length - 1 };
				}
			},
			idOf: ({ id }) => id,
			toStored: (one) => one,
			isSame: (one, other) => one.cents === other.cents,
			log: readable().log,
			now: () => clock.now,
		});
		ending.push(() => collection.dispose());
		const ids = () => [...collection.items.keys()].sort().join('');
		return { album, shop, clock, collection, ids };
	}

	it('has all pages after the first refresh, and stores them', async () => {
		const { collection, album, ids, clock } = open();
		await collection.refresh();
		assert.deepEqual([ids(), collection.isComplete, album.items.size], ['abc', true, 3]);
		assert.deepEqual(album.written, { asOf: clock.now, walked: clock.now, count: 3 });
	});

	it('has what is stored before the forge answers', async () => {
		const album = new Album();
		album.put([stamp('x')]);
		const { collection, ids } = open(album);
		await collection.open();
		assert.deepEqual([ids(), collection.isComplete], ['x', false]);
	});

	it('is complete after its newest items were read if the forge says that these are all', async () => {
		const { collection, shop } = open();
		shop.pages = [[stamp('c'), stamp('b')]];
		await collection.refresh({ newestOnly: true });
		assert.equal(collection.isComplete, false, 'The forge does not say how many there are.');
		shop.total = 2;
		await collection.refresh({ newestOnly: true });
		assert.equal(collection.isComplete, true);
	});

	it('reads only the first page again within ten minutes, and all pages after that', async () => {
		const { collection, shop, clock } = open();
		await collection.refresh();
		shop.asked.length = 0;
		await collection.refresh();
		assert.deepEqual(shop.asked, [0]);
		clock.now += 11 * 60_000;
		await collection.refresh({ newestOnly: true });
		assert.deepEqual(shop.asked, [0, 0]);
		await collection.refresh();
		assert.deepEqual(shop.asked, [0, 0, 0, 1]);
	});

	describe('of 40 pages', () => {
		const manyPages = Array.from({ length: 40 }, (_, nth) => [stamp(String(99 - nth))]);
		const range = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth);

		it('reads all of them once, and then 18 of them every ten minutes in turn', async () => {
			const { collection, shop, clock } = open();
			shop.pages = manyPages;
			await collection.refresh();
			assert.deepEqual(shop.asked, range(0, 40));
			for (const expected of [range(1, 19), range(19, 37), range(37, 40), range(1, 19)]) {
				clock.now += 11 * 60_000;
				shop.asked.length = 0;
				await collection.refresh();
				assert.deepEqual(shop.asked, [0, ...expected]);
			}
		});

		it('has the changes of those that were read in turn, and drops what is gone from them', async () => {
			const { collection, shop, clock } = open();
			shop.pages = manyPages;
			await collection.refresh();
			shop.pages = manyPages.map(([one]) => (one?.id === '95' ? [] : [stamp(one?.id ?? '', 80)]));
			clock.now += 11 * 60_000;
			await collection.refresh();
			const { items } = collection;
			assert.deepEqual([items.get('90')?.cents, items.has('95'), items.get('70')?.cents], [80, false, 50]);
		});

		it('keeps items whose rows were left out: the forge still counts them', async () => {
			const { collection, shop, clock } = open();
			shop.pages = manyPages;
			await collection.refresh();
			shop.total = 40;
			shop.pages = manyPages.map(([one]) => (one?.id === '95' || !one ? [] : [one]));
			clock.now += 11 * 60_000;
			await collection.refresh();
			assert.equal(collection.items.has('95'), true);
		});

		it('continues after a restart where it was', async () => {
			const { collection, shop, clock, album } = open();
			shop.pages = manyPages;
			await collection.refresh();
			clock.now += 11 * 60_000;
			await collection.refresh();
			const later = open(album);
			later.shop.pages = manyPages;
			later.clock.now = clock.now + 11 * 60_000;
			await later.collection.refresh();
			assert.deepEqual(later.shop.asked, [0, ...range(19, 37)]);
		});
	});

	it('takes over what another window has just read, instead of reading all pages too', async () => {
		const album = new Album();
		const [one, other] = [open(album), open(album)];
		await one.collection.refresh();
		await other.collection.refresh();
		one.shop.pages = [[stamp('d'), stamp('c', 80)], [stamp('a')]];
		other.shop.pages = [[stamp('d')]];
		for (const { clock, shop } of [one, other]) {
			clock.now += 11 * 60_000;
			shop.asked.length = 0;
		}
		await one.collection.refresh();
		await other.collection.refresh();
		assert.deepEqual([one.shop.asked, other.shop.asked], [[0, 1], [0]]);
		assert.deepEqual([other.ids(), other.collection.items.get('c')?.cents], ['acd', 80]);
	});

	it('reads the pages up to the items that a caller wants, also while only the first one is being read', async () => {
		const { collection, shop } = open();
		shop.pages = [[stamp('d')], [stamp('c')], [stamp('b')], [stamp('a')]];
		await collection.refresh();
		shop.asked.length = 0;
		await collection.refresh({ wanted: ['d', 'b'] });
		assert.deepEqual(shop.asked, [0, 1, 2]);
		await collection.refresh({ wanted: [] });
		assert.deepEqual(shop.asked, [0, 1, 2, 0]);
		shop.asked.length = 0;
		const first = Promise.withResolvers<void>();
		shop.gate = () => first.promise;
		const newest = collection.refresh({ newestOnly: true });
		await until(() => shop.asked.length === 1);
		const wanted = collection.refresh({ wanted: ['c'] });
		first.resolve();
		await Promise.all([newest, wanted]);
		assert.deepEqual(shop.asked, [0, 1]);
	});

	it('removes a wanted item that is on no page', async () => {
		const { collection, shop, ids } = open();
		await collection.refresh();
		shop.pages = [[stamp('c')], [stamp('a')]];
		await collection.refresh({ wanted: ['b'] });
		assert.equal(ids(), 'ac');
	});

	it('reads all pages if a caller asks for them while only the first one is being read', async () => {
		const { collection, shop } = open();
		const first = Promise.withResolvers<void>();
		shop.gate = () => first.promise;
		const newest = collection.refresh({ newestOnly: true });
		await until(() => shop.asked.length === 1);
		const all = collection.refresh();
		first.resolve();
		await Promise.all([newest, all]);
		assert.equal(collection.isComplete, true);
	});

	it('drops items that are on no page, unless the forge says that there are more', async () => {
		const { collection, shop, clock, ids, album } = open();
		await collection.refresh();
		shop.pages = [[stamp('c')]];
		shop.total = 3;
		clock.now += 11 * 60_000;
		await collection.refresh();
		assert.equal(ids(), 'abc');
		shop.total = 1;
		clock.now += 11 * 60_000;
		await collection.refresh();
		assert.deepEqual([ids(), [...album.items.keys()]], ['c', ['c']]);
	});

	it('keeps an item that was stored while an older page was on its way', async () => {
		const { collection, shop } = open();
		const late = Promise.withResolvers<void>();
		shop.gate = () => late.promise;
		const reading = collection.refresh();
		await until(() => shop.asked.length === 1);
		collection.put(stamp('b', 80));
		collection.put(stamp('new'));
		late.resolve();
		await reading;
		assert.deepEqual([collection.items.get('b')?.cents, collection.items.has('new')], [80, true]);
	});

	it('ignores an item that was requested before a newer one was stored', () => {
		const { collection } = open();
		const asked = collection.sequence;
		collection.put(stamp('a', 80));
		collection.put(stamp('a', 50), asked);
		assert.equal(collection.items.get('a')?.cents, 80);
	});

	it('reports only the items that differ', async () => {
		const { collection, shop } = open();
		const told: string[] = [];
		collection.onDidChange(({ items }) => told.push(items === 'all' ? 'all' : [...items].join()));
		await collection.refresh();
		await until(() => told.join().includes('a'));
		shop.pages = [[stamp('c', 70), stamp('b')]];
		await collection.refresh();
		await until(() => told.at(-1) === 'c');
	});

	it('has a new revision as soon as an item differs', async () => {
		const { collection, album } = open();
		const revisions = [collection.revision];
		await collection.refresh();
		revisions.push(collection.revision);
		await collection.refresh();
		assert.equal(collection.revision, revisions[1]);
		collection.put(stamp('b', 90));
		revisions.push(collection.revision);
		assert.deepEqual(
			revisions,
			[...new Set(revisions)].toSorted((one, other) => one - other),
		);
		const later = open(album).collection;
		const before = later.revision;
		await later.open();
		assert.ok(later.revision > before);
	});

	it('keeps its items when the forge fails, and tries again after the forge has answered', async () => {
		const { collection, shop, ids } = open();
		await collection.refresh();
		shop.gate = () => Promise.reject(new ForgeError('offline', 'No connection.'));
		await collection.refresh();
		assert.deepEqual([ids(), collection.lastError?.kind], ['abc', 'offline']);
		shop.gate = async () => {};
		collection.put(stamp('c', 90));
		await until(() => collection.lastError === undefined);
	});

	it('takes nothing more once it is disposed', async () => {
		const { collection, shop, ids } = open();
		const late = Promise.withResolvers<void>();
		shop.gate = () => late.promise;
		const reading = collection.refresh();
		await until(() => shop.asked.length === 1);
		collection.dispose();
		late.resolve();
		await reading;
		collection.put(stamp('z'));
		assert.equal(ids(), '');
	});
});
