import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { AccountItemsView } from '../../../../src/platform/items/account-items-view.ts';
import { itemRowId } from '../../../../src/platform/items/item-kind.ts';
import type { ProjectItems } from '../../../../src/platform/model/project-items.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import type { ViewChange } from '../../../../src/platform/view/view.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import { endings } from '../../../tools/endings.ts';
import { until } from '../../../tools/until.ts';
import { type LampKey, lamp, lampAccount, lampItems } from './lamps.ts';

const offline = new ForgeError('offline', 'No lamp answers.');
const broken = new ForgeError('surprise', 'The forge sent smoke.');

describe('A view of the items of accounts', () => {
	const ending = endings();

	async function open({
		lamps = ['hall', 'attic'],
		project,
	}: {
		readonly lamps?: readonly string[];
		readonly project?: ProjectItems;
	} = {}) {
		const account = await lampAccount('ana', lamps);
		const { lamps: items, caches, forge: list } = account;
		const accounts = new Set([account]);
		const accountChanges = new Emitter<void>();
		const otherChanges = new Emitter<LampKey>();
		const changes: (string | undefined)[] = [];
		const state = { needsAll: false };
		const view = new AccountItemsView(
			{
				...lampItems,
				id: 'lamps',
				optionalScopes: ['subs:read'],
				describe: ({ name }) => name,
				needsAll: () => state.needsAll,
				listen: (didChange, lifetime) => lifetime.add(otherChanges.event(didChange)),
				row: ({ cache, id, isPinned, isSubscribed, isFirst, failures, didOpen }) => ({
					id,
					label: id,
					description: [
						cache.isOpen && 'open',
						isPinned && 'pinned',
						isSubscribed && 'subscribed',
						isFirst && 'first',
					]
						.filter(Boolean)
						.join(' '),
					children: () => {
						didOpen();
						return [...failures()];
					},
				}),
			},
			{
				source: {
					get accounts() {
						return [...accounts];
					},
					of: (id) => [...accounts].find((one) => one.session.id === id),
					onDidChange: accountChanges.event,
				},
				...(project && { project }),
				changed: (change?: ViewChange) => changes.push(typeof change === 'object' ? change.id : change),
				isVisible: () => true,
			},
		);
		ending(view);
		const draw = async () => {
			const rows = await view.roots([...accounts], []);
			for (const row of rows) view.didShow(row);
			return rows;
		};
		const signOut = () => {
			accounts.clear();
			accountChanges.fire();
		};
		return {
			view,
			draw,
			changes,
			account,
			items,
			caches,
			list,
			signOut,
			state,
			didChange: (key: LampKey) => otherChanges.fire(key),
		};
	}

	const texts = (rows: readonly Row[]) => rows.map(({ label, description }) => [label, description]);
	const id = (name: string, owner = '~ana') => itemRowId('ana', { owner, name });

	it('has own items by name, then pinned ones', async () => {
		const { draw, items } = await open();
		await items.pins.pin(lamp('~bob/desk'));
		assert.deepEqual(texts(await draw()), [
			[id('attic'), 'first'],
			[id('hall'), ''],
			[id('desk', '~bob'), 'pinned'],
		]);
	});

	it('says what to do without items, and not before it is known', async () => {
		const { draw, list } = await open({ lamps: [] });
		list.failure = offline;
		assert.deepEqual(texts(await draw()), []);
		delete list.failure;
		const other = await open({ lamps: [] });
		assert.deepEqual(
			(await other.draw()).map(({ label }) => label),
			['No lamps yet', 'Pin Lamp…', 'New Lamp…'],
		);
	});

	it('is drawn again when items or pins change, but not after a refresh without changes', async () => {
		const { draw, items, changes, list } = await open();
		await draw();
		changes.length = 0;
		await items.own.refresh();
		list.lamps = list.lamps.map((one) => ({ ...one, color: 'blue' }));
		await items.own.refresh();
		assert.deepEqual(changes, [], 'the rows do not show the color');
		await items.pins.pin(lamp('~bob/desk'));
		assert.deepEqual(changes, [undefined]);
		items.remove('hall');
		assert.deepEqual(changes, [undefined, undefined]);
	});

	it('asks for an item when the user looks below it, and shows why it could not be read', async () => {
		const { draw, caches, view } = await open();
		const row = (await draw()).find((one) => one.id === id('hall'));
		const cache = caches.get('~ana/hall') ?? assert.fail();
		assert.deepEqual(cache.requests, []);
		cache.failure = broken;
		await row?.children?.();
		assert.deepEqual(cache.requests, ['all']);
		const [failed] = (await row?.children?.()) ?? [];
		assert.deepEqual([failed?.id, view.message], [`notice/failed/${id('hall')}`, undefined]);
		view.refresh();
		assert.deepEqual(cache.requests, ['all', 'all']);
	});

	it('says above the rows that the forge cannot be reached, until it answers', async () => {
		const { draw, caches, view, account, changes } = await open();
		const row = (await draw()).find((one) => one.id === id('hall'));
		const cache = caches.get('~ana/hall') ?? assert.fail();
		cache.failure = offline;
		await row?.children?.();
		assert.equal(view.message, 'No connection. No lamp answers.');
		assert.deepEqual(await row?.children?.(), []);
		await until(() => changes.includes('head'));
		view.didAnswer(account, 'trackers');
		assert.ok(view.message);
		view.didAnswer(account, 'repositories');
		assert.equal(view.message, undefined);
	});

	it('says so as soon as any other request finds no connection, until the forge answers', async () => {
		const { draw, view, account, changes } = await open();
		await draw();
		const { losses } = account.connection;
		losses.didLose('trackers', offline);
		view.didLose(account, 'trackers');
		assert.deepEqual([view.message, changes.includes('head')], [undefined, false]);
		losses.didLose('repositories', offline);
		view.didLose(account, 'repositories');
		assert.match(view.message ?? '', /^No connection\. No lamp answers\./);
		assert.deepEqual(changes.splice(0), ['head']);
		losses.didAnswer('repositories');
		view.didAnswer(account, 'repositories');
		assert.deepEqual([view.message, changes.splice(0)], [undefined, ['head']]);
		view.didAnswer(account, 'repositories');
		assert.deepEqual(changes, []);
	});

	it('has a row for a failure to read the list, above the pinned items, which do not repeat it', async () => {
		const { draw, list, items, caches, view } = await open();
		await items.pins.pin(lamp('~bob/desk'));
		list.failure = broken;
		const [failure, desk, ...others] = await draw();
		assert.match(String(failure?.tooltip), /smoke/);
		assert.deepEqual([desk?.id, others, view.message], [id('desk', '~bob'), [], undefined]);
		const cache = caches.get('~bob/desk') ?? assert.fail();
		cache.failure = broken;
		await desk?.children?.();
		assert.deepEqual(await desk?.children?.(), []);
		cache.lastError = new ForgeError('surprise', 'The lamp sent smoke.');
		assert.equal((await desk?.children?.())?.length, 1);
	});

	it('begins with the items of This Project, which are not repeated', async () => {
		const { items: project } = projectItems('~ana/hall', '~bob/desk');
		const { draw } = await open({ lamps: ['hall', 'attic', 'cellar'], project });
		const rows = await draw();
		assert.deepEqual(
			rows.map(({ label }) => label),
			['This Project', id('attic'), id('cellar')],
		);
		assert.deepEqual(texts((await rows[0]?.children?.()) ?? []), [
			[id('hall'), 'first'],
			[id('desk', '~bob'), ''],
		]);
	});

	it('does not say that there are no items if all of them belong to This Project', async () => {
		const { items: project } = projectItems('~ana/hall');
		const { draw } = await open({ lamps: ['hall'], project });
		assert.deepEqual(
			(await draw()).map(({ label }) => label),
			['This Project'],
		);
	});

	it('forgets items that are gone, and all of them after a sign-out', async () => {
		const { draw, items, caches, signOut, changes } = await open();
		await draw();
		const [hall, attic] = ['hall', 'attic'].map((name) => caches.get(`~ana/${name}`));
		items.remove('hall');
		await draw();
		assert.deepEqual([hall?.isDisposed, attic?.isDisposed], [true, false]);
		changes.length = 0;
		signOut();
		assert.deepEqual([attic?.isDisposed, changes], [true, [undefined]]);
		items.dispose();
		assert.deepEqual(await draw(), []);
	});

	it('reads all of an item for its row only if it needs all, also after a change from elsewhere', async () => {
		const { draw, caches, changes, state, didChange } = await open();
		await draw();
		const hall = caches.get('~ana/hall') ?? assert.fail();
		const key = lampItems.keyOf('ana', lamp('~ana/hall'));
		changes.length = 0;
		didChange(key);
		await until(() => changes.includes(id('hall')));
		assert.equal(hall.isOpen, false);
		state.needsAll = true;
		didChange(key);
		assert.equal(hall.isOpen, true);
		didChange({ ...key, lamp: 'other' });
		await draw();
		assert.equal(caches.get('~ana/attic')?.isOpen, true);
	});

	it('has the items that the account subscribes to between own and pinned ones', async () => {
		const { draw, items, list } = await open({ lamps: ['hall'] });
		list.subscribed = [{ id: 1, ...lamp('~carol/barn') }];
		await items.pins.pin(lamp('~bob/desk'));
		assert.deepEqual(texts(await draw()), [
			[id('hall'), 'first'],
			[id('barn', '~carol'), 'subscribed'],
			[id('desk', '~bob'), 'pinned'],
		]);
	});
});
