import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { Collection } from '../../../../../src/platform/state/cache/collection.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';
import { endings } from '../../../../tools/endings.ts';
import { until } from '../../../../tools/until.ts';
import { Album, openShop, type Stamp, stamp } from '../stamps.ts';

describe('A collection', () => {
	const ending = endings();
	const clock = stopTheDate();

	function open(album = new Album()) {
		const { shop, list } = openShop();
		const collection = new Collection<string, Stamp>({
			store: album,
			...list,
			toStored: (one) => one,
			isSame: (one, other) => one.cents === other.cents,
			log: readable().log,
		});
		ending(collection);
		const ids = () => [...collection.items.keys()].sort().join('');
		return { album, shop, collection, ids };
	}

	it('has all pages after the first refresh, and stores them', async () => {
		const { collection, album, ids } = open();
		await collection.refresh();
		assert.deepEqual([ids(), collection.isComplete, album.items.size], ['abc', true, 3]);
		assert.deepEqual(album.written, { asOf: clock.now, walked: clock.now, count: 3 });
	});

	it('counts as read, without a request, when the forge has confirmed the newest items', async () => {
		const { collection, album, shop, ids } = open();
		await collection.refresh();
		const [walked, asked] = [clock.now, shop.asked.length];
		let answers = 0;
		collection.onDidAnswer(() => (answers += 1));
		clock.now += 1000;
		collection.confirmNewest();
		assert.deepEqual([collection.asOf, answers, shop.asked.length, ids()], [clock.now, 1, asked, 'abc']);
		assert.deepEqual(album.written, { asOf: clock.now, walked, count: 3 });
	});

	it('has what is stored before the forge answers', async () => {
		const album = new Album();
		album.put([stamp('x')]);
		const { collection, ids } = open(album);
		await collection.open();
		assert.deepEqual([ids(), collection.isComplete], ['x', false]);
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

	it('removes an item that the forge does not find, unless it was stored since that request, until a page has it', async () => {
		const { collection, shop, ids } = open();
		await collection.refresh();
		const pagesRead = shop.asked.length;
		collection.didNotFind('b', collection.sequence);
		assert.deepEqual([ids(), shop.asked.length], ['ac', pagesRead]);
		const requestedAt = collection.sequence;
		collection.put(stamp('new'));
		collection.didNotFind('new', requestedAt);
		assert.equal(ids(), 'acnew');
		await collection.refresh({ readsAll: true });
		assert.equal(ids(), 'abc');
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

	it('reports an error that says something else than the one before', async () => {
		const { collection, shop } = open();
		let reports = 0;
		collection.onDidChange(() => (reports += 1));
		for (const message of ['No connection.', 'The server does not answer.']) {
			const before = reports;
			shop.gate = () => Promise.reject(new ForgeError('offline', message));
			await collection.refresh();
			await until(() => reports > before);
		}
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
