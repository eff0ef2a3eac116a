import assert from 'node:assert/strict';
import { pairLines } from '../../../../src/mail/hunk-display/pair-lines.ts';
import { WordSplitter } from '../../../../src/mail/hunk-display/word-splitter.ts';

function pairs(old: readonly string[], current: readonly string[], steps = 100_000) {
	const splitter = new WordSplitter();
	const split = (text: string) => splitter.split(text);
	return pairLines(old.map(split), current.map(split), splitter, { steps });
}

describe('Similar lines', () => {
	it('are those with the same words, then the most similar between them', () => {
		assert.deepEqual(
			pairs(
				['open(file);', 'read(file, one);', 'close(file);'],
				['log(why);', '\tread(file, two);', '\tclose(file);'],
			),
			[
				[1, 1],
				[2, 2],
			],
		);
	});

	it('have no second line that is similar to the same one', () => {
		assert.deepEqual(
			pairs(['open(file);', 'read(file, one);'], ['open(file);', 'read(file, one);', 'read(file, two);']),
			[
				[0, 0],
				[1, 1],
			],
		);
	});

	it('are paired in order, so that the sum of their similarities is the largest', () => {
		assert.deepEqual(pairs(['set(one, a);', 'set(two, a);'], ['set(two, b);', 'set(two, c);']), [
			[0, 0],
			[1, 1],
		]);
	});
});
