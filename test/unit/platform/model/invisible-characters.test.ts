import assert from 'node:assert/strict';
import { invisibleNames, takeInvisible, visible } from '../../../../src/base/text/invisible-characters.ts';

describe('Invisible characters', () => {
	it('are found wherever they are in Unicode', () => {
		const expected =
			/[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n\r\u{fe0e}\u{fe0f}]]/v;
		const missed: string[] = [];
		for (let code = 0; code <= 0x10ffff; code += 1) {
			const character = String.fromCodePoint(code);
			if (expected.test(character) && visible(character) === character) missed.push(code.toString(16));
		}
		assert.deepEqual(missed, []);
	});

	it('can be taken out, with the offsets in the text that is left', () => {
		assert.deepEqual(takeInvisible('a\u202eb\u{e0001}\u200bc'), {
			text: 'abc',
			taken: [
				{ at: 1, name: 'U+202E' },
				{ at: 2, name: 'U+E0001' },
				{ at: 2, name: 'U+200B' },
			],
		});
	});

	it('are not joiners inside of emoji, and no variants of Han letters', () => {
		for (const text of ['👩‍👧', '葛\u{e0100}']) assert.deepEqual(takeInvisible(text), { text, taken: [] });
		assert.deepEqual([...invisibleNames('🏴\u202e')], ['U+202E']);
		assert.deepEqual([...invisibleNames('👩‍👧\u200bà\u202e')], ['', 'U+200B', 'U+202E']);
	});
});
