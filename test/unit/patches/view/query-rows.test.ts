import assert from 'node:assert/strict';
import { discussionRow } from '../../../../src/patches/view/discussion-rows.ts';
import { queryRow } from '../../../../src/patches/view/query-rows.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { named, texts } from '../../../kit/window/drawn-view.ts';
import { until } from '../../../tools/until.ts';

type Window = Awaited<ReturnType<ReturnType<typeof demoLists>['open']>>;

/** The rows below a query. */
async function showQuery(window: Window, text: string, isUnseen = false) {
	const listCache = await window.cache('ana', 'editor-devel');
	const row = queryRow({
		...{ query: { name: 'Query', text }, listCache, listRowId: 'list' },
		threads: () => listCache.threads,
		countUnseen: () => (isUnseen ? 1 : 0),
	});
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
			assert.match(wrap[0]?.description ?? '', /^v3 · 3 patches · Carol Nowak · .* · 9 replies$/);
			await listCache.settled();
			const again = await open({ folder: window.folder });
			again.cut(true);
			const offline = await showQuery(again, 'is:patch from:carol !status:applied');
			await until(async () => (await offline.rows()).length > 1);
		});

		it('says that the forge refuses bad syntax, and offers to edit it', async () => {
			const { answered } = await showQuery(await open(), 'is:nonsense');
			const [row, ...others] = await answered();
			assert.deepEqual(
				[row?.label, row?.command?.id, others],
				['The forge rejected this query', 'tildeforge.editPatchQueries', []],
			);
			assert.match(row?.description ?? '', /is:nonsense/);
		});
	});
}

describe('A saved query', () => {
	const { open } = demoLists();

	it('says that nothing matches, or why it could not be asked', async () => {
		const window = await open();
		const nothing = await showQuery(window, 'no-such-word-anywhere');
		assert.deepEqual(texts(await nothing.answered()), [['No matches', undefined]]);
		window.cut(true);
		const cut = await showQuery(window, 'from:bob');
		assert.deepEqual(
			(await cut.answered()).map(({ id, label }) => [id, label]),
			[['notice/failed/list/query/Query', 'No connection']],
		);
	});

	it('shows a series of which only a reply is found, and other threads, each once', async () => {
		const window = await open();
		const { listCache, answered } = await showQuery(window, 'is:reply');
		await listCache.refresh();
		const rows = await answered();
		const labels = rows.map(({ label }) => label);
		assert.ok(labels.includes('Wrap long lines') && labels.includes('What the editor is not'), labels.join());
		assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
	});

	it('has dots where there are new mails, in series and other threads', async () => {
		for (const isUnseen of [true, false]) {
			const { answered } = await showQuery(await open(), 'is:thread', isUnseen);
			const rows = await answered();
			for (const label of ['Wrap long lines', 'What the editor is not'])
				assert.equal(named(rows, label).badge?.letters, isUnseen ? '●' : undefined);
		}
	});

	it('says why it could not be asked again after what was found before', async () => {
		const window = await open();
		const { listCache, rows, answered } = await showQuery(window, 'from:bob');
		const found = await answered();
		window.cut(true);
		await listCache.query('from:bob').refresh();
		assert.deepEqual(
			(await rows()).map(({ id }) => id),
			[...found.map(({ id }) => id), 'notice/failed/list/query/Query'],
		);
	});

	it('ends with a row that loads more if the forge finds more', async () => {
		const { listCache, rows, answered } = await showQuery(await open(), 'from:bob');
		const found = await answered();
		assert.ok(!found.some(({ label }) => label === 'Load More'));
		Object.defineProperty(listCache.query('from:bob'), 'hasMore', { value: true });
		const length = listCache.query('from:bob').mails?.length;
		assert.deepEqual(texts((await rows()).slice(-1)), [
			['Load More', `only the newest ${length} mails were searched`],
		]);
		const { id, arguments: args } = (await rows()).at(-1)?.command ?? assert.fail();
		assert.deepEqual(
			[id, args],
			['tildeforge.loadMorePatchsets', [{ list: listCache.key, text: 'from:bob' }]],
		);
	});

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

	it('is not asked for again at once when it is drawn again', async () => {
		const window = await open();
		const { rows, answered } = await showQuery(window, 'from:bob');
		await answered();
		window.forget();
		await rows();
		assert.deepEqual(window.asked(), []);
	});
});

describe('The row of a thread', () => {
	it('has its sender, age and replies', () => {
		const mail = {
			...{ id: 1, created: '', subject: 'Plans', messageId: '<1@mail.test>', parent: null, thread: null },
			...{ sender: { canonical_name: '~bob', name: 'bob' }, patchset: null, isPull: false },
		};
		const list = { account: 'one', owner: '~ana', list: 'devel' };
		const row = discussionRow({ mail, mails: [mail], replies: 2, active: 0 }, { list, groupId: 'group' });
		assert.deepEqual(
			[row.id, row.label, row.description, row.spokenLabel],
			['group/1', 'Plans', '~bob · 2 replies', 'Plans, by ~bob, 2 replies'],
		);
		assert.equal(row.badge, undefined);
		const unseen = discussionRow(
			{ mail, mails: [mail], replies: 2, active: 0 },
			{ list, groupId: 'group', unseen: 1 },
		);
		assert.deepEqual(
			[unseen.badge?.letters, unseen.description, unseen.spokenLabel],
			['●', '~bob · 2 replies, 1 new', 'Plans, by ~bob, 2 replies, 1 new'],
		);
	});

	it('has the name of a sender without an account as soon as a mail was read', () => {
		const mail = {
			...{ id: 1, created: '', subject: 'Plans', messageId: '<1@mail.test>', parent: null, thread: null },
			...{ sender: null, patchset: null, isPull: false, from: { name: 'Kim  Lee', email: 'kim@mail.test' } },
		};
		const list = { account: 'one', owner: '~ana', list: 'devel' };
		const rowOf = (from: { readonly name: string; readonly email: string }) =>
			discussionRow(
				{ mail: { ...mail, from }, mails: [], replies: 0, active: 0 },
				{ list, groupId: 'group' },
			);
		assert.equal(rowOf(mail.from).description, 'Kim Lee');
		assert.equal(rowOf(mail.from).spokenLabel, 'Plans, by Kim Lee');
		assert.equal(rowOf({ ...mail.from, name: '' }).description, 'kim@mail.test');
	});
});
