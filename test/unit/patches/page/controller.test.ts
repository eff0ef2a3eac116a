import assert from 'node:assert/strict';
import { SeriesLoader } from '../../../../src/patches/page/loader.ts';
import { textOf } from '../../../../src/platform/page/parts.ts';
import { allQuirks } from '../../../../src/sandbox/drift.ts';
import { until } from '../../../tools/until.ts';
import { demoLists } from '../state/demo-lists.ts';
import { ofPatchset } from '../state/read-summary.ts';
import { pageOf } from './a-page.ts';

for (const [name, quirks] of [
	['', []],
	[' of a server that deviates from the contract', allQuirks],
] as const) {
	describe(`The page of a patchset${name}`, () => {
		const { open } = demoLists(quirks);

		/** The page of the third version of a series, read. */
		async function openPage() {
			const window = await open();
			const list = await window.cache('ana', 'editor-devel');
			await list.refresh();
			const opened = pageOf(ofPatchset(12), window.lists, window.folder);
			const { page } = opened;
			page.handlers.ready({});
			await until(() => page.snapshot().cover !== null && page.snapshot().loadingText === null);
			return { ...window, ...opened, page };
		}

		it('shows the patches of the version, and the other versions', async () => {
			const { page } = await openPage();
			const { title, patches, versions, discussion, cover } = page.snapshot();
			assert.equal(title, 'Wrap long lines');
			assert.deepEqual(
				patches.map(({ number }) => number),
				['1/3', '2/3', '3/3'],
			);
			assert.deepEqual(
				versions.map(({ name: version, isShown }) => [version, isShown]),
				[
					['v1', false],
					['v2', false],
					['v3', true],
				],
			);
			assert.ok(cover && discussion.length > 1);
			assert.equal(page.title(), 'v3 Wrap long lines');
			page.dispose();
		});

		it('returns the diffs and mails that the page asks for', async () => {
			const { page } = await openPage();
			const { patches, discussion } = page.snapshot();
			const [file] = patches[0]?.files ?? [];
			assert.ok(file);
			const { hunks } = await page.handlers.diff({ file: file.key });
			assert.ok(hunks[0]?.lines?.some(({ sign }) => sign === '+'));
			const { texts } = await page.handlers.mails({ mails: [discussion.at(-1)?.id ?? 0, 999_999] });
			assert.ok(textOf(texts[0]?.blocks[0]?.pieces ?? []).length > 0);
			assert.equal(texts[1], null);
			assert.throws(() => page.handlers.diff({ file: 'gone' }), /not in the version/);
			page.dispose();
		});

		it('remembers viewed files, also in another page', async () => {
			const { page, lists, folder } = await openPage();
			const [file] = page.snapshot().patches[0]?.files ?? [];
			assert.ok(file && !file.isViewed);
			await page.handlers.viewed({ file: file.key, isViewed: 'yes' });
			assert.equal(page.snapshot().patches[0]?.files[0]?.isViewed, true);
			const other = pageOf(ofPatchset(12), lists, folder).page;
			await until(() => other.snapshot().patches[0]?.files[0]?.isViewed === true);
			for (const one of [page, other]) one.dispose();
		});

		it('marks mails that have arrived since the last visit, which is then over', async () => {
			const window = await open();
			const list = await window.cache('ana', 'editor-devel');
			await list.refresh();
			const { series } = list.threads;
			const key = ofPatchset(12);
			const { page, seen } = pageOf(key, window.lists, window.folder);
			seen.begin(
				key,
				series.map((one) => ({ ...one, active: 0 })),
			);
			await until(() => page.snapshot().discussion.some(({ isUnseen }) => isUnseen));
			assert.match(page.snapshot().unseen?.text ?? '', /^\d+ new$/);
			const wrap = series.find(({ chain }) => chain.title === 'Wrap long lines') ?? assert.fail();
			assert.equal(seen.isUnseen(key, wrap, '~dave'), true);
			await until(() => page.snapshot().loadingText === null && page.snapshot().cover !== null);
			page.didDraw();
			assert.equal(seen.isUnseen(key, wrap, '~dave'), false);
			assert.ok(page.snapshot().unseen);
			page.dispose();
		});

		it('shows another version in its place', async () => {
			const { page, replaced } = await openPage();
			const [first] = page.snapshot().versions;
			page.handlers.version({ version: first?.key ?? '' });
			page.handlers.act({ act: 'show-latest' });
			assert.deepEqual(replaced, [ofPatchset(6), ofPatchset(12)]);
			page.dispose();
		});

		it('passes on what VS Code does', async () => {
			const { page, calls } = await openPage();
			const [patch] = page.snapshot().patches;
			const [file] = patch?.files ?? [];
			assert.ok(patch && file);
			await page.handlers.openDiff({ patch: null, file: null });
			await page.handlers.openDiff({ patch: patch.key, file: null });
			await page.handlers.openDiff({ patch: null, file: file.key });
			await page.handlers.goToFile({ file: file.key, line: 3 });
			await page.handlers.setStatus({ status: 'approved' });
			page.handlers.open({ open: 'ticket:~ana/editor#3' });
			page.handlers.open({ open: 'javascript:alert(1)' });
			assert.deepEqual(calls, [
				['openDiff', 3, undefined],
				['openDiff', 1, undefined],
				['openDiff', 1, 0],
				['goToFile', file.folder + file.name, 3],
				['setStatus', ofPatchset(12), 'approved'],
				['openTarget', { kind: 'ticket', owner: '~ana', tracker: 'editor', ticket: 3 }],
			]);
			page.dispose();
		});

		it('copies the address of the patchset, or of a mail', async () => {
			const { page, calls } = await openPage();
			await page.handlers.copyLink({ mail: null });
			await page.handlers.copyLink({ mail: page.snapshot().discussion.at(-1)?.id ?? 0 });
			assert.match(String(calls[0]?.[1]), /\/~ana\/editor-devel\/patches\/12$/);
			assert.match(String(calls[1]?.[1]), /\/~ana\/editor-devel\/%3C[^/]+%40[^/]+%3E$/);
			page.dispose();
		});

		it('is shown offline once it was read', async () => {
			const first = await openPage();
			await first.lists.of('ana')?.series.mails.settled();
			first.page.dispose();
			const later = await open({ folder: first.folder });
			later.cut(true);
			const { page } = pageOf(ofPatchset(12), later.lists, later.folder);
			await until(() => page.snapshot().notes.some(({ key }) => key === 'offline'));
			assert.equal(page.snapshot().patches.length, 3);
			page.dispose();
		});
	});
}

describe('What a page reads', () => {
	const { open } = demoLists();

	it('is read again when the page is shown, if it was hidden meanwhile', async () => {
		const window = await open();
		const viewed = { read: async () => {} };
		let changes = 0;
		const loader = new SeriesLoader({
			key: ofPatchset(12),
			host: {
				lists: window.lists,
				seen: { see: () => {}, seenUpToOf: () => undefined },
				viewed: viewed as never,
			},
			changed: () => changes++,
		});
		loader.didHide();
		await until(() => changes > 0);
		assert.equal(loader.situation().kind === 'missing', false);
		loader.didDraw();
		await until(() => loader.reading?.mails.size === 7);
		assert.equal(loader.situation().kind, 'good');
		loader.dispose();
	});

	it('does not exist', async () => {
		const window = await open();
		const { page } = pageOf({ ...ofPatchset(12), patchset: 9999 }, window.lists, window.folder);
		await until(() => page.snapshot().notes.some(({ key }) => key === 'missing'));
		assert.match(textOf(page.snapshot().notes[0]?.pieces ?? []), /doesn't exist/);
		page.dispose();
	});
});
