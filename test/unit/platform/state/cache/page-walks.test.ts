import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { ItemMemory } from '../../../../../src/platform/state/cache/item-memory.ts';
import { PageWalks, type WantedPages } from '../../../../../src/platform/state/cache/page-walks.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';
import { Album, openShop, type Stamp, stamp } from '../stamps.ts';

describe('A walk through the pages of a list', () => {
	const ending = new Lifetime();
	after(() => ending.dispose());
	const clock = stopTheDate();

	/** A window that has read the album from the disk. */
	function open(album = new Album(), continuesInWindow = false) {
		const { shop, list: pages } = openShop();
		const list = { ...pages, continuesInWindow };
		const lifetime = ending.child();
		const told: string[] = [];
		const known = new ItemMemory<string, Stamp>({
			store: album,
			idOf: list.idOf,
			toStored: (one) => one,
			isSame: (one, other) => one.cents === other.cents,
			changed: () => {},
		});
		const walks = new PageWalks({
			...{ list, store: album, known, lifetime },
			didAnswer: () => told.push('answer'),
			didReadAll: () => told.push('all'),
			didReadNewest: () => told.push('newest'),
		});
		known.load(album.items);
		walks.load(album.written);
		const refresh = async (which: WantedPages<string> = {}) => {
			walks.want(which);
			await walks.read().finally(() => walks.wantNothing());
		};
		const ids = () => [...known.all.keys()].sort().join('');
		return { album, shop, lifetime, told, walks, items: known.all, refresh, ids };
	}

	it('reads only the first page again within ten minutes, and all pages after that', async () => {
		const { refresh, shop } = open();
		await refresh();
		shop.asked.length = 0;
		await refresh();
		assert.deepEqual(shop.asked, [0]);
		clock.now += 11 * 60_000;
		await refresh({ newestOnly: true });
		assert.deepEqual(shop.asked, [0, 0]);
		await refresh();
		assert.deepEqual(shop.asked, [0, 0, 0, 1]);
	});

	describe('through 40 pages', () => {
		const manyPages = Array.from({ length: 40 }, (_, nth) => [stamp(String(99 - nth))]);
		const range = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth);

		it('continues only where this window has read before, if other places are far for the forge', async () => {
			const album = new Album();
			const [one, other] = [open(album, true), open(album, true)];
			for (const { shop, refresh } of [one, other]) {
				shop.pages = manyPages;
				await refresh();
			}
			const walk = async ({ shop, refresh }: typeof one) => {
				clock.now += 11 * 60_000;
				shop.asked.length = 0;
				await refresh();
				return shop.asked;
			};
			assert.deepEqual(await walk(one), [0, ...range(1, 19)]);
			assert.deepEqual(await walk(other), [0, ...range(1, 19)]);
			assert.deepEqual(await walk(one), [0, ...range(19, 37)]);
			const later = open(album, true);
			later.shop.pages = manyPages;
			assert.deepEqual(await walk(later), [0, ...range(1, 19)]);
		});
	});

	it('reads what a caller wants while older pages are being read', async () => {
		const { refresh, shop, walks, ids } = open();
		const many = Array.from({ length: 40 }, (_, nth) => [stamp(String(99 - nth))]);
		shop.pages = many.slice(0, 30);
		await refresh();
		clock.now += 11 * 60_000;
		shop.pages = many;
		shop.gate = async (nth) => {
			if (nth === 10) walks.want({ newestOnly: true, wanted: ['62'] });
		};
		await refresh();
		assert.match(ids(), /62/);
	});

	it('reads all pages again after the clock was set back', async () => {
		const { album, refresh } = open();
		clock.now += 61 * 24 * 3_600_000;
		await refresh();
		clock.now -= 61 * 24 * 3_600_000;
		const next = open(album);
		await next.refresh();
		assert.equal(album.written.walked, clock.now);
		next.shop.asked.length = 0;
		await next.refresh();
		assert.deepEqual(next.shop.asked, [0]);
	});

	it('takes over what another window has just read, instead of reading all pages too', async () => {
		const album = new Album();
		const [one, other] = [open(album), open(album)];
		await one.refresh();
		await other.refresh();
		one.shop.pages = [[stamp('d'), stamp('c', 80)], [stamp('a')]];
		other.shop.pages = [[stamp('d')]];
		clock.now += 11 * 60_000;
		for (const { shop } of [one, other]) shop.asked.length = 0;
		await one.refresh();
		await other.refresh();
		assert.deepEqual([one.shop.asked, other.shop.asked], [[0, 1], [0]]);
		assert.deepEqual([other.ids(), other.items.get('c')?.cents], ['acd', 80]);
	});

	it('drops items that are on no page, unless the forge says that there are more', async () => {
		const { refresh, shop, ids, album } = open();
		await refresh();
		shop.pages = [[stamp('c')]];
		shop.total = 3;
		clock.now += 11 * 60_000;
		await refresh();
		assert.equal(ids(), 'abc');
		shop.total = 1;
		clock.now += 11 * 60_000;
		await refresh();
		assert.deepEqual([ids(), [...album.items.keys()]], ['c', ['c']]);
	});

	it('drops nothing if the last page names a further one, unless the forge says that there are no others', async () => {
		const { refresh, shop, ids } = open();
		await refresh();
		shop.pages = [[stamp('c')]];
		shop.namesMore = true;
		clock.now += 11 * 60_000;
		await refresh();
		assert.equal(ids(), 'abc');
		shop.total = 1;
		clock.now += 11 * 60_000;
		await refresh();
		assert.equal(ids(), 'c');
	});

	it('keeps what it has read when the forge fails, and is still due', async () => {
		const { refresh, shop, walks, ids, album } = open();
		shop.gate = async (nth) => {
			if (nth === 1) throw new ForgeError('offline', 'No connection.');
		};
		await assert.rejects(refresh(), { kind: 'offline' });
		assert.deepEqual([ids(), walks.walked, album.written.asOf], ['bc', undefined, null]);
		shop.gate = async () => {};
		await refresh();
		assert.equal(ids(), 'abc');
	});
});
