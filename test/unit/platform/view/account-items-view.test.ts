import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { Page } from '../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { ProjectItems } from '../../../../src/platform/model/project-items.ts';
import { AccountItems } from '../../../../src/platform/state/account-items.ts';
import { AccountItemsView, itemRowId } from '../../../../src/platform/view/account-items-view.ts';
import { noticeRow, type Row } from '../../../../src/platform/view/row.ts';
import type { ViewChange } from '../../../../src/platform/view/view.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { until } from '../../../tools/until.ts';
import { readable, stage } from '../../tickets/state/forge.ts';
import { projectItems } from './project-items.ts';
import { session } from './sessions.ts';

const Lamp = v.object({ name: v.string() });
type Lamp = v.InferOutput<typeof Lamp>;

/** What is known of a lamp. Its requests fail with `failure`. */
class LampCache {
	readonly #changes = new Emitter<void>();
	readonly onDidChange = this.#changes.event;
	readonly requests: string[] = [];
	asOf: number | undefined;
	lastError: ForgeError | undefined;
	failure: ForgeError | undefined;
	isOpen = false;
	isDisposed = false;

	async open(): Promise<void> {
		this.isOpen = true;
	}

	async refresh({ newestOnly = false } = {}): Promise<void> {
		this.requests.push(newestOnly ? 'newest' : 'all');
		this.lastError = this.failure;
		this.#changes.fire();
	}

	dispose(): void {
		this.isDisposed = true;
	}
}

interface LampAccount extends Account {
	readonly lamps: AccountItems<Lamp, LampCache>;
}

const offline = new ForgeError('offline', 'No lamp answers.');
const broken = new ForgeError('surprise', 'The forge sent smoke.');

describe('A view of the items of accounts', () => {
	const { storage, ending } = stage();

	async function open({
		lamps = ['hall', 'attic'],
		project,
	}: {
		readonly lamps?: readonly string[];
		readonly project?: ProjectItems;
	} = {}) {
		const caches = new Map<string, LampCache>();
		const list: { failure?: ForgeError } = {};
		const items = new AccountItems({
			kind: { name: 'lamps', shape: Lamp, pins: 'lamp-pins', folders: [] },
			account: session.id,
			me: session.account,
			async *list(): AsyncGenerator<Page<Lamp>> {
				if (list.failure) throw list.failure;
				yield { rows: lamps.map((name) => ({ name })), total: undefined, isLast: true };
			},
			createCache: ({ owner, name }) => {
				const cache = new LampCache();
				caches.set(`${owner}/${name}`, cache);
				return cache;
			},
			cache: await storage(),
			permanent: await storage(),
			log: readable().log,
		});
		ending(() => items.dispose());
		await items.open();
		const instance = { name: session.instance, repositories: 'https://git.forge.test' };
		const connection = {
			...{ lists: undefined, repositories: undefined, trackers: undefined },
			webhooks: () => undefined,
			onDidAnswer: () => ({ dispose: () => {} }),
		};
		const account: LampAccount = { session, instance, connection, lamps: items };
		const accounts = new Set([account]);
		const accountChanges = new Emitter<void>();
		const changes: (string | undefined)[] = [];
		const view = new AccountItemsView<LampAccount, Lamp, LampCache>(
			{
				...{ id: 'lamps', area: 'repositories', itemsName: 'lamps', scopes: ['info:read'] },
				itemsOf: (one) => one.lamps,
				read: () => undefined,
				row: ({ cache, id, isPinned, failures, didOpen }) => ({
					id,
					label: id,
					description: [cache.isOpen ? 'open' : '', isPinned ? 'pinned' : ''].join(' ').trim(),
					children: () => {
						didOpen();
						return [...failures()];
					},
				}),
				emptyRows: () => [noticeRow('none', 'info', 'No lamps')],
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
				now: () => Date.parse('2026-02-01T00:00:00Z'),
			},
		);
		ending(() => view.dispose());
		const draw = async () => {
			const rows = await view.roots([...accounts], []);
			for (const row of rows) view.didShow(row);
			return rows;
		};
		const signOut = () => {
			accounts.clear();
			accountChanges.fire();
		};
		return { ...{ view, draw, changes, account, items, caches, list, signOut } };
	}

	const texts = (rows: readonly Row[]) => rows.map(({ label, description }) => [label, description]);
	const id = (name: string, owner = session.account) => itemRowId(session.id, { owner, name });

	it('has own items by name, then pinned ones', async () => {
		const { draw, items } = await open();
		await items.pins.pin({ owner: '~bob', name: 'desk' });
		assert.deepEqual(texts(await draw()), [
			[id('attic'), 'open'],
			[id('hall'), 'open'],
			[id('desk', '~bob'), 'open pinned'],
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
			['No lamps'],
		);
	});

	it('is drawn again when items or pins change, but not after a refresh without changes', async () => {
		const { draw, items, changes } = await open();
		await draw();
		changes.length = 0;
		await items.own.refresh();
		assert.deepEqual(changes, []);
		await items.pins.pin({ owner: '~bob', name: 'desk' });
		assert.deepEqual(changes, [undefined]);
		items.remove('hall');
		assert.deepEqual(changes, [undefined, undefined]);
	});

	it('asks for an item when the user looks below it, and shows why it could not be read', async () => {
		const { draw, caches, view } = await open();
		const row = (await draw()).find((one) => one.id === id('hall'));
		const cache = caches.get(`${session.account}/hall`) ?? assert.fail();
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
		const cache = caches.get(`${session.account}/hall`) ?? assert.fail();
		cache.failure = offline;
		await row?.children?.();
		assert.equal(view.message, 'No connection. No lamp answers.');
		assert.deepEqual(await row?.children?.(), []);
		await until(() => changes.includes('head'));
		assert.equal(view.didAnswer(account, 'trackers'), false);
		assert.ok(view.message);
		view.didAnswer(account, 'repositories');
		assert.equal(view.message, undefined);
	});

	it('has a row for a failure to read the list itself', async () => {
		const { draw, list } = await open();
		list.failure = broken;
		const [row] = await draw();
		assert.match(String(row?.tooltip), /smoke/);
	});

	it('begins with the items of This Project, which are not repeated', async () => {
		const { items: project } = projectItems('~ana/hall', '~bob/desk');
		const { draw } = await open({ project });
		const rows = await draw();
		assert.deepEqual(
			rows.map(({ label }) => label),
			['This Project', id('attic')],
		);
		assert.deepEqual(texts((await rows[0]?.children?.()) ?? []), [
			[id('hall'), 'open'],
			[id('desk', '~bob'), 'open'],
		]);
	});

	it('forgets items that are gone, and all of them after a sign-out', async () => {
		const { draw, items, caches, signOut, changes } = await open();
		await draw();
		const [hall, attic] = ['hall', 'attic'].map((name) => caches.get(`${session.account}/${name}`));
		items.remove('hall');
		await draw();
		assert.deepEqual([hall?.isDisposed, attic?.isDisposed], [true, false]);
		changes.length = 0;
		signOut();
		assert.deepEqual([attic?.isDisposed, changes], [true, [undefined]]);
		items.dispose();
		assert.deepEqual(await draw(), []);
	});
});
