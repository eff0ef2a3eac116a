import assert from 'node:assert/strict';
import { PartsOfLists } from '../../../../src/patches/state/lists/parts-of-lists.ts';
import type { ListKey, SeriesKey } from '../../../../src/platform/model/keys.ts';
import { allQuirks } from '../../../../src/sandbox/drift.ts';
import { settle } from '../../base/clock.ts';
import { openWorkspace } from '../../platform/git/open-workspace.ts';
import { demoLists } from '../state/demo-lists.ts';
import { ofPatchset } from '../state/series/read-summary.ts';
import { readPageOf } from './a-page.ts';

for (const [name, quirks] of [
	['', []],
	[' of a server that deviates from the contract', allQuirks],
] as const) {
	describe(`The requests of the page of a patchset${name}`, () => {
		const { open } = demoLists(quirks);

		/** Opens a page in a window, and returns all that was asked of the forge until the page was read, and drawn. */
		async function requestsOf(key: SeriesKey, window: Awaited<ReturnType<typeof open>>) {
			const { projects, dispose } = openWorkspace({ folders: [] });
			const askedTrackers: string[] = [];
			const parts = new PartsOfLists({
				projects: async () => projects,
				instanceOf: () => 'forge',
				existing: async () => ({
					has: async ({ name: tracker }) => askedTrackers.push(`/trackers/${tracker}`) < 0,
					known: async () => undefined,
				}),
				log: window.log,
			});
			const trackers = {
				known: () => undefined,
				find: async (...of: [list: ListKey, prefix: string]) => void (await parts.find('tracker', ...of)),
			};
			window.forget();
			const { page } = await readPageOf(key, window.lists, window.folder, { trackers });
			page.loader.didDraw();
			page.tracker.didDraw(page.loader.reading);
			await settle();
			page.dispose();
			dispose();
			return [...window.asked(), ...askedTrackers];
		}

		it('are at most three if it is known, and four if it is new', async () => {
			const window = await open();
			await window.cache('ana', 'editor-devel');
			const fresh = await requestsOf(ofPatchset(12), window);
			assert.ok(fresh.length <= 4, fresh.join(', '));
			assert.ok(
				fresh.some((path) => path.startsWith('/thread/')),
				fresh.join(', '),
			);
			const known = await requestsOf(ofPatchset(12), window);
			assert.ok(known.length <= 3, known.join(', '));
		});
	});
}
