import assert from 'node:assert/strict';
import { MyThreadIndex } from '../../../../../src/patches/state/series/my-thread-index.ts';
import { sentThreads } from '../../../../../src/patches/state/series/sent-threads.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';

describe('The threads of what a user has sent', () => {
	const { open } = demoLists();

	it('start with the newest versions of series, and have what was sent of all versions', async () => {
		const window = await open({ names: ['carol'] });
		const { sent } = window.lists.of('carol') ?? assert.fail();
		await sent.refresh();
		const cache = await window.cache('carol', 'editor-devel');
		const mine = new MyThreadIndex().of(sent.items, sent.revision, () => undefined);
		const threads = sentThreads(mine, sent.items, ({ name }) =>
			name === 'editor-devel' ? cache : undefined,
		);
		const wrapped = threads.find(({ root }) => root === 106) ?? assert.fail();
		assert.equal(wrapped.list, cache);
		const roots = new Set(wrapped.sent.map(({ mail }) => mail.thread ?? mail.id));
		assert.equal(roots.size, 3);
		const all = [...mine.series, ...mine.discussions, ...mine.reviewed, ...mine.unknown];
		const ofEditor = all.filter(({ list }) => list.name === 'editor-devel');
		assert.equal(threads.length, ofEditor.length);
		assert.deepEqual(
			sentThreads(mine, sent.items, () => undefined),
			[],
		);
	});

	it('begin with what has changed last: by a mail, or by the status of a patchset', async () => {
		const window = await open({ names: ['bob'] });
		const { sent } = window.lists.of('bob') ?? assert.fail();
		await sent.refresh();
		const cache = await window.cache('bob', 'editor-devel');
		const { series, discussions } = new MyThreadIndex().of(sent.items, sent.revision, () => undefined);
		const [one = assert.fail(), other = assert.fail()] = series.filter(
			({ series: { patchset } }) => patchset,
		);
		const [talk = assert.fail()] = discussions;
		const rootsAfter = (updated: number) => {
			const patchset = one.series.patchset ?? assert.fail();
			const changed = { ...patchset, updated: new Date(updated).toISOString() };
			const mine = {
				series: [
					{ ...one, series: { ...one.series, active: 1, patchset: changed } },
					{ ...other, series: { ...other.series, active: 3, patchset: undefined } },
				],
				discussions: [{ ...talk, discussion: { ...talk.discussion, active: 2 } }],
				reviewed: [],
				unknown: [],
			};
			return sentThreads(mine, sent.items, () => cache).map(({ root }) => root);
		};
		const [a, b, c] = rootsAfter(0);
		assert.deepEqual(rootsAfter(4), [c, a, b]);
		assert.equal(b, talk.discussion.mail.id);
	});
});
