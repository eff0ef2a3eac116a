import assert from 'node:assert/strict';
import { isSeparator, OriginalHeaders } from '../../../../src/mail/quotes/originals.ts';

describe('The line above the original of a mail', () => {
	for (const line of [
		'-----Original Message-----',
		'---- Original message ----',
		"-----Message d'origine-----",
		'-----Message d’origine-----',
		'-----Originalnachricht-----  ',
		'-----元のメッセージ-----',
		'-----Исходное сообщение-----',
	])
		it(`may be ${line}`, () => assert.ok(isSeparator(line)));

	for (const line of [
		'Original Message',
		'-- Original thought --',
		'----------',
		`--Original Message${' '.repeat(300)}--`,
		'> -----Original Message-----',
	])
		it(`is not ${line.slice(0, 40)}`, () => assert.ok(!isSeparator(line)));
});

describe('The headers of the original of a mail', () => {
	const kinds = (...lines: readonly string[]) => [...new OriginalHeaders(lines).at(0)];

	it('are found in any order and language, up to an empty line', () => {
		assert.deepEqual(kinds('Von: Ana', 'An: Bob', 'Gesendet: gestern', '', 'Betreff: x'), [
			'from',
			'to',
			'sent',
		]);
		assert.deepEqual(kinds('*From:* Ana', '*Date:* today', '*To:* Bob, Carol,', 'Dana', '*Subject:* x'), [
			...['from', 'sent', 'to', 'subject'],
		]);
		assert.deepEqual(kinds('Subject: x', 'From: Ana'), []);
	});

	it('are read once for each line, however many could begin', () => {
		const lines = Array.from({ length: 200_000 }, () => 'From: Ana');
		const headers = new OriginalHeaders(lines);
		for (const index of lines.keys()) assert.equal(headers.at(index).size, 1);
	});
});
