import assert from 'node:assert/strict';
import { displayTextOf } from '../../../../src/mail/hunk-display/display-line.ts';

describe('The displayed text of a line', () => {
	it('has no carriage return, which is named only if asked for', () => {
		assert.deepEqual(displayTextOf('xab\r\n', 1, 4, false), { text: 'ab', invisible: [], more: 0 });
		assert.deepEqual(displayTextOf('xab\r\n', 1, 4, true), {
			text: 'ab',
			invisible: [{ at: 2, name: 'CR' }],
			more: 0,
		});
	});

	it('has the offsets that invisible characters have in the text without them', () => {
		assert.deepEqual(displayTextOf('a\u202eb\u{e0001}c', 0, 6, false), {
			text: 'abc',
			invisible: [
				{ at: 1, name: 'U+202E' },
				{ at: 2, name: 'U+E0001' },
			],
			more: 0,
		});
	});
});
