import assert from 'node:assert/strict';
import { maxScore, piecesOf, similarityScore } from '../../../../src/repositories/model/similarity.ts';

const percent = (from: string | Uint8Array, to: string | Uint8Array, least = 0) => {
	const [one, other] = [from, to].map((content) => piecesOf(Buffer.from(content)));
	assert.ok(one && other);
	return (similarityScore(one, other, least) * 100) / maxScore;
};

describe('The similarity of two files', () => {
	for (const [title, from, to, expected] of [
		['is complete for equal files', 'one\ntwo\n', 'one\ntwo\n', 100],
		['is complete if only the order differs', 'one\ntwo\n', 'two\none\n', 100],
		['counts the bytes of equal lines in the larger file', 'abc\ndef\n', 'abc\nxyz\nuvw\n', 100 / 3],
		['counts a repeated line once for each time', 'abc\n', 'abc\nabc\n', 50],
		['counts a last line without a line break', 'abc\nend', 'xyz\nend', (3 * 100) / 7],
		['ignores line breaks of Windows in text', 'abc\ndef\n', 'abc\r\ndef\r\n', 80],
		['respects them in binary files', '\0\nabc\n', '\0\nabc\r\n', (2 * 100) / 7],
		['compares long lines in parts', `${'x'.repeat(64)}a\n`, `${'x'.repeat(64)}b\n`, (64 * 100) / 66],
		['is zero for an empty file', '', '', 0],
	] as const) {
		it(title, () => {
			assert.ok(Math.abs(percent(from, to) - expected) < 0.01, String(percent(from, to)));
		});
	}

	it('is zero without a comparison if the sizes differ too much', () => {
		assert.equal(percent('abc\n', 'abc\nabc\nabc\n', maxScore / 2), 0);
		assert.ok(percent('abc\n', 'abc\nabc\nabc\n', 0) > 0);
	});
});
