import assert from 'node:assert/strict';
import { headerKind } from '../../../../src/mail/text/header-words.ts';
import { diffLines, isLine, type LineKind } from '../../../../src/mail/text/line-kinds.ts';

describe('A header of a repeated mail', () => {
	it('is one in the language of the program that has repeated it', () =>
		assert.deepEqual(
			['Von: Ana', '*Enviado el:* hoy', '收件人：Ana', ' Von: Ana', 'Vom: Ana'].map(headerKind),
			['from', 'sent', 'to', undefined, undefined],
		));
});

describe('A line of a mail', () => {
	const cases: readonly [kind: LineKind, lines: readonly string[], others: readonly string[]][] = [
		['separator', ['---', '--- \t'], ['--- a/x', '----', '--']],
		['signature', ['-- ', '--'], ['---', '-- x', ' --']],
		['rule', ['_', '___', '==========', '-=-=-='], ['_x', '===', '-=x']],
		['header', ['From: Ana', '*Von:* Ana'], [' From: Ana', 'From here']],
		[
			'trailer',
			['Acked-by : Ana', ' Note: to ana@x.org', 'Tested-by:', '  Fixes: 12ab'],
			['Note: no', 'a-by', '> Acked-by: x'],
		],
	];
	for (const [kind, lines, others] of cases)
		it(`is a ${kind}: ${lines.join(', ')}`, () => {
			const program = kind === 'separator' ? 'git' : undefined;
			assert.deepEqual(
				lines.filter((line) => !isLine(kind, line, program)),
				[],
			);
			assert.deepEqual(
				others.filter((line) => isLine(kind, line, program)),
				[],
			);
		});

	it('belongs to a diff as far as the numbers of the hunk go, and then to the next empty line', () => {
		const diff = [
			'Try:',
			'--- a/x',
			'+++ b/x',
			'@@ -1,3 +1,2 @@',
			' a',
			'',
			'-b',
			' c',
			'+d',
			'',
			'- an item',
		];
		const kinds = (lines: readonly string[]) => {
			const found = diffLines(lines);
			return lines.map((_, index) => found.get(index)?.charAt(0) ?? '.').join('');
		};
		assert.equal(kinds(diff), '.dddddddd..');
		assert.equal(kinds(['Try', '-\ta();', ' \tb();', 'c', '+1 from me', '-x']), '.pp..p');
	});
});
