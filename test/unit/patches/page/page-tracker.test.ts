import assert from 'node:assert/strict';
import type { SeriesReading } from '../../../../src/patches/model/series-reading.ts';
import { PageTracker } from '../../../../src/patches/page/page-tracker.ts';
import type { TrackerPath } from '../../../../src/platform/model/references.ts';
import { settle } from '../../base/clock.ts';
import { sentMail } from './readings.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const withPrefix = (prefix: string, text = 'See #12.') => {
	const whole = sentMail({ id: 1, subject: 'Hi', text });
	return { version: { prefix }, mails: new Map([[1, whole]]) } as unknown as SeriesReading;
};

describe('The tracker of a page', () => {
	it('is looked for once for each prefix, when the page is visible, and the page is drawn again if it was found', async () => {
		const found = new Map<string, TrackerPath>();
		const asked: string[] = [];
		let changes = 0;
		const tracker = new PageTracker({
			list,
			trackers: {
				known: (_, prefix) => found.get(prefix),
				find: async (_, prefix) => {
					asked.push(prefix);
					if (prefix !== 'gone') found.set(prefix, { owner: '~ana', tracker: prefix || 'editor' });
					return found.get(prefix);
				},
			},
			changed: () => changes++,
		});
		tracker.didDraw(undefined);
		tracker.didDraw(withPrefix('without numbers', 'See # 12 and #.'));
		for (const prefix of ['notes', 'notes', 'gone', '']) {
			assert.equal(tracker.of(withPrefix(prefix))?.tracker, found.get(prefix)?.tracker);
			tracker.didDraw(withPrefix(prefix));
			await settle();
		}
		assert.deepEqual(asked, ['notes', 'gone', '']);
		assert.equal(changes, 2);
		assert.equal(tracker.of(withPrefix('notes'))?.tracker, 'notes');
		assert.equal(tracker.of(withPrefix('gone')), undefined);
		assert.equal(tracker.of(undefined)?.tracker, 'editor');
	});
});
