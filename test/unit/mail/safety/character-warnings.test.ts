import assert from 'node:assert/strict';
import { characterWarnings } from '../../../../src/mail/safety/character-warnings.ts';
import { edited, parsed, text } from '../../../kit/mails/diff-text.ts';

const invisible = 'The text contains invisible characters: U+200B.';

function warnings(...lines: readonly string[]): readonly string[] {
	const added = lines.map((line) => `+${line}`);
	const { source, files } = parsed(edited() + text(`@@ -0,0 +1,${lines.length} @@`, ...added));
	return characterWarnings(source, files[0]?.hunks ?? []).map(({ text: what, line }) => `${line}: ${what}`);
}

describe('Warnings about characters', () => {
	it('are none if the characters belong to the text', () => {
		assert.deepEqual(warnings('👩‍👧 می‌خواهم'), []);
	});

	it('are made of ten million invisible characters in a line, as of one', () => {
		assert.deepEqual(warnings('\u200b', '\u200b'.repeat(10_000_000)), [`1: ${invisible}`]);
	});

	it('find a character that reorders the text behind as many others, in the same or a later line', () => {
		const many = '\u200b'.repeat(30_000);
		const reordered = 'Some characters change the order in which text is displayed.';
		assert.deepEqual(warnings(`${many}\u202e`), [`1: ${reordered}`, `1: ${invisible}`]);
		assert.deepEqual(warnings(many, 'a', 'b\u2066'), [`3: ${reordered}`, `1: ${invisible}`]);
	});
});
