import assert from 'node:assert/strict';
import { neverAborts } from '../../../../src/base/abort.ts';
import { changeHandlers } from '../../../../src/patches/page/change-handlers.ts';
import type { CommentsOnPage } from '../../../../src/patches/page/comments-on-page.ts';
import { drawingHandlers } from '../../../../src/patches/page/drawing-handlers.ts';
import { openHandlers } from '../../../../src/patches/page/open-handlers.ts';

import { netKey } from '../../../../src/patches/page/parts/net-part.ts';
import type { SeriesPage } from '../../../../src/patches/page/series-page.ts';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { blockText } from '../../../kit/mails/block-text.ts';
import { ofMail, ofPatchset } from '../../../kit/mails/read-summary.ts';
import { readPageOf } from '../../../kit/pages/a-series-page.ts';
import { endings } from '../../../tools/endings.ts';
import { until } from '../../../tools/until.ts';

const firstVersion = ofPatchset(6);
const latestVersion = ofPatchset(12);

/** None of these requests is about comments. */
const comments = {} as Partial<CommentsOnPage> as CommentsOnPage;
const openHandlersOf = (page: SeriesPage) => openHandlers(page, comments);

describe('A request of the page of a series', () => {
	const { open } = demoLists();
	const ending = endings();

	/** The page of a version of a series. */
	async function openPage(key = latestVersion) {
		const window = await open();
		await (await window.cache('ana', 'editor-devel')).refresh();
		const opened = await readPageOf(key, window.lists, window.folder);
		ending(opened.page);
		const { content } = opened.page.shown();
		const [patch] = content.patches;
		const [file] = patch?.files ?? [];
		assert.ok(patch && file);
		return { ...window, ...opened, content, patch, file };
	}

	/** The page of a thread without patches. */
	async function openThread() {
		const window = await open();
		const list = await window.cache('ana', 'editor-devel');
		await list.refresh();
		const { mail } = list.threads.discussions[0] ?? assert.fail();
		const opened = await readPageOf(ofMail(mail.id), window.lists, window.folder);
		ending(opened.page);
		return { ...opened, mail };
	}

	it('returns the mails that are known', async () => {
		const { page, content } = await openPage();
		const mails = [content.discussion.at(-1)?.fullMail.id ?? 0, 999_999];
		const { texts } = await drawingHandlers(page).mails({ mails });
		assert.ok(blockText(texts[0]?.blocks[0]).length > 0);
		assert.equal(texts[1], null);
	});

	it('shows another version of the same account in its place, or where it is open', async () => {
		const { page, replaced } = await openPage(firstVersion);
		const { version, act } = openHandlersOf(page);
		const answers = [
			await version({ version: idOfSeries(ofPatchset(9)), mail: 5 }),
			await version({ version: idOfSeries({ ...ofPatchset(9), account: 'bob' }), mail: null }),
			await act({ act: 'show-latest' }),
		];
		// The first one is open elsewhere.
		assert.deepEqual(
			answers,
			[true, false, false].map((isElsewhere) => ({ isElsewhere })),
		);
		assert.deepEqual(replaced, [ofPatchset(9), latestVersion]);
		assert.equal(page.host.requested.of(ofPatchset(9))?.mail, 5, 'It goes to the mail there');
	});

	it('shows the version before, if its remarks are about what is gone', async () => {
		const { page, replaced, lists } = await openPage();
		const before = ofPatchset(7);
		await lists.of(before.account)?.series.readVersion(before, neverAborts);
		page.didDraw(false);
		await until(() => {
			page.didDraw(false);
			return page.remarks.earlier?.remarks;
		});
		const { on, unread, remarks } = page.remarks.earlier ?? assert.fail();
		assert.deepEqual([on.key, on.name, unread], [idOfSeries(before), 'v2', 0]);
		assert.ok(remarks && remarks.carried.length > 0);
		await openHandlersOf(page).act({ act: 'show-earlier' });
		assert.deepEqual(replaced, [before]);
	});

	it('compares with the latest version', async () => {
		const { page, calls } = await openPage(firstVersion);
		const { act, compare, openComparison } = openHandlersOf(page);
		await act({ act: 'compare-latest' });
		await until(() => page.comparison.snapshot?.loadingText === null);
		const { rows = [] } = page.comparison.snapshot ?? {};
		assert.ok(rows.length > 0);
		const parts = rows.flatMap(({ key: row }) => page.comparison.parts(row));
		const answered = await Promise.all(
			rows.map(({ key: row }) => drawingHandlers(page).comparedPatch({ row })),
		);
		assert.deepEqual(
			answered.flatMap((answer) => answer.parts),
			parts,
		);
		assert.ok(parts.length > 0);
		await openComparison({ row: null });
		assert.equal(calls.at(-1)?.[0], 'openVersions');
		await compare({ versions: null });
		assert.equal(page.comparison.snapshot, null);
	});

	it('opens the series, a patch or a file in VS Code', async () => {
		const { page, calls, patch, file } = await openPage();
		const { openDiff, goToFile, showOriginal, reply, replyToSeries } = openHandlersOf(page);
		await openDiff({ patch: null, file: null });
		await openDiff({ patch: patch.key, file: null });
		await openDiff({ patch: null, file: file.key });
		await goToFile({ file: file.key, line: 3 });
		const { mailId: mail = 0, fullMail } = patch;
		await showOriginal({ mail });
		await reply({ mail, quoted: '' });
		await reply({ mail, quoted: 'Text' });
		await replyToSeries();
		const { account, owner, list } = latestVersion;
		assert.deepEqual(calls, [
			['openDiff', 3, undefined],
			['openDiff', 1, undefined],
			['openDiff', 1, 0],
			['goToFile', file.file.new, 3],
			['showOriginal', { account, owner, list, mail }, fullMail?.mail.subject],
			['replyToMail', latestVersion, fullMail, undefined],
			['replyToMail', latestVersion, fullMail, 'Text'],
			['replyToSeries', latestVersion],
		]);
		await assert.rejects(async () => showOriginal({ mail: 999_999 }), /isn't loaded yet/);
	});

	it('copies the path of a file', async () => {
		const { page, calls, file } = await openPage();
		await openHandlersOf(page).copyPath({ file: file.key });
		assert.deepEqual(calls, [['copy', file.file.new]]);
	});

	it('copies the Message-ID of a mail, as command lines take it', async () => {
		const { page, calls, content } = await openPage();
		const { copyMessageId } = openHandlersOf(page);
		const fullMail = content.discussion.at(-1)?.fullMail ?? assert.fail();
		await copyMessageId({ mail: fullMail.id });
		assert.deepEqual(calls, [['copy', fullMail.mail.messageId?.slice(1, -1)]]);
		await assert.rejects(async () => copyMessageId({ mail: 999_999 }), /isn't loaded yet/);
	});

	it('copies and opens the address of the first mail of a thread', async () => {
		const { page, calls, mail } = await openThread();
		const { copyLink, act } = openHandlersOf(page);
		await copyLink({ mail: null });
		await act({ act: 'web' });
		await until(() => calls.length === 2);
		const { messageId = '' } = page.mail(mail.id).mail;
		for (const [, address] of calls)
			assert.ok(String(address).endsWith(`/~ana/editor-devel/${encodeURIComponent(messageId)}`));
	});

	it('remembers viewed files, also in another page', async () => {
		const { page, file, lists, folder } = await openPage();
		const isViewed = ({ host }: typeof page) => host.viewed.stateOf(latestVersion, file) === 'viewed';
		assert.equal(isViewed(page), false);
		await changeHandlers(page).viewed({ file: file.key, isViewed: 'yes' });
		assert.equal(isViewed(page), true);
		const other = await readPageOf(latestVersion, lists, folder);
		assert.equal(isViewed(other.page), true);
		ending(other.page);
	});

	it('knows which files have changed since the user has viewed them in another version', async () => {
		const { page, lists, folder, content } = await openPage(firstVersion);
		for (const { key } of content.patches)
			await changeHandlers(page).patchViewed({ patch: key, isViewed: 'yes' });
		const newer = (await readPageOf(latestVersion, lists, folder)).page;
		ending(newer);
		const known = (shown: typeof content) =>
			shown.patches.flatMap(({ title, files }) => files.map((one) => ({ title, one })));
		const states = known(newer.shown().content).map(({ title, one }) => {
			const before = known(content).find(
				(old) => old.title === title && old.one.file.new === one.file.new,
			)?.one;
			const expected = before ? (before.digest === one.digest ? 'viewed' : 'changed') : 'new';
			return [newer.host.viewed.stateOf(newer.key, one), expected];
		});
		for (const [state, expected] of states) assert.equal(state, expected, JSON.stringify(states));
		assert.ok(states.some(([state]) => state === 'changed'));
	});

	it('is about the changes of all patches while the page shows those', async () => {
		const { page, calls, file } = await openPage();
		await changeHandlers(page).option({ name: 'showsNetDiff', isOn: 'yes' });
		const { net } = page.shown();
		const [first, ...others] = net?.files ?? [];
		assert.ok(net && first);
		assert.equal(page.file(first.content.key), first.content);
		assert.equal(page.file(file.key), file, 'replies may still be about files of patches');
		const { openDiff } = openHandlersOf(page);
		await openDiff({ patch: null, file: null });
		await openDiff({ patch: null, file: first.content.key });
		const title = 'v3 Wrap long lines (all changes)';
		const counts = net.files.map(({ changes }) => changes.length);
		const name = first.content.file.new?.split('/').at(-1);
		assert.deepEqual(calls, [
			['openNetDiff', title, counts],
			['openNetDiff', `${name} (all changes of v3 Wrap long lines)`, counts.slice(0, 1)],
		]);
		const isViewed = () =>
			others.every(({ content }) => page.host.viewed.stateOf(page.key, content) === 'viewed');
		await changeHandlers(page).patchViewed({ patch: netKey, isViewed: 'yes' });
		assert.ok(isViewed() && page.host.viewed.stateOf(page.key, first.content) === 'viewed');
		await changeHandlers(page).option({ name: 'showsNetDiff', isOn: 'no' });
		assert.equal(page.shown().net, undefined);
	});

	it('changes the status of the patchset, and options', async () => {
		const { page, calls } = await openPage();
		const { pickStatus, option } = changeHandlers(page);
		await pickStatus();
		assert.deepEqual(calls, [['pickStatus', latestVersion]]);
		await option({ name: 'ignoresWhitespace', isOn: 'yes' });
		assert.equal(page.host.options.value.ignoresWhitespace, true);
	});

	it('lets the user edit a mail that waits', async () => {
		const { page, calls } = await openPage();
		openHandlersOf(page).editMail({ entry: '7' });
		await until(() => calls.length === 1);
		assert.deepEqual(calls, [['editMail', '7']]);
	});
});
