import assert from 'node:assert/strict';
import { rangeDiff } from '../../../../../src/mail/range-diff/range-diff.ts';
import { toWorkMessage, workOf } from '../../../../../src/patches/state/comparison/work-message.ts';
import { patchWithLines } from '../../../../kit/mails/patches.ts';

describe('Work that is sent to a worker', () => {
	const work = {
		old: [patchWithLines('One', ['+a', ' ## "a\\nb" ##', '']), patchWithLines('Two', [])],
		new: [patchWithLines('One', ['+b', ' ## "a\\nb" ##', '']), patchWithLines('Three', ['+z'])],
	};

	it('arrives with all that is compared', () => {
		const received = workOf(structuredClone(toWorkMessage(work)));
		assert.deepEqual(rangeDiff(received.old, received.new), rangeDiff(work.old, work.new));
		assert.deepEqual(received.new[1], {
			author: work.new[1]?.author,
			message: ['Three'],
			diff: [{ text: '+z' }],
		});
	});

	it('has no object for a line', () => {
		assert.deepEqual(toWorkMessage(work).old[0]?.diff, ['+a', ' ## "a\\nb" ##', '']);
	});
});
