import assert from 'node:assert/strict';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { SeriesFinder } from '../../../src/patches/series-finder.ts';
import { PartsOfLists } from '../../../src/patches/state/lists/parts-of-lists.ts';
import type { ExtensionWindow } from '../../../src/platform/commands/extension-window.ts';
import { demoLists } from '../../kit/forge/demo-lists.ts';

describe('The search for series', () => {
	const { open, ending } = demoLists();

	it('keeps the lists that were searched for the last ticket, and no longer those of the tickets before', async () => {
		const { lists, log } = await open();
		await lists.of('ana')?.lists.own.refresh();
		const lifetime = new Lifetime();
		ending(lifetime);
		const parts = new PartsOfLists({
			projects: async () => assert.fail(),
			instanceOf: () => undefined,
			existing: async () => undefined,
			hub: () => undefined,
			log,
		});
		const finder = new SeriesFinder(
			{ lifetime } as object as ExtensionWindow,
			async () => lists,
			async () => parts,
		);
		const sizes: number[] = [];
		for (let ticket = 1; ticket <= 4; ticket++) {
			const page = new Lifetime();
			const key = { account: 'ana', owner: '~ana', tracker: 'editor', ticket };
			await finder.followSeries(key, page, () => {});
			page.dispose();
			sizes.push(lifetime.size);
		}
		assert.deepEqual(sizes.slice(1), sizes.slice(1).fill(sizes[0] ?? 0));
		assert.notEqual(sizes[0], 0);
	});
});
