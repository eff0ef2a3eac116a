import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { SeriesPage } from '../../../../src/patches/page/series-page.ts';
import { PartsOfLists } from '../../../../src/patches/state/lists/parts-of-lists.ts';
import type { ListKey, PatchsetKey } from '../../../../src/platform/model/keys.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { readPageOf } from '../../../kit/pages/a-series-page.ts';
import { settle, skippableTime } from '../../../kit/window/clock.ts';
import { openWorkspace } from '../../../kit/window/open-workspace.ts';

/** Resolves when a page that was drawn has asked all that it asks. */
async function settled(page: SeriesPage): Promise<void> {
	for (let left = 10; left > 0; left--) await settle();
	await page.permissions.didRead(page.patchsetKey(), false);
	for (let left = 10; left > 0; left--) await settle();
}

for (const [name, quirks] of [
	['', []],
	[' of a server that deviates from the contract', allQuirks],
] as const) {
	describe(`The requests of the page of a patchset${name}`, () => {
		const { open } = demoLists(quirks);
		const time = skippableTime();

		/** Opens a window whose pages are counted. */
		async function openPages(account: 'ana' | 'bob') {
			const window = await open({ names: [account] });
			const { projects, dispose } = openWorkspace({ folders: [] });
			await window.cache(account, 'editor-devel');
			const changes = await window.statuses();
			const askedTrackers: string[] = [];
			const trackers = { areOld: true };
			/** The names of the trackers about which the forge was never asked. */
			const unasked = new Set<string>();
			const parts = new PartsOfLists({
				projects: async () => projects,
				instanceOf: () => 'forge',
				existing: async () => ({
					has: async ({ name: tracker }) => {
						trackers.areOld = false;
						unasked.delete(tracker);
						return askedTrackers.push(tracker) > 0;
					},
					known: async ({ name: tracker }, { mayBeOld } = {}) =>
						unasked.has(tracker) || (trackers.areOld && !mayBeOld) ? undefined : true,
				}),
				hub: () => undefined,
				log: window.log,
			});
			const host = {
				statuses: {
					waitingStatusOf: () => undefined,
					canChange: (patchset: PatchsetKey) => changes.canChange(patchset),
					learnPermissions: (patchset: PatchsetKey) => changes.learnPermissions(patchset),
					readPermissions: (patchset: PatchsetKey, signal: AbortSignal) =>
						changes.readPermissions(patchset, signal),
					undoableOf: () => undefined,
					waitingOf: () => undefined,
					onDidChange: new Emitter<void>().event,
				},
				trackers: {
					known: () => undefined,
					find: async (list: ListKey, prefix: string, maxRequests: number) => {
						await parts.find('tracker', list, prefix, { maxRequests });
						return undefined;
					},
					hasMoreToAsk: (list: ListKey, prefix: string) => parts.hasMoreToAsk('tracker', list, prefix),
				},
			};
			return {
				dispose,
				...{ trackers, unasked, connections: window.connections },
				/** All that a page asks of the forge until it was read and drawn. */
				requestsOf: async (patchset: number, { isRefreshed = false } = {}) => {
					window.forget();
					const before = askedTrackers.length;
					const key = { account, owner: '~ana', list: 'editor-devel', patchset };
					const { page } = await readPageOf(key, window.lists, window.folder, host);
					page.didDraw(true);
					await settled(page);
					if (isRefreshed) {
						window.forget();
						askedTrackers.length = before;
						trackers.areOld = true;
						await page.refresh();
						page.didDraw(true);
						await settled(page);
					}
					await window.lists.of(account)?.series.mails.settled();
					page.dispose();
					return { lists: window.asked(), trackers: askedTrackers.slice(before) };
				},
			};
		}

		for (const account of ['ana', 'bob'] as const) {
			it(`for ${account} are at most three for a known patchset and four for a new one, with the one for the tracker that a text needs`, async () => {
				const { requestsOf, dispose } = await openPages(account);
				const { lists, trackers } = await requestsOf(12);
				const permissions = account === 'bob' ? ['/lists/editor-devel'] : [];
				assert.deepEqual(lists.toSorted(), [
					'/lists/editor-devel/patchsets/12',
					'/lists/editor-devel/patchsets/12/patches',
					'/thread/106',
				]);
				assert.deepEqual(trackers, ['editor']);
				assert.ok(lists.length + trackers.length <= 4);
				const known = await requestsOf(12);
				assert.deepEqual(known.lists.toSorted(), [
					...[...permissions, '/lists/editor-devel/patchsets/12', '/thread/106'],
				]);
				assert.deepEqual(known.trackers, []);
				assert.ok(known.lists.length <= 3);
				dispose();
			});
		}

		it('for bob are at most three if the answers about the list and the tracker are old: the tracker is asked for at the next opening, or after Refresh', async () => {
			const { requestsOf, trackers, connections, dispose } = await openPages('bob');
			await requestsOf(12);
			const series = ['/lists/editor-devel/patchsets/12', '/thread/106'];
			trackers.areOld = true;
			const first = await requestsOf(12);
			assert.deepEqual([first.lists.toSorted(), first.trackers], [['/lists/editor-devel', ...series], []]);
			const second = await requestsOf(12);
			assert.deepEqual([second.lists.toSorted(), second.trackers], [series, ['editor']]);
			const refreshed = await requestsOf(12, { isRefreshed: true });
			assert.deepEqual([refreshed.lists.toSorted(), refreshed.trackers], [series, ['editor']]);
			trackers.areOld = true;
			for (const { line } of connections) line.isCut = true;
			assert.deepEqual((await requestsOf(12)).trackers, [], 'the forge has not answered');
			dispose();
		});

		it('for bob are at most three at each opening, however far apart: a tracker that was never asked for comes before the permissions', async () => {
			const { requestsOf, unasked, dispose } = await openPages('bob');
			await requestsOf(12);
			const series = ['/lists/editor-devel/patchsets/12', '/thread/106'];
			unasked.add('editor');
			const openings = [];
			for (let opening = 0; opening < 3; opening++) {
				time.skip(600_000);
				const { lists, trackers } = await requestsOf(12);
				openings.push([lists.toSorted(), trackers]);
			}
			const withPermissions = [['/lists/editor-devel', ...series], []];
			assert.deepEqual(openings, [[series, ['editor']], withPermissions, withPermissions]);
			dispose();
		});
	});
}
