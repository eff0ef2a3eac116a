import assert from 'node:assert/strict';
import { commentText } from '../../../../src/mail/compose/comment-text.ts';
import { harmlessLines } from '../../../../src/mail/compose/harmless-lines.ts';
import { proseLines } from '../../../../src/mail/compose/prose.ts';
import { wrapLines } from '../../../../src/mail/compose/wrap-lines.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { isScissors } from '../../../../src/mail/text/scissors.ts';

const words = (count: number, word = 'word') => Array(count).fill(word).join(' ');

describe('The text of a comment in a mail', () => {
	const cases: readonly [what: string, written: string, text: string][] = [
		['has no white space at the ends', '\r\n\n  One. \t\r\ntwo\u0000\u2028three\n\n', '  One.\ntwo\nthree'],
		['wraps prose', words(20), `${words(14)}\n${words(6)}`],
		['indents the lines of an item', `- ${words(20)}`, `- ${words(14)}\n  ${words(6)}`],
		['wraps Chinese by columns', `${'字'.repeat(35)}。字`, `${'字'.repeat(35)}。\n字`],
		['wraps letters with accents by columns', words(20, 'wörd'), `${words(14, 'wörd')}\n${words(6, 'wörd')}`],
		['does not wrap a word', `${'x'.repeat(80)} y`, `${'x'.repeat(80)}\ny`],
		['does not wrap code', `    ${words(20)}\n\t${words(20)}`, `    ${words(20)}\n\t${words(20)}`],
		['does not wrap a fence', `\`\`\`c\n${words(20)}\n\`\`\``, `\`\`\`c\n${words(20)}\n\`\`\``],
		['wraps below a fence', `~~~\n~~~\n${words(20)}`, `~~~\n~~~\n${words(14)}\n${words(6)}`],
		['does not wrap a table', `a | ${words(20)}\n--|--\nb | c`, `a | ${words(20)}\n--|--\nb | c`],
		['does not wrap trailers', `Fixes: ${words(20)}`, `Fixes: ${words(20)}`],
		...['Acked-by : Zoe', 'Note: ask zoe@example.org', 'From here on', 'From: Zoe', 'diff it', '__'].map(
			(text): [what: string, written: string, text: string] => [
				`has no line that begins with “${text}” only because it was wrapped`,
				`${words(13)} longer ${text} word`,
				`${words(13)}\nlonger ${text} word`,
			],
		),
		[
			'wraps before the words of a trailer',
			`- ${words(13)} my Acked-by: Zoe <zoe@example.org>`,
			`- ${words(13)}\n  my Acked-by: Zoe <zoe@example.org>`,
		],
		...[
			`@@ -1 +1 @@ ${words(20)}\n-${words(20)}\n+${words(20)}`,
			`+\t${words(20)};\n-\t${words(20)};\n  ${words(20)}`,
			`$ git am ${words(20)}\nApplying: ${words(20)}`,
			`git rebase --onto origin/main HEAD~3 v2/x && make -j8 check V=1 TESTS=${words(9)}`,
			`src/open.c:12:3: error: ${words(20)}`,
			`error: patch failed: ${words(20)}`,
			`make[1]: *** [all] ${words(20)}`,
		].map((text): [what: string, written: string, text: string] => [
			`does not wrap what begins with “${text.slice(0, 20)}”`,
			text,
			text.replace(/^@@.*\n-.*\n\+/s, (diff) => diff.replaceAll(/^/gm, ' ')),
		]),
		[
			'wraps below a diff and below what a program has printed',
			`-\ta();\n\n${words(20)}\n\n$ make\nDone.\n\n- ${words(20)}`,
			`-\ta();\n\n${words(14)}\n${words(6)}\n\n$ make\nDone.\n\n- ${words(14)}\n  ${words(6)}`,
		],
		['has no line of underscores', '_\n___', ' _\n ___'],
		['has its quotes, but not as quotes of the mail', `> ${words(20)}`, ` > ${words(20)}`],
		['never wraps before a mark', `${'x'.repeat(71)} > y`, `${'x'.repeat(71)} >\ny`],
		['has no line that begins a mail', 'From here on', ' From here on'],
		[
			'has no separator',
			'---\n-- \n--\n-----Original Message-----',
			' ---\n --\n --\n -----Original Message-----',
		],
		['keeps options', '--verbose\n- item', '--verbose\n- item'],
		['has no scissors', '-- >8 -- cut -- 8< --', ' -- > 8 -- cut -- 8 < --'],
		[
			'has no patch, and keeps its lines together',
			'Try:\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n\n c\nOr not.',
			'Try:\n diff --git a/x b/x\n --- a/x\n +++ b/x\n @@ -1,2 +1,2 @@\n -a\n +b\n\n  c\nOr not.',
		],
		[
			'has no other patch',
			'Index: x\n*** a\n@@ -1 +1 @@',
			' Index: x\n*** a\n@@ -1 +1 @@'.replace('@@', ' @@'),
		],
	];
	for (const [what, written, text] of cases) it(what, () => assert.equal(commentText(written), text));

	for (const start of ['Hi @ana,\n', '-ENOMEM ', 'foo.c:12: ', 'nit: cannot ', '-   ']) {
		it(`wraps a remark that begins with “${start}”`, () => {
			const lines = commentText(start + words(20)).split('\n');
			assert.ok(lines.every(({ length }) => length <= 72));
		});
	}

	it('is no patch for the reader of patches', () => {
		const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';
		for (const text of [`diff --git a/x b/x\n${diff}`, diff, `Index: x\n===\n${diff}`]) {
			const mail = (lines: string) => ({ ...parseMail(''), subject: '[PATCH] x', text: `Try:\n${lines}\n` });
			assert.equal(parsePatches(mail(text)).length, 1);
			assert.deepEqual(parsePatches(mail(commentText(text))), []);
		}
	});

	it('is prose where it has words and nothing that is kept as it is', () => {
		const lines = [
			'A call of `a->b(c[0])` in open.c, and f(x) too.',
			'a->b(c);',
			'',
			'- Why?',
			'',
			'$ make',
			'all: done',
			'',
			'Or so.',
		];
		assert.deepEqual([...proseLines(lines)], [0, 2, 3, 4, 7, 8]);
	});

	it('has harmless lines however they were wrapped', () => {
		assert.ok(!harmlessLines(['-- >8 -- >8 --', '---8<---%<---']).some(isScissors));
		assert.deepEqual(wrapLines([words(3)]), [words(3)]);
	});
});
