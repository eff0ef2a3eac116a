import assert from 'node:assert/strict';
import type { SeriesReading } from '../../../../src/patches/model/series-reading.ts';
import { PageTracker } from '../../../../src/patches/page/page-tracker.ts';
import type { TrackerPath } from '../../../../src/platform/model/references.ts';
import { sentMail } from '../../../kit/pages/readings.ts';
import { settle } from '../../../kit/window/clock.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const withPrefix = (prefix: string, text = 'See #12.') => {
	const fullMail = sentMail({ id: 1, subject: 'Hi', text });
	return { version: { prefix }, mails: new Map([[1, fullMail]]) } as unknown as SeriesReading;
};

describe('The tracker of a page', () => {
	it('is looked for once for each prefix, when the page is visible, and the page is drawn again if it was found', async () => {
		const found = new Map<string, TrackerPath>();
		const asked: string[] = [];
		let changes = 0;
		const tracker = new PageTracker(
			list,
			{
				known: (_, prefix) => found.get(prefix),
				find: async (_, prefix, maxRequests) => {
					asked.push(`${prefix} ${maxRequests}`);
					if (prefix !== 'gone') found.set(prefix, { owner: '~ana', tracker: prefix || 'editor' });
					return found.get(prefix);
				},
				hasMoreToAsk: () => false,
			},
			() => changes++,
		);
		tracker.didDraw(undefined, true);
		tracker.didDraw(withPrefix('without numbers', 'See # 12 and #.'), true);
		for (const prefix of ['notes', 'notes', 'gone', '']) {
			assert.equal(tracker.of(withPrefix(prefix))?.tracker, found.get(prefix)?.tracker);
			tracker.didDraw(withPrefix(prefix), true);
			await settle();
		}
		assert.deepEqual(asked, ['notes 1', 'gone 1', ' 1']);
		assert.equal(changes, 2);
		assert.equal(tracker.of(withPrefix('notes'))?.tracker, 'notes');
		assert.equal(tracker.of(withPrefix('gone')), undefined);
		assert.equal(tracker.of(undefined)?.tracker, 'editor');
	});

	it('may have a name that the forge was never asked for, if a text needs it, which takes no request to find out', async () => {
		const asked: string[] = [];
		const tracker = new PageTracker(
			list,
			{
				known: () => undefined,
				find: async (_, prefix, maxRequests) => void asked.push(`${prefix} ${maxRequests}`),
				hasMoreToAsk: (_, prefix) => prefix === 'new' && asked.length > 0,
			},
			assert.fail,
		);
		const readings = [undefined, withPrefix('new', 'No number.'), withPrefix('old'), withPrefix('new')];
		const moreToAsk = [];
		for (const reading of readings) moreToAsk.push(await tracker.hasMoreToAsk(reading));
		assert.deepEqual(moreToAsk, [false, false, false, true]);
		assert.deepEqual(asked, ['old 0', 'new 0']);
	});
});
