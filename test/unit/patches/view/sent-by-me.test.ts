import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { SentByMe } from '../../../../src/patches/view/sent-by-me.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { noDrafts } from '../../../kit/pages/no-mails.ts';
import { skippableTime } from '../../../kit/window/clock.ts';
import type { Name } from '../../../kit/window/demo-window.ts';
import { below, named, texts } from '../../../kit/window/drawn-view.ts';
import { endings } from '../../../tools/endings.ts';
import { until } from '../../../tools/until.ts';

type Window = Awaited<ReturnType<ReturnType<typeof demoLists>['open']>>;

/** Shows the row of an account, until the test ends. */
function shownMine() {
	const ending = endings();
	const clock = skippableTime();
	return async (window: Window, name: Name, time = '2026-02-16T17:00:00Z', drafts = noDrafts) => {
		const lifetime = new Lifetime();
		ending(lifetime);
		const account = window.lists.of(name) ?? assert.fail();
		const { seen } = window.lists;
		const statuses = await window.statuses();
		clock.goTo(Date.parse(time));
		const shown = { isVisible: false };
		const isVisible = () => shown.isVisible;
		const describeUsers = async (names: readonly string[]) => names.join();
		const mine = new SentByMe({ account, lifetime, statuses, seen, drafts, describeUsers, isVisible });
		const row = () => mine.row({ id: 'mine', failures: () => [], didOpen: () => {} });
		return {
			mine,
			shown,
			account,
			seen,
			statuses,
			row,
			rows: async (): Promise<readonly Row[]> => (await row().children?.()) ?? [],
		};
	};
}

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`What the user has sent to ${kind}`, () => {
		const { open } = demoLists(quirks);
		const showMine = shownMine();

		it('is shown with its status, list and version, older versions folded, also without a connection', async () => {
			const window = await open({ names: ['carol'] });
			const { mine, account, rows } = await showMine(window, 'carol');
			await mine.open();
			assert.deepEqual(texts(await rows()), [['Loading patches…', undefined]]);
			await mine.refresh();
			const all = await rows();
			const wrap = named(all, 'Wrap long lines');
			assert.match(wrap.description ?? '', /^\w+( status)? · \d+d · 3 patches · v3 · ~ana\/editor-devel$/);
			assert.match(wrap.spokenLabel ?? '', /, in ~ana\/editor-devel, \d+ days ago/);
			assert.equal(named(await below(all, 'Wrap long lines'), 'Older versions').description, 'v2, v1');
			await until(async () => {
				const again = await open({ names: ['carol'], folder: window.folder });
				again.cut(true);
				const offline = await showMine(again, 'carol');
				await offline.mine.open();
				return (await offline.rows()).some(({ label }) => label === 'Wrap long lines');
			});
			assert.equal(account.sent.lastError, undefined);
		});
	});
}

describe('What the user has sent', () => {
	const { open } = demoLists();
	const showMine = shownMine();

	it('shows a status that is not on the forge yet, marked as waiting, until it is undone', async () => {
		const window = await open({ names: ['carol'] });
		const { mine, statuses, rows } = await showMine(window, 'carol');
		await mine.refresh();
		const before = named(await rows(), 'Wrap long lines').description;
		let changes = 0;
		mine.onDidChange(() => changes++);
		const key = { account: 'carol', owner: '~ana', list: 'editor-devel', patchset: 12 };
		await statuses.setStatus(await statuses.shownOf([key]), 'approved', 3_600_000);
		assert.ok(changes > 0);
		assert.match(named(await rows(), 'Wrap long lines').description ?? '', /^Approved \(waiting\) · /);
		await statuses.outbox.undo();
		assert.equal(named(await rows(), 'Wrap long lines').description, before);
	});

	it('has a dot where others have sent mails since the user last looked at the list', async () => {
		const window = await open({ names: ['carol'] });
		const cache = await window.cache('carol', 'editor-devel');
		await cache.refresh();
		const { mine, seen, rows } = await showMine(window, 'carol');
		await mine.refresh();
		assert.equal(named(await rows(), 'Wrap long lines').badge, undefined);
		let changes = 0;
		mine.onDidChange(() => changes++);
		seen.begin(cache.key, []);
		assert.ok(changes > 0);
		assert.equal(named(await rows(), 'Wrap long lines').badge?.letters, '●');
	});

	it('says only why it could not be read', async () => {
		const window = await open({ names: ['carol'] });
		const { mine, rows } = await showMine(window, 'carol');
		window.cut(true);
		await mine.refresh();
		assert.equal(mine.lastError?.kind, 'offline');
		assert.deepEqual(await rows(), []);
	});
});
