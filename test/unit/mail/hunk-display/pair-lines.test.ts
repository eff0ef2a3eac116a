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

	it('are none in lines that have little in common', () => {
		assert.deepEqual(pairs(['alpha beta'], ['gamma delta']), []);
	});

	it('are none beyond the budget', () => {
		assert.deepEqual(pairs(['open(file, a);'], ['open(file, b);'], 1), []);
	});

	it('are lines with the same index if there are many', () => {
		const lines = (end: string) => Array.from({ length: 80 }, (_, at) => `line_${at}(${end});`);
		assert.deepEqual(
			pairs(lines('a'), lines('b')),
			lines('').map((_, at) => [at, at]),
		);
		assert.deepEqual(pairs(lines('a'), [...lines('b'), 'more']), []);
	});
});
