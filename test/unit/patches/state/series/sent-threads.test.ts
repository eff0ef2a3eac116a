import assert from 'node:assert/strict';
import { myThreads } from '../../../../../src/patches/state/series/my-series.ts';
import { sentThreads } from '../../../../../src/patches/state/series/sent-threads.ts';
import { demoLists } from '../demo-lists.ts';

describe('The threads of what a user has sent', () => {
	const { open } = demoLists();

	it('start with the newest versions of series, and have what was sent of all versions; discussions follow', async () => {
		const window = await open({ names: ['carol'] });
		const { sent } = window.lists.of('carol') ?? assert.fail();
		await sent.refresh();
		const cache = await window.cache('carol', 'editor-devel');
		const mine = myThreads(sent.items.values(), () => undefined);
		const threads = sentThreads(mine, sent.items, ({ name }) =>
			name === 'editor-devel' ? cache : undefined,
		);
		const wrapped = threads.find(({ root }) => root === 106) ?? assert.fail();
		assert.equal(wrapped.list, cache);
		const roots = new Set(wrapped.sent.map(({ mail }) => mail.thread ?? mail.id));
		assert.equal(roots.size, 3);
		const ofEditor = [...mine.series, ...mine.discussions].filter(({ list }) => list.name === 'editor-devel');
		assert.equal(threads.length, ofEditor.length);
		assert.deepEqual(
			sentThreads(mine, sent.items, () => undefined),
			[],
		);
	});
});
