import assert from 'node:assert/strict';
import { seenOnPages } from '../../../../../src/patches/state/series/seen-on-pages.ts';
import { SeenSeries } from '../../../../../src/patches/state/series/seen-series.ts';
import { memory } from '../../../../tools/memory.ts';
import { demoLists } from '../demo-lists.ts';

describe('What the user has seen on a page', () => {
	const { open } = demoLists();

	it('includes discussions', async () => {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const seen = new SeenSeries(memory());
		seen.seeAll(cache.key, []);
		const onPages = seenOnPages(seen, window.lists);
		const [discussion = assert.fail()] = cache.threads.discussions;
		const key = { ...cache.key, mail: discussion.mail.id };
		assert.equal(onPages.seenUpToOf(key, cache.threads.series), 0);
		assert.ok(seen.isUnseen(cache.key, discussion, '~nobody'));
		onPages.see(key, cache.threads.series);
		assert.ok(!seen.isUnseen(cache.key, discussion, '~nobody'));
		const [series = assert.fail()] = cache.threads.series;
		onPages.see({ ...cache.key, patchset: series.newest.patchsets[0] ?? 0 }, cache.threads.series);
		assert.ok(!seen.isUnseen(cache.key, series, '~nobody'));
	});
});
