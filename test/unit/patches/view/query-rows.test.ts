import assert from 'node:assert/strict';
import { queryRow } from '../../../../src/patches/view/query-rows.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { texts } from '../../../kit/window/drawn-view.ts';
import { until } from '../../../tools/until.ts';

type Window = Awaited<ReturnType<ReturnType<typeof demoLists>['open']>>;

/** The rows below a query. */
async function showQuery(window: Window, text: string, isUnseen = false) {
	const listCache = await window.cache('ana', 'editor-devel');
	const row = queryRow(
		{ name: 'Query', text },
		{
			...{ listCache, id: 'list', threads: () => listCache.threads },
			countUnseen: () => (isUnseen ? 1 : 0),
		},
	);
	const rows = async (): Promise<readonly Row[]> => (await row.children?.()) ?? [];
	/** Draws the rows until the forge has answered. */
	const answered = async () => {
		await rows();
		const query = listCache.query(text);
		await until(() => query.mails !== undefined || query.lastError !== undefined);
		return rows();
	};
	return { listCache, row, rows, answered };
}

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`A saved query on ${kind}`, () => {
		const { open } = demoLists(quirks);

		it('shows what the forge finds, before and after the list was read, and without a connection', async () => {
			const window = await open();
			const { listCache, row, rows, answered } = await showQuery(
				window,
				'is:patch from:carol !status:applied',
			);
			assert.deepEqual([row.label, row.spokenLabel, row.context], ['Query', 'Query, query', 'query']);
			assert.deepEqual(texts(await rows()), [['Searching…', undefined]]);
			const before = await answered();
			const isProposed = ({ spokenLabel = '' }: Row) =>
				/, version 3, proposed, .*by Carol Nowak/.test(spokenLabel);
			if (quirks.length === 0)
				assert.ok(before.some(isProposed), before.map((one) => one.spokenLabel).join());
			else assert.ok(before.length > 0);
			await listCache.refresh();
			const wrap = (await rows()).filter(({ label }) => label === 'Wrap long lines');
			assert.equal(wrap.length, 1);
			assert.match(wrap[0]?.description ?? '', /^Carol Nowak · .* · 9 replies · 3 patches · v3$/);
			await listCache.settled();
			const again = await open({ folder: window.folder });
			again.cut(true);
			const offline = await showQuery(again, 'is:patch from:carol !status:applied');
			await until(async () => (await offline.rows()).length > 1);
		});
	});
}

describe('A saved query', () => {
	const { open } = demoLists();

	it('shows more matches each time that the user loads more', async () => {
		const { listCache, rows, answered } = await showQuery(await open(), 'from:bob');
		await answered();
		const query = listCache.query('from:bob');
		const [found] = query.mails ?? [];
		const { mail } = found ?? assert.fail();
		const mails = Array.from({ length: 1100 }, (_, nth) => {
			const id = 1_000_000 + nth;
			const others = { patchset: null, parent: null, thread: null, subject: `Plan ${nth}` };
			return { mail: { ...mail, ...others, id, messageId: `<${id}@mail.test>` }, patchset: null };
		});
		Object.defineProperty(query, 'mails', { value: mails });
		const shown = [];
		for (const loads of [1, 2, 3]) {
			Object.defineProperty(query, 'loads', { value: loads, configurable: true });
			const all = await rows();
			shown.push([all.length, all.at(-1)?.label]);
		}
		assert.deepEqual(shown, [
			[501, '600 more'],
			[1001, '100 more'],
			[1100, 'Plan 1099'],
		]);
	});
});
