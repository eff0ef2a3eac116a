import assert from 'node:assert/strict';
import type { SeenUpTo } from '../../../../src/platform/model/forge-events.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { ofPatchset } from '../../../kit/mails/read-summary.ts';
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
	});
}
