import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { SeriesLoader } from '../../../../src/patches/page/loader.ts';
import type { SeenUpTo } from '../../../../src/platform/model/forge-events.ts';
import { textOf } from '../../../../src/platform/page/snapshot-parts.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { ofMail, ofPatchset } from '../../../kit/mails/read-summary.ts';
import { pageOf, readPageOf } from '../../../kit/pages/a-series-page.ts';
import { until } from '../../../tools/until.ts';

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
			return { ...window, ...opened, page, list };
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
			assert.equal(page.icon()?.icon, 'git-pull-request');
			page.dispose();
		});

		it('has the icon of a mail if it is that of a discussion', async () => {
			const window = await open();
			const list = await window.cache('ana', 'editor-devel');
			await list.refresh();
			const { mail } = list.threads.discussions[0] ?? assert.fail();
			const { page } = pageOf(ofMail(mail.id), window.lists, window.folder);
			await until(() => page.icon() !== undefined);
			assert.deepEqual(page.icon(), { icon: 'mail', tone: 'idle', hasDraft: false });
			page.dispose();
		});

		it('has the same versions and status buttons before its mails are read', async () => {
			const window = await open();
			await (await window.cache('ana', 'editor-devel')).refresh();
			const { page } = pageOf(ofPatchset(12), window.lists, window.folder);
			await page.opened;
			const { cover, versions, moves } = page.snapshot();
			assert.deepEqual([cover, versions.length], [null, 3]);
			assert.ok(moves.length > 0);
			page.handlers.ready({});
			await until(() => page.snapshot().cover !== null && page.snapshot().loadingText === null);
			const read = page.snapshot();
			assert.deepEqual([read.versions, read.moves], [versions, moves]);
			page.dispose();
		});

		it('shows a status that another user has set meanwhile', async () => {
			const { page, lists, cache, changes } = await openPage();
			const count = changes();
			const patchset = { owner: '~ana', list: 'editor-devel', patchset: 12 };
			await lists.of('ana')?.client.updatePatchset(patchset, { status: 'applied' });
			await (await cache('ana', 'editor-devel')).readPatchset(12);
			await until(() => changes() > count, { what: 'the page is drawn again' });
			assert.equal(page.snapshot().status?.value, 'applied');
			page.dispose();
		});

		it('has a reply below the lines that it quotes', async () => {
			const { page } = await openPage();
			const files = page.snapshot().patches.flatMap((patch) => patch.files);
			const { key } = files.find(({ name }) => name === 'main.c') ?? assert.fail();
			const { hunks, threads } = await page.handlers.diff({ file: key });
			const thread =
				threads.find(({ replies }) => JSON.stringify(replies).includes('Thank you for the comment')) ??
				assert.fail();
			const line = hunks[thread.hunk]?.lines?.[thread.last];
			assert.deepEqual(
				[line?.new, line?.text],
				[24, '\t\t/* A line that just fits is not followed by an empty row. */'],
			);
			page.dispose();
		});

		it('shows which lines of a patch differ between two versions', async () => {
			const { page } = await openPage();
			const [first, , third] = page.snapshot().versions;
			await page.handlers.compare({ versions: { old: first?.key ?? '', new: third?.key ?? '' } });
			await until(() => page.snapshot().comparison?.loadingText === null);
			const { rows = [] } = page.snapshot().comparison ?? {};
			const { key } = rows.find(({ title }) => title.startsWith('doc: long lines')) ?? assert.fail();
			const { parts } = await page.handlers.comparedPatch({ row: key });
			const lines = parts.flatMap((part) => part.lines).filter(({ sign }) => sign !== ' ');
			assert.deepEqual(
				lines.map(({ sign, text }) => [sign, text]),
				[
					['-', '+Wrapped lines break inside of words.'],
					['+', '+Wrapped lines break inside of words and of characters that are wide.'],
				],
			);
			page.dispose();
		});

		it('links the people whom trailers name to their accounts', async () => {
			const { page } = await openPage();
			const { trailers, discussion } = page.snapshot();
			assert.deepEqual(
				trailers.map(({ from }) => from),
				[{ link: 'Bob Ellis', open: 'user:~bob' }],
			);
			const mails = discussion.map(({ id }) => id);
			const answer = await page.handlers.mails({ mails });
			const pieces = answer.texts.flatMap(
				(text) => text?.blocks.flatMap((block) => (block.kind === 'diff' ? [] : block.pieces)) ?? [],
			);
			assert.ok(pieces.some((piece) => isDeepStrictEqual(piece, trailers[0]?.from)));
			page.dispose();
		});

		it('draws texts again only for people whom they name', async () => {
			const window = await open();
			await (await window.cache('ana', 'editor-devel')).refresh();
			const { page } = await readPageOf(ofPatchset(12), window.lists, window.folder);
			const { people } = page.links();
			assert.ok(people.size > 0 && people.size < page.people.known.size);
			page.dispose();
		});

		it('goes to the mail that it is opened for, as soon as it has read it', async () => {
			const { lists, folder, cache } = await open();
			await (await cache('ana', 'editor-devel')).refresh();
			const { page, requested, changes } = pageOf(ofPatchset(12), lists, folder);
			requested.request(ofPatchset(12), { mail: 110 });
			assert.equal(page.snapshot().requested?.place, null);
			await until(() => page.snapshot().requested?.place?.kind === 'mail');
			await until(() => page.snapshot().loadingText === null);
			const { patches } = page.snapshot();
			const count = changes();
			requested.request(ofPatchset(13), { mail: 107 });
			assert.equal(changes(), count);
			requested.request(ofPatchset(12), { mail: patches[1]?.mail ?? 0 });
			assert.ok(changes() > count);
			assert.deepEqual(page.snapshot().requested?.place, { kind: 'patch', key: patches[1]?.key });
			page.dispose();
		});

		it('marks mails that have arrived since the last visit, which is then over', async () => {
			const window = await open();
			const list = await window.cache('ana', 'editor-devel');
			await list.refresh();
			const { series } = list.threads;
			const key = ofPatchset(12);
			const { page, seen } = pageOf(key, window.lists, window.folder);
			const fired: SeenUpTo[] = [];
			window.seen.onDidSee((one) => 'upTo' in one && fired.push(one));
			seen.begin(
				key,
				series.map((one) => ({ ...one, active: 0 })),
			);
			await until(() => page.snapshot().discussion.some(({ isUnseen }) => isUnseen));
			assert.match(page.snapshot().unseen?.text ?? '', /^\d+ new$/);
			const wrap = series.find(({ chain }) => chain.title === 'Wrap long lines') ?? assert.fail();
			assert.ok(seen.countUnseen(key, wrap, '~dave') > 0);
			await until(() => page.snapshot().loadingText === null && page.snapshot().cover !== null);
			assert.equal(fired.length, 0);
			page.didDraw(true);
			assert.equal(seen.countUnseen(key, wrap, '~dave'), 0);
			const seenUpTo = fired.find(({ at }) => 'patchset' in at && at.patchset === 12) ?? assert.fail();
			assert.ok(Date.parse(seenUpTo.upTo) >= Date.parse(list.patchset(12)?.updated ?? ''));
			assert.ok(Date.parse(seenUpTo.upTo) >= wrap.active);
			for (const [hide, isRepeated] of [
				[false, true],
				[true, false],
			] as const) {
				fired.length = 0;
				if (hide) page.didHide();
				page.didDraw(true);
				assert.equal(fired[0]?.isRepeated, isRepeated);
			}
			assert.ok(page.snapshot().unseen);
			page.dispose();
		});

		it('remembers that the user has seen a discussion, and its place in the list', async () => {
			const window = await open();
			const list = await window.cache('ana', 'editor-devel');
			await list.refresh();
			const [discussion = assert.fail()] = list.threads.discussions;
			const key = { ...list.key, mail: discussion.mail.id };
			const { page, seen, joined } = pageOf(key, window.lists, window.folder);
			seen.begin(key, []);
			assert.ok(seen.countUnseen(key, discussion, '~nobody') > 0);
			await until(() => page.snapshot().loadingText === null && page.snapshot().discussion.length > 0);
			assert.deepEqual(joined, []);
			page.didDraw(false);
			assert.deepEqual(joined, [key]);
			assert.ok(seen.countUnseen(key, discussion, '~nobody') > 0, 'The window does not have the focus.');
			page.didDraw(true);
			assert.equal(seen.countUnseen(key, discussion, '~nobody'), 0);
			page.dispose();
		});

		it('says what the newest version has changed, without a request', async () => {
			const { page: newest, ...window } = await openPage();
			const { page } = pageOf(ofPatchset(6), window.lists, window.folder);
			page.handlers.ready({});
			await until(() => page.snapshot().cover !== null && page.snapshot().loadingText === null);
			const sent = window.asked().length;
			const text = () => textOf(page.snapshot().notes.find(({ key }) => key === 'superseded')?.pieces ?? []);
			assert.match(text(), /^This is v1\. It was superseded by v3, [^:]+\.$/);
			page.didDraw(true);
			await until(() => /, [^:]+: 1 patch changed, 1 dropped, 1 added\.$/.test(text()));
			assert.equal(window.asked().length, sent);
			newest.dispose();
			page.dispose();
		});

		it('is shown offline once it was read', async () => {
			const first = await openPage();
			await Promise.all([first.list.settled(), first.lists.of('ana')?.series.mails.settled()]);
			first.page.dispose();
			const later = await open({ folder: first.folder });
			later.cut(true);
			const { page } = pageOf(ofPatchset(12), later.lists, later.folder);
			await page.opened;
			assert.deepEqual([page.snapshot().patches.length, later.asked()], [3, []]);
			page.didDraw(true);
			await until(() => page.snapshot().notes.some(({ key }) => key === 'offline'));
			assert.equal(page.snapshot().patches.length, 3);
			page.dispose();
		});

		it('asks the forge for no more than it shows if it is new, or while the forge does not answer', async () => {
			const window = await open();
			const read = async () => (await readPageOf(ofPatchset(12), window.lists, window.folder)).page;
			const created = await read();
			assert.equal(created.loader.mayAskMore, false);
			window.cut(true);
			const known = await read();
			assert.equal(known.loader.mayAskMore, false);
			window.cut(false);
			await known.loader.refresh();
			assert.equal(known.loader.mayAskMore, true);
			for (const page of [created, known]) page.dispose();
		});
	});
}

describe('What a page reads', () => {
	const { open } = demoLists();

	it('is read again when the page is shown, if it was hidden meanwhile', async () => {
		const window = await open();
		const viewed = { read: async () => {} };
		let changes = 0;
		const loader = new SeriesLoader(
			ofPatchset(12),
			{
				lists: window.lists,
				viewed: viewed as never,
			},
			() => changes++,
		);
		loader.didHide();
		await until(() => changes > 0);
		assert.equal(loader.pageStatus().kind === 'missing', false);
		loader.didDraw();
		await until(() => loader.reading?.mails.size === 7);
		assert.equal(loader.pageStatus().kind, 'good');
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
