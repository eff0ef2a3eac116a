import assert from 'node:assert/strict';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { isUnsupported } from '../../../../src/mail/unified-diff/unsupported-forms.ts';
import { edited, parsed, text } from '../../../kit/mails/diff-text.ts';

const hunk = text('@@ -1 +1 @@', '-a', '+b');

describe('A change in a form that is not read', () => {
	const forms: [what: string, source: string][] = [
		[
			'diff -c',
			text('*** x.c\tFri Nov 20', '--- x.c\tSat Nov 21', `${'*'.repeat(15)}`, '*** 1,3 ****', '  a'),
		],
		['diff -cp', text('*** x.c', '--- x.c', `${'*'.repeat(15)} main()`, '*** 1 ****', '! a')],
		['git diff --color', text('\u001b[1mdiff --git a/x b/x\u001b[m', '\u001b[1m--- a/x\u001b[m')],
		['git diff --color, cut after its first lines', text('\u001b[36m@@ -1 +1 @@\u001b[m')],
		['git diff --submodule=log', text('Submodule lib/a b 1234567..89abcde:', '  > Fix x')],
		['git diff --submodule=log of a new one', text('Submodule lib 0000000...89abcde (new submodule)')],
		['diff -r of a binary file', text('Binary files old/x.png and new/x.png differ')],
		[
			'svn diff of a binary file',
			text('Index: x.png', '====', 'Cannot display: file marked as a binary type.'),
		],
	];
	for (const [what, source] of forms) {
		for (const breaks of ['\n', '\r\n']) {
			it(`is reported beside the other files: ${what}, with ${JSON.stringify(breaks)}`, () => {
				const given = `${source}${edited()}${hunk}`.replaceAll('\n', breaks);
				const { files, warnings } = parsed(given);
				assert.deepEqual([files.length, warnings], [1, ['diff-unread']]);
			});
		}

		it(`makes a patch of a mail that says so: ${what}`, () => {
			const mail = { ...parseMail(''), text: `Why.\n---\n${source}` };
			const found = (subject: string) =>
				parsePatches({ ...mail, subject }).map(({ message, files, warnings }) => [
					message,
					files.length,
					warnings.join(),
				]);
			assert.deepEqual(found('[PATCH] Fix x'), [['Why.\n', 0, 'diff-unread']]);
			assert.deepEqual(found('Re: [PATCH] Fix x'), []);
			assert.deepEqual(found('Fix x'), []);
		});
	}

	const others: [what: string, source: string][] = [
		['a row of asterisks', text('*'.repeat(15), 'Text.')],
		['a longer row of asterisks', text('*'.repeat(16), '*** 1,3 ****')],
		['emphasis', text('*** Attention ***', '*** 1 ****')],
		['text about a submodule', text('Submodule lib is new.')],
		['text about binary files', text('Binary files are in x.')],
		['text in colors', text('\u001b[1mText\u001b[m')],
		['a quoted one', text('> Submodule lib 1234567..89abcde:', ' Binary files a and b differ')],
		['nothing', ''],
	];
	for (const [what, source] of others) {
		it(`is not ${what}`, () => {
			assert.equal(isUnsupported(source, 0), false);
			assert.deepEqual(parsed(`${source}${edited()}${hunk}`).warnings, []);
		});
	}

	for (const piece of ['*'.repeat(15), 'Submodule ', 'Submodule 0123456..', 'Binary files ', '\u001b[1'])
		it(`is searched at once in a line of ${JSON.stringify(piece)}`, () => {
			assert.deepEqual(parsed(piece.repeat(1e6 / piece.length)).warnings, []);
			assert.deepEqual(parsed(`${piece}\n`.repeat(1e6 / piece.length)).warnings, []);
		});
});
