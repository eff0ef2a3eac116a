import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { background } from '../../../../src/base/background.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/errors.ts';
import { ListView } from '../../../../src/platform/view/list-view.ts';
import type { Account } from '../../../../src/signin/connection.ts';
import { settle, stopTheClock } from '../../base/clock.ts';
import { projectItems } from './project-items.ts';
import { session } from './sessions.ts';

const account = (id: string): Account => ({
	session: { ...session, id, account: `~${id}`, scopes: null },
	instance: { name: 'forge.test', lists: 'https://lists.forge.test' },
	connection: {
		...{ lists: undefined, repositories: undefined, trackers: undefined },
		onDidAnswer: () => ({ dispose: () => {} }),
	},
});
const ana = account('ana');

let opened: Lifetime;

/** A view that fails as long as `line` has a failure. */
function open(...inProject: readonly string[]) {
	const line: { failure: ForgeErrorKind | undefined } = { failure: undefined };
	const user = { isLooking: true, redrawn: 0, now: 0 };
	const view: ListView = new ListView(
		'tildeforge.some',
		{
			...{ area: 'lists', itemsName: 'lists', scopes: [] },
			rows: async ({ session: { id } }) => {
				if (line.failure) throw new ForgeError(line.failure, 'It failed.');
				return [{ id: `${id}/list`, label: 'list' }];
			},
			idOf: ({ name }) => name,
			rowOf: async () => {
				throw new ForgeError(line.failure ?? 'missing', 'It failed.');
			},
		},
		{
			project: projectItems(...inProject).items,
			redraw: () => {
				user.redrawn++;
				background(labels(ana));
			},
			isVisible: () => user.isLooking,
			now: () => user.now,
		},
	);
	opened.add(view);
	const labels = async (...accounts: readonly Account[]) =>
		(await view.roots(accounts, [])).map(({ label }) => label);
	return { line, view, labels, user };
}

describe('A view that reads its rows each time', () => {
	stopTheClock();
	beforeEach(() => {
		opened = new Lifetime();
	});
	afterEach(() => opened.dispose());

	it('shows its rows, and no message', async () => {
		const { view, labels } = open();
		assert.deepEqual(await labels(ana), ['list']);
		assert.deepEqual([view.id, view.message], ['tildeforge.some', undefined]);
	});

	it('says in its message that there is no connection, until the rows are read', async () => {
		const { line, view, labels } = open();
		line.failure = 'offline';
		assert.deepEqual(await labels(ana), []);
		assert.equal(view.message, 'No connection. It failed.');
		line.failure = undefined;
		assert.deepEqual(await labels(ana), ['list']);
		assert.equal(view.message, undefined);
	});

	it('shows a refusal in a row', async () => {
		const { line, view, labels } = open();
		line.failure = 'forbidden';
		assert.deepEqual(await labels(ana), ['Not allowed']);
		assert.equal(view.message, undefined);
	});

	it('says once why the rows of an account and the items of a project cannot be read', async () => {
		const { line, view } = open('~ana/a', '~ana/b');
		const below = async () => {
			const [project, ...others] = await view.roots([ana], []);
			const rows = (await project?.children?.()) ?? [];
			return [others, rows].map((all) => all.map(({ label }) => label));
		};
		const names = ['~ana/a', '~ana/b'];
		line.failure = 'refused';
		assert.deepEqual(await below(), [['Refused'], names]);
		line.failure = 'offline';
		assert.deepEqual(await below(), [[], names]);
		assert.match(view.message ?? '', /^No connection/);
		line.failure = undefined;
		assert.deepEqual(await below(), [['list'], ['Not found']]);
	});

	it('is read again when its own service answers, after it could not be reached', async () => {
		const { line, view, labels } = open();
		assert.equal(view.didAnswer(ana, 'lists'), false);
		line.failure = 'offline';
		await labels(ana);
		assert.deepEqual(
			[view.didAnswer(ana, 'trackers'), view.didAnswer(account('bob'), 'lists')],
			[false, false],
		);
		assert.notEqual(view.message, undefined);
		assert.deepEqual([view.didAnswer(ana, 'lists'), view.didAnswer(ana, 'lists')], [true, false]);
		assert.equal(view.message, undefined);
	});

	it('is read again by itself while it is visible, at growing intervals, until it was reached', async () => {
		for (const failure of ['offline', 'busy'] as const) {
			const { line, view, labels, user } = open();
			line.failure = failure;
			await labels(ana);
			const redrawnAfter = async (seconds: number) => {
				mock.timers.tick(seconds * 1000);
				await settle();
				return user.redrawn;
			};
			assert.deepEqual([await redrawnAfter(14), await redrawnAfter(1)], [0, 1]);
			assert.deepEqual([await redrawnAfter(29), await redrawnAfter(1)], [1, 2]);
			line.failure = undefined;
			assert.equal(await redrawnAfter(60), 3);
			assert.equal(view.message, undefined);
			assert.equal(await redrawnAfter(1000), 3);
		}
	});

	it('is read again when it becomes visible, but not before', async () => {
		const { line, view, labels, user } = open();
		view.didBecomeVisible();
		assert.equal(user.redrawn, 0);
		line.failure = 'offline';
		await labels(ana);
		user.isLooking = false;
		mock.timers.tick(1_000_000);
		assert.equal(user.redrawn, 0);
		user.isLooking = true;
		view.didBecomeVisible();
		assert.equal(user.redrawn, 1);
	});

	it('is not read again after the account that could not be reached has signed out, or after its end', async () => {
		const { line, view, labels, user } = open();
		line.failure = 'offline';
		await labels(ana);
		await labels();
		mock.timers.tick(1_000_000);
		await labels(ana);
		view.dispose();
		mock.timers.tick(1_000_000);
		assert.equal(user.redrawn, 0);
	});

	it('is read again because of answers at most every 15 seconds', async () => {
		const { line, view, labels, user } = open();
		line.failure = 'timeout';
		await labels(ana);
		assert.equal(view.didAnswer(ana, 'lists'), true);
		await labels(ana);
		user.now = 14_999;
		assert.equal(view.didAnswer(ana, 'lists'), false);
		assert.notEqual(view.message, undefined);
		user.now = 15_000;
		assert.equal(view.didAnswer(ana, 'lists'), true);
	});

	it('has no message after it was refused', async () => {
		const { line, view, labels } = open();
		line.failure = 'offline';
		await labels(ana);
		line.failure = 'forbidden';
		await labels(ana);
		assert.equal(view.message, undefined);
	});

	it('keeps its message about a busy server when another request is answered', async () => {
		const { line, view, labels } = open();
		line.failure = 'busy';
		await labels(ana);
		assert.equal(view.didAnswer(ana, 'lists'), false);
		assert.equal(view.message, 'Try again later. It failed.');
	});

	it('forgets the connection of an account that has signed out', async () => {
		const { line, view, labels } = open();
		line.failure = 'offline';
		await labels(ana);
		await labels();
		assert.equal(view.message, undefined);
	});
});
