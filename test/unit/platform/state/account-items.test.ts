import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import type { Storage } from '../../../../src/base/files/storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { Page } from '../../../../src/forge/client/pages.ts';
import { AccountItems } from '../../../../src/platform/state/account-items.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { settle } from '../../../kit/window/clock.ts';
import { session } from '../../../kit/window/sessions.ts';
import { until } from '../../../tools/until.ts';

const Lamp = v.object({ name: v.string(), brightness: v.number() });
type Lamp = v.InferOutput<typeof Lamp>;

type LampItems = AccountItems<Lamp, LampCache>;

class LampCache {
	isDisposed = false;
	dispose(): void {
		this.isDisposed = true;
	}
}

describe('The items of an account', () => {
	const { storage, ending } = stage();

	async function open(
		cache: Storage,
		permanent: Storage,
		lamps: readonly Lamp[] = [],
		answering: Promise<void> = Promise.resolve(),
	) {
		const created: string[] = [];
		let changes = 0;
		const items = new AccountItems({
			kind: { name: 'lamps', shape: Lamp, pins: 'lamp-pins', folders: ['shades', 'bulbs'] },
			session,
			async *list(): AsyncGenerator<Page<Lamp>> {
				const rows = [...lamps];
				await answering;
				yield { rows, total: rows.length, isLast: true };
			},
			listSubscribed: async () => [
				{ id: 1, owner: '~bob', name: 'shed' },
				{ id: 2, owner: '~ana', name: 'hall' },
				{ id: 3, owner: '~carol', name: 'barn' },
			],
			createCache: ({ owner, name }) => {
				created.push(`${owner}/${name}`);
				return new LampCache();
			},
			cache,
			permanent,
			log: readable().log,
		});
		ending(() => items.dispose());
		items.onDidChange(() => changes++);
		await items.open();
		return { items, created, changes: () => changes };
	}

	const lamps = [
		{ name: 'kitchen', brightness: 1 },
		{ name: 'hall', brightness: 2 },
	];

	it('are known to exist once the forge has listed them, and own ones to be missing', async () => {
		const { items } = await open(await storage(), await storage(), lamps);
		const known = () =>
			[
				{ owner: '~ana', name: 'kitchen' },
				{ owner: '~ana', name: 'gone' },
				{ owner: '~bob', name: 'shed' },
				{ owner: '~bob', name: 'gone' },
			].map((lamp) => items.knows(lamp));
		assert.deepEqual(known(), [undefined, undefined, undefined, undefined]);
		await Promise.all([items.own.refresh(), items.subscribed?.refresh()]);
		assert.deepEqual(known(), [true, false, true, undefined]);
	});

	it('are named in order, the own ones before the subscribed and the pinned ones, each once, also at the next start', async () => {
		const [cache, permanent] = [await storage(), await storage()];
		const { items, changes } = await open(cache, permanent, lamps);
		await items.own.refresh();
		await items.subscribed?.refresh();
		for (const name of ['shed', 'office', 'attic']) await items.pins.pin({ owner: '~bob', name });
		const before = changes();
		await items.pins.pin({ owner: '~ana', name: 'hall' });
		const names = ['~ana/hall', '~ana/kitchen', '~carol/barn', '~bob/shed', '~bob/office', '~bob/attic'];
		const named = (one: typeof items) => one.names.map(({ owner, name }) => `${owner}/${name}`);
		assert.deepEqual(named(items), names);
		assert.equal(changes(), before + 1);
		await Promise.all([items.own.settled(), items.subscribed?.settled()]);
		assert.deepEqual(named((await open(cache, permanent)).items), names);
	});

	it("are pinned if they belong to another user, and listed again if one of the account's own is not known yet", async () => {
		const { items } = await open(await storage(), await storage(), lamps);
		const [hall, shed] = [
			{ owner: '~ana', name: 'hall' },
			{ owner: '~bob', name: 'shed' },
		];
		assert.deepEqual([items.relationOf(hall), items.relationOf(shed)], ['yours', '']);
		for (const one of [hall, shed]) await items.pin(one);
		assert.deepEqual(items.pins.all, [shed]);
		assert.equal(items.knows(hall), true);
		assert.equal(items.relationOf(shed), 'pinned');
	});

	it('are pinned and unpinned in all windows', async () => {
		const [cache, permanent] = [await storage(), await storage()];
		const [one, other] = [await open(cache, permanent), await open(cache, permanent)];
		const shed = { owner: '~bob', name: 'shed' };
		const hasChangedTo = async (names: readonly object[]) => {
			const before = other.changes();
			await until(() => other.changes() > before && isDeepStrictEqual(other.items.names, names));
		};
		const pinned = hasChangedTo([shed]);
		await one.items.pin(shed);
		await pinned;
		const unpinned = hasChangedTo([]);
		await one.items.pins.unpin(shed);
		await unpinned;
	});

	it('have details if they are own ones', async () => {
		const { items } = await open(await storage(), await storage(), lamps);
		await items.own.refresh();
		assert.deepEqual(items.details({ owner: '~ana', name: 'hall' }), lamps[1]);
		assert.equal(items.details({ owner: '~ana', name: 'attic' }), undefined);
		assert.equal(items.details({ owner: '~bob', name: 'hall' }), undefined);
	});

	it('are updated by the answers to changes of them', async () => {
		const { items } = await open(await storage(), await storage(), lamps);
		await items.own.refresh();
		items.put({ name: 'hall', brightness: 9 });
		items.put({ name: 'scullery', brightness: 1 }, 'kitchen');
		items.put({ name: 'attic', brightness: 3 });
		const shown = () => items.own.value?.map(({ name, brightness }) => [name, brightness]);
		assert.deepEqual(shown(), [
			['attic', 3],
			['scullery', 1],
			['hall', 9],
		]);
		items.remove('scullery');
		assert.deepEqual(shown(), [
			['attic', 3],
			['hall', 9],
		]);
	});

	it('are read from the forge by the answer to a change if they are unknown', async () => {
		const { items } = await open(await storage(), await storage(), lamps);
		items.remove('hall');
		items.put({ name: 'attic', brightness: 3 });
		await items.own.refresh();
		assert.deepEqual(items.own.value, lamps);
	});

	for (const [what, after, change] of [
		['created', ['attic', 'hall'], (items: LampItems) => items.put({ name: 'attic', brightness: 3 })],
		['deleted', [], (items: LampItems) => items.remove('hall')],
	] as const) {
		it(`are as the user has changed them if one is ${what} during the first listing`, async () => {
			const onForge = [{ name: 'hall', brightness: 2 }];
			const answering = Promise.withResolvers<void>();
			const { items } = await open(await storage(), await storage(), onForge, answering.promise);
			const listed = items.own.refresh();
			onForge.splice(0, 1, ...after.map((name) => ({ name, brightness: 3 })));
			change(items);
			answering.resolve();
			await listed;
			assert.deepEqual(
				items.own.value?.map(({ name }) => name),
				after,
			);
		});
	}

	it('have one cache for all of its users, until the last of them ends', async () => {
		const { items, created } = await open(await storage(), await storage());
		const [one, other] = [new Lifetime(), new Lifetime()];
		const hall = { owner: '~bob', name: 'hall' };
		const cache = items.cache(hall, one);
		assert.equal(items.cache(hall, other), cache);
		one.dispose();
		assert.equal(cache.isDisposed, false);
		other.dispose();
		assert.equal(cache.isDisposed, true);
		assert.notEqual(items.cache(hall, new Lifetime()), cache);
		assert.deepEqual(created, ['~bob/hall', '~bob/hall']);
	});

	describe('that have more files than are kept', () => {
		beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
		afterEach(() => mock.timers.reset());
		const own = Array.from({ length: 130 }, (_, nth) => ({ name: `lamp-${nth}`, brightness: 1 }));
		const ofOwn = own.map(({ name }) => `~ana/${name}`);
		const ofOthers = Array.from({ length: 130 }, (_, nth) => `~dave/lamp-${nth}`);

		/** The first names have the newest files. */
		async function openWith(names: readonly string[]) {
			const cache = memoryStorage();
			for (const name of names.toReversed()) {
				await cache.replace(['bulbs', name], 'on');
				mock.timers.tick(1);
			}
			const opened = await open(cache, memoryStorage(), own);
			const trimmed = async () => {
				mock.timers.tick(30_000);
				for (let turn = 0; turn < 10; turn++) await settle();
				return new Set((await cache.list(['bulbs'])).map(({ name }) => name));
			};
			return { ...opened, cache, trimmed };
		}

		it('lose those of other items, but none of their own', async () => {
			const { items, trimmed } = await openWith([...ofOwn, ...ofOthers]);
			await Promise.all([items.own.refresh(), items.subscribed?.refresh()]);
			assert.deepEqual(await trimmed(), new Set(ofOwn));
		});

		it('keep those of other items that were opened last', async () => {
			const { items, trimmed } = await openWith(ofOthers);
			await Promise.all([items.own.refresh(), items.subscribed?.refresh()]);
			items.cache({ owner: '~dave', name: 'lamp-129' }, new Lifetime());
			const left = await trimmed();
			assert.deepEqual(
				[left.has('~dave/lamp-129'), left.has('~dave/lamp-128'), left.size],
				[true, false, 100],
			);
		});

		it('lose those of other items also if another folder cannot be read', async () => {
			const { items, cache, trimmed } = await openWith([...ofOwn, ...ofOthers]);
			const { list } = cache;
			cache.list = async (name) => {
				if (name[0] === 'shades') throw new Error('EACCES');
				return list(name);
			};
			await Promise.all([items.own.refresh(), items.subscribed?.refresh()]);
			assert.deepEqual(await trimmed(), new Set(ofOwn));
		});

		it('lose none until it is known which items the account has', async () => {
			const { trimmed } = await openWith(ofOwn);
			assert.equal((await trimmed()).size, ofOwn.length);
		});
	});
});
