import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TextIndex } from '../../../../src/tickets/model/query/text-index.ts';

const ranks = { start: 1, word: 2, inside: 3 };
const ranked = (texts: readonly string[], words: string) => {
	const found = new Uint8Array(texts.length).fill(9);
	new TextIndex(texts).rank(words, ranks, found);
	return [...found];
};

describe('Words in many texts', () => {
	it('are found at their best position in each of them', () => {
		const texts = [
			'crash',
			'a crash',
			'icecrashes',
			'recrash, crash',
			'',
			'no',
			'\ncrash\n',
			'é crash',
			'écrash',
		];
		assert.deepEqual(ranked(texts, 'crash'), [1, 2, 3, 2, 9, 9, 2, 2, 3]);
	});

	it('are found as in each text alone', () => {
		const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', 'é'), maxLength: 6 });
		fc.assert(
			fc.property(fc.array(text), text, (texts, words) => {
				fc.pre(words.trim() !== '');
				assert.deepEqual(
					ranked(texts, words),
					texts.flatMap((one) => ranked([one], words)),
				);
				assert.deepEqual(
					ranked(texts, words).map((rank) => rank < 9),
					texts.map((one) => one.includes(words)),
				);
			}),
		);
	});

	it('leave a better rank as it is', () => {
		const found = Uint8Array.from([0, 9]);
		new TextIndex(['crash', 'crash']).rank('crash', ranks, found);
		assert.deepEqual([...found], [0, 1]);
	});
});
