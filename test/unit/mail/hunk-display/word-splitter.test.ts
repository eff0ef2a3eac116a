import assert from 'node:assert/strict';
import { WordSplitter } from '../../../../src/mail/hunk-display/word-splitter.ts';

function words(text: string): readonly string[] {
	const { starts, ends } = new WordSplitter().split(text);
	return [...starts].map((start, at) => text.slice(start, ends[at]));
}

describe('The words of a line', () => {
	const cases: readonly [line: string, words: readonly string[]][] = [
		['', []],
		['\tfoo_bar(a1, -2);', ['foo_bar', '(', 'a1', ',', '-', '2', ')', ';']],
		['größe=été', ['größe', '=', 'été']],
		['e\u0301te\u0301 x', ['e\u0301te\u0301', 'x']],
		['打开file', ['打', '开', 'file']],
		['👩‍👩‍👧👍🏽🇩🇪🇫🇷', ['👩‍👩‍👧', '👍🏽', '🇩🇪', '🇫🇷']],
	];
	for (const [line, expected] of cases) {
		it(`${JSON.stringify(line)} are ${expected.length}`, () => assert.deepEqual(words(line), expected));
	}

	it('count by their length, and punctuation little', () => {
		const splitter = new WordSplitter();
		const { ids } = splitter.split('name(');
		assert.deepEqual(
			[...ids].map((id) => splitter.weightOf(id)),
			[8, 1],
		);
	});
});
