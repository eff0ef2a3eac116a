import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Mine } from '../../../../src/patches/view/mine.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { allQuirks } from '../../../../src/sandbox/drift.ts';
import { until } from '../../../tools/until.ts';
import type { Name } from '../../demo-window.ts';
import { below, named, texts } from '../../drawn-view.ts';
import { demoLists } from '../state/demo-lists.ts';

type Window = Awaited<ReturnType<ReturnType<typeof demoLists>['open']>>;

/** Shows the row of an account, until the test ends. */
function shownMine() {
	const ending: Lifetime[] = [];
	afterEach(() => {
		for (const one of ending.splice(0)) one.dispose();
	});
	return (window: Window, name: Name) => {
		const lifetime = new Lifetime();
		ending.push(lifetime);
		const account = window.lists.of(name) ?? assert.fail();
		const mine = new Mine(account, lifetime, () => Date.parse('2026-02-16T17:00:00Z'));
		const row = mine.row({ id: 'mine', failures: () => [], didOpen: () => {} });
		return { mine, account, rows: async (): Promise<readonly Row[]> => (await row.children?.()) ?? [] };
	};
}

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`What the user has sent to ${kind}`, () => {
		const { open } = demoLists(quirks);
		const showMine = shownMine();

		it('is shown with its status, list and version, older versions folded, also without a connection', async () => {
			const window = await open({ names: ['carol'] });
			const { mine, account, rows } = showMine(window, 'carol');
			await mine.open();
			assert.deepEqual(texts(await rows()), [['Loading patches…', undefined]]);
			await mine.refresh();
			const all = await rows();
			const wrap = named(all, 'Wrap long lines');
			assert.match(wrap.description ?? '', /^v3 · 3 patches · \w+( status)? · ~ana\/editor-devel · \d+d/);
			assert.match(wrap.spokenLabel ?? '', /, in ~ana\/editor-devel, \d+ days ago/);
			assert.equal(named(await below(all, 'Wrap long lines'), 'Older versions').description, 'v2, v1');
			await until(async () => {
				const again = await open({ names: ['carol'], folder: window.folder });
				again.cut(true);
				const offline = showMine(again, 'carol');
				await offline.mine.open();
				return (await offline.rows()).some(({ label }) => label === 'Wrap long lines');
			});
			assert.equal(account.sent.lastError, undefined);
		});

		it('has the replies of others once the list was read, which it does not read itself', async () => {
			const window = await open({ names: ['carol'] });
			const { mine, rows } = showMine(window, 'carol');
			let changes = 0;
			mine.onDidChange(() => changes++);
			window.forget();
			await mine.refresh();
			await rows();
			assert.ok(
				window.asked().every((path) => path.startsWith('/emails')),
				window.asked().join(),
			);
			const before = changes;
			const cache = await window.cache('carol', 'editor-devel');
			await cache.refresh();
			await until(() => changes > before);
			assert.match(named(await rows(), 'Wrap long lines').description ?? '', /9 replies$/);
		});
	});
}

describe('What the user has sent', () => {
	const { open } = demoLists();
	const showMine = shownMine();

	it('has what is closed in one folded row at the end', async () => {
		const window = await open({ names: ['bob'] });
		const { mine, rows } = showMine(window, 'bob');
		await mine.refresh();
		const closed = (await rows()).at(-1);
		assert.deepEqual([closed?.label, closed?.isOpen], ['Closed', undefined]);
		const all = (await closed?.children?.()) ?? [];
		assert.equal(closed?.description, `${all.length}`);
		assert.ok(
			all.length > 0 &&
				all.every(({ description }) => / · (Applied|Rejected|Superseded) · /.test(` · ${description}`)),
		);
	});

	it('is empty if they have sent no patches', async () => {
		const window = await open({ names: ['ana'] });
		const { mine, account, rows } = showMine(window, 'ana');
		Object.assign(account.client, {
			async *emails() {
				yield { rows: [], total: 0, isLast: true };
			},
		});
		await mine.refresh();
		assert.deepEqual(texts(await rows()), [['No patches sent yet', undefined]]);
	});

	it('is not requested without the permission, which is offered', async () => {
		const window = await open({ names: ['carol'] });
		const account = window.lists.of('carol') ?? assert.fail();
		Object.assign(account, { session: { ...account.session, scopes: ['lists:read', 'patches:read'] } });
		const { mine, rows } = showMine(window, 'carol');
		window.forget();
		await mine.refresh();
		assert.deepEqual(window.asked(), []);
		assert.deepEqual(
			(await rows()).map(({ label, command }) => [label, command?.id]),
			[['Missing permission: emails:read', 'tildeforge.grant']],
		);
	});

	it('says only why it could not be read', async () => {
		const window = await open({ names: ['carol'] });
		const { mine, rows } = showMine(window, 'carol');
		window.cut(true);
		await mine.refresh();
		assert.equal(mine.lastError?.kind, 'offline');
		assert.deepEqual(await rows(), []);
	});
});
