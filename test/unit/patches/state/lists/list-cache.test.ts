import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { ListCache } from '../../../../../src/patches/state/lists/list-cache.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { patchsetOf } from '../a-patchset.ts';
import { anEmail } from '../an-email.ts';

const summaryOf = ({ threads }: ListCache) => ({
	series: threads.series.map(({ chain, status, newest, replies }) => [
		chain.title,
		status,
		`v${newest.version}`,
		newest.patches.length,
		chain.versions.length,
		replies,
	]),
	discussions: threads.discussions.map(({ mail, replies }) => [mail.subject, replies]),
});

const series = [
	['term: three bytes are enough for an arrow', 'proposed', 'v1', 1, 1, 1],
	['main: --read-only', 'needs_revision', 'v1', 1, 1, 1],
	['Wrap long lines', 'proposed', 'v3', 3, 3, 9],
	['doc: flere taster på dansk', 'unknown', 'v1', 2, 1, 1],
	['Send the text through a command with Ctrl-P', 'proposed', 'v1', 1, 1, 2],
	['doc: an icon that can be seen in the dark', 'approved', 'v1', 1, 1, 2],
	['Search for patterns', 'approved', 'v1', 5, 1, 3],
	['Patterns in Ctrl-F', 'pull', 'v1', 0, 1, 0],
	['term: use ncurses', 'rejected', 'v1', 1, 1, 2],
	['term: Escape alone does not wait for two more keys', 'applied', 'v2', 1, 2, 3],
	['buffer: sync before the file is closed', 'proposed', 'v1', 1, 1, 2],
	['utf8: how long a character is', 'applied', 'v1', 2, 1, 3],
	['README: say what Ctrl-Z takes back', 'applied', 'v1', 1, 1, 2],
];

for (const quirks of [[], allQuirks]) {
	describe(`The cache of a mailing list${quirks.length > 0 ? ' of a server that deviates from the contract' : ''}`, () => {
		const { open } = demoLists(quirks);

		it('finds the series with their versions, patches and replies, and the discussions', async () => {
			const cache = await (await open()).cache('ana', 'editor-devel');
			assert.deepEqual([cache.threads, cache.isComplete], [{ series: [], discussions: [] }, false]);
			await cache.refresh();
			const found = summaryOf(cache);
			assert.deepEqual(found.series, series);
			assert.deepEqual(
				found.discussions.filter(([subject]) => subject === 'What the editor is not'),
				[['What the editor is not', 39]],
			);
			assert.equal(cache.isComplete, true);
		});
	});
}

