import assert from 'node:assert/strict';
import { oneLine, truncate } from '../../../../src/base/text/truncate.ts';

describe('A truncated text', () => {
	const cases: readonly (readonly [what: string, text: string, truncated: string])[] = [
		['stays as it is if it has as many characters as allowed', 'abcd', 'abcd'],
		['ends with an ellipsis if it has more', 'abcde', 'abcd…'],
		['has no space before the ellipsis', 'abc def', 'abc…'],
		['has no spaces around it, which do not count', '  abcd \n', 'abcd'],
		['counts an emoji as one character', '😀😀😀😀', '😀😀😀😀'],
		['is not cut inside of an emoji', '😀😀😀😀😀', '😀😀😀😀…'],
		['has invisible characters replaced', 'a\u202eb', 'a‹U+202E›b'],
		['may be empty', ' ', ''],
	];
	for (const [what, text, truncated] of cases) it(what, () => assert.equal(truncate(text, 4), truncated));

	it('is short even if the text is very long', () => assert.equal(truncate('a'.repeat(1e6), 2), 'aa…'));

	it('can be on one line', () => {
		assert.equal(oneLine(' a\r\n\tb \u202e c'), 'a b ‹U+202E› c');
		assert.equal(oneLine('long '.repeat(1000), 9), 'long long…');
	});
});
