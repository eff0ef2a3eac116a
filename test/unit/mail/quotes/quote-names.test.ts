import assert from 'node:assert/strict';
import { noNames, quoteNamesOf } from '../../../../src/mail/quotes/quote-names.ts';

describe('The names before quoted lines', () => {
	it('are those of people who wrote what follows', () => {
		const text = 'Kim Lee <kim@example.org> writes:\n\n  Kim> a\n';
		const names = quoteNamesOf(text);
		assert.equal(names.markAt(text, text.indexOf('  Kim')), text.indexOf('> a'));
		assert.equal(names.markAt(text, 0), 0);
		assert.equal(names.markAt('kim> a', 0), 0);
	});

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

	it('are none in most mails', () => {
		for (const text of [
			'',
			'> a\n',
			'If a> b, then b< a.\n',
			'Kim> +a\n',
			'Look:\nsqlite> -- a\nsqlite> +b\n',
		])
			assert.equal(quoteNamesOf(text), noNames, text);
	});

	it('make an attribution of a line with marks', () => {
		const names = quoteNamesOf('Ana> +a\nAna> -b\n');
		assert.ok(names.isAttribution('>>>>> "Ana" == Ana Duarte <ana@example.org> writes:', 0));
		assert.ok(!names.isAttribution('>>>>> "Ana" wrote', 0));
		assert.ok(!noNames.isAttribution('>>>>> "Ana" == Ana Duarte <ana@example.org> writes:', 0));
	});

	it('are few, and found in linear time', () => {
		const many = Array.from({ length: 50_000 }, (_, nth) => `Na${nth}> +a\nNa${nth}> +b\n`).join('');
		assert.equal(quoteNamesOf(many).markAt('Na40000> a', 0), 0);
		for (const line of ['a>\n', `${'a'.repeat(30)}>`, '  a', '\n', 'x wrote:\nAna>\n'])
			quoteNamesOf(line.repeat(1_000_000 / line.length));
	});
});