describe('The cache of a mailing list', () => {
	const { open } = demoLists();

	it('also reads pull requests if a brief refresh joins one that is not', async () => {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		window.forget();
		await Promise.all([
			cache.refresh({ newestOnly: true }),
			cache.refresh({ newestOnly: true, isBrief: true }),
		]);
		assert.ok(window.asked().includes('/lists/editor-devel/posts?search=is%3Arequest-pull'));
	});

	it('searches again only for the queries that the view still shows', async () => {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		const searches = () => window.asked().filter((path) => path.includes('search=from'));
		const query = (name: string) => cache.query(`from:${name}`);
		const look = () => query('bob').refreshIfOld();
		for (const name of ['b', 'bo', 'bob']) {
			query(name).refreshIfOld();
			await query(name).refresh();
		}
		cache.onDidChange(look);
		look();
		for (const which of [{}, { isManual: true }]) {
			window.forget();
			await cache.refresh(which);
			assert.deepEqual(searches(), ['/lists/editor-devel/posts?search=from%3Abob']);
		}
	});

	it('reads the patchsets that are not closed again if the user asks for it', async () => {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		const account = window.lists.of('ana') ?? assert.fail();
		const all = async () => {
			const rows = [];
			const path = { owner: '~ana', list: 'editor-devel' };
			for await (const page of account.client.patchsets(path)) rows.push(...page.rows);
			return rows;
		};
		const patchsets = await all();
		const unfinished = patchsets.filter(
			({ status }) => !['applied', 'rejected', 'superseded'].includes(status),
		);
		const oldest = Math.min(...unfinished.map(({ id }) => id));
		let asked = 0;
		Object.assign(account.client, {
			async *patchsets() {
				for (const [at, one] of patchsets.entries()) {
					asked += 1;
					yield { rows: [one], total: patchsets.length, isLast: at === patchsets.length - 1 };
				}
			},
		});
		await cache.refresh();
		assert.equal(asked, patchsets.length);
		asked = 0;
		await cache.refresh();
		assert.equal(asked, 1);
		asked = 0;
		await cache.refresh({ isManual: true });
		assert.equal(asked, patchsets.findIndex(({ id }) => id === oldest) + 1);
		assert.ok(asked > 1);
	});

	it('reads at most 30 pages when a large list is read for the first time, and more mails of one with fewer patchsets', async () => {
		const fifty = (page: number) => Array.from({ length: 50 }, (_, nth) => 60_000 - 50 * page - nth);
		for (const [patchsetPages, mailPages] of [
			[1000, 9],
			[20, 9],
			[12, 17],
			[3, 20],
		] as const) {
			const window = await open();
			const account = window.lists.of('ana') ?? assert.fail();
			const asked = { patchsets: 0, posts: 0, pulls: 0 };
			Object.assign(account.client, {
				async *patchsets() {
					for (let nth = 1; nth <= patchsetPages; nth++) {
						asked.patchsets += 1;
						const rows = fifty(nth).map((id) => patchsetOf(id, { message_id: `<older-${id}@example.org>` }));
						yield { rows, total: 50 * patchsetPages, isLast: nth === patchsetPages };
					}
				},
				async *posts(_: unknown, { query }: { readonly query: { readonly search: string } }) {
					for (let nth = 1; nth <= 1000; nth++) {
						// As on a network, patchsets and mails arrive side by side.
						await setImmediate();
						asked[query.search.startsWith('!') ? 'posts' : 'pulls'] += 1;
						const rows = fifty(nth).map((id) => anEmail(id));
						yield { rows, isLast: false };
					}
				},
			});
			const cache = await window.cache('ana', 'editor-devel');
			await cache.refresh();
			assert.deepEqual(
				[Math.min(asked.patchsets, 20), asked.posts],
				[Math.min(patchsetPages, 20), mailPages],
			);
			assert.deepEqual([cache.hasOlder, cache.hasOlderMails], [patchsetPages > 20, true]);
		}
	});

	it('finds the mails that start threads on a forge that does not know the search', async () => {
		const window = await open();
		window.refuse(/search=/);
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		assert.equal(cache.lastError, undefined);
		const [discussion] = summaryOf(cache).discussions.filter(([subject]) => subject === 'Moving here');
		assert.deepEqual(discussion, ['Moving here', 0]);
	});

	it('reads the patches of a patchset whose mails are not known', async () => {
		const window = await open();
		window.refuse(/search=/);
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const patterns = () => cache.threads.series.find(({ chain }) => chain.title === 'Search for patterns');
		const { patchset, newest } = patterns() ?? {};
		assert.deepEqual([patchset?.status, newest?.patches.length], ['approved', 0]);
		await cache.readPatches(patchset?.id ?? 0);
		assert.deepEqual(
			[patterns()?.newest.patches.map(({ number }) => number), patterns()?.newest.of],
			[[1, 2, 3, 4, 5], 5],
		);
		await assert.rejects(cache.readPatches(4711), ForgeError);
	});

	it('has the details of a list of another user, also offline', async () => {
		const window = await open({ names: ['bob'] });
		const cache = await window.cache('bob', 'editor-announce');
		await cache.refresh();
		await cache.settled();
		const later = await open({ names: ['bob'], folder: window.folder });
		later.cut(true);
		for (const { details } of [cache, await later.cache('bob', 'editor-announce')])
			assert.equal(details?.value?.description, 'New versions of the editor, and nothing else.');
	});
});
