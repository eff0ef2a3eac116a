import assert from 'node:assert/strict';
import { noNames, quoteNamesOf } from '../../../../src/mail/quotes/quote-names.ts';

describe('The names before quoted lines', () => {
	for (const [name, person] of [
		['Jean-Luc', 'Jean-Luc Martin'],
		["O'Brien", "Kim O'Brien"],
		['J.D.', 'J.D. Lee'],
		['KL', 'Kim Lee'],
	]) {
		it(`are found in attributions: ${name}`, () => {
			const text = `${person} writes:\n\n${name}> a\n`;
			assert.notEqual(quoteNamesOf(text), noNames);
		});
	}

	it('are few, and found in linear time', () => {
		const many = Array.from({ length: 50_000 }, (_, nth) => `Na${nth}> +a\nNa${nth}> +b\n`).join('');
		assert.equal(quoteNamesOf(many).markAt('Na40000> a', 0), 0);
		for (const line of ['a>\n', `${'a'.repeat(30)}>`, '  a', '\n', 'x wrote:\nAna>\n'])
			quoteNamesOf(line.repeat(1_000_000 / line.length));
	});
});
