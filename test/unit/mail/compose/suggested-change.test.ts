import assert from 'node:assert/strict';
import { commentText } from '../../../../src/mail/compose/comment-text.ts';
import { composeReview } from '../../../../src/mail/compose/review-mail.ts';
import { suggestFor, suggestionOf } from '../../../../src/mail/compose/suggested-change.ts';
import { ownText } from '../../../../src/mail/quotes/own-text.ts';
import { trailersInText } from '../../../../src/mail/text/mail-trailers.ts';
import { hasPatch } from '../../../../src/sandbox/lists/patch-subject.ts';
import { inGitFolder } from '../../../kit/mails/git-folder.ts';
import { comment, list, mailWith, reviewOf } from './reviews.ts';

const added = ['int one;', '', '\tcall();', '}', 'int two;', 'int three;'];
const created = [
	'diff --git a/x.c b/x.c',
	'new file mode 100644',
	'--- /dev/null',
	'+++ b/x.c',
	'@@ -0,0 +1,6 @@',
];
const answered = mailWith(['Text.', '---', ...created, ...added.map((line) => `+${line}`), '']);
const [patch = assert.fail()] = answered.patches;
type Lines = Parameters<typeof suggestFor>[1];
const withDiffs = (text: string, patch: Parameters<typeof suggestFor>[0], lines: Lines) =>
	commentText(text, suggestFor(patch, lines));
const on = (first: number, last: number) => ({ patch: 0, file: 0, hunk: 0, first, last });
const fence = (...lines: readonly string[]) => ['```suggestion', ...lines, '```'].join('\n');
const diff = [
	...['--- a/x.c', '+++ b/x.c', '@@ -1,6 +1,7 @@', ' int one;', ' ', '-\tcall();', '-}'],
	...['+\tif (ok)', '+\t\tcall();', '+}', ' int two;', ' int three;'],
].map((line) => `    ${line}`);

/** The file `x.c` after git has applied a patch, and then what a mail suggests. */
const applied = (source: string, suggested: string) =>
	inGitFolder(({ git }) => {
		const apply = (text: string) => git(['apply', '--cached', '-'], text);
		apply(source.slice(source.indexOf('diff --git')));
		apply(suggested.replace(/^ {4}/gm, ''));
		return git(['show', ':x.c']);
	});
const appliedTo = (one: typeof patch, first: number, last: number, ...lines: readonly string[]) =>
	applied(one.source, `${withDiffs(fence(...lines), one, on(first, last))}\n`);

describe('A suggested change', () => {
	it('begins with the lines of the new file', () => {
		assert.equal(suggestionOf(patch, on(2, 3)), `${fence('\tcall();', '}')}\n`);
		const changed = mailWith([
			...[
				'Text.',
				'---',
				'diff --git a/x b/x',
				'--- a/x',
				'+++ b/x',
				'@@ -1,2 +1,2 @@',
				' a',
				'-b',
				'+c',
				'',
			],
		]);
		const [both = assert.fail()] = changed.patches;
		assert.equal(suggestionOf(both, on(0, 2)), `${fence('a', 'c')}\n`);
		assert.equal(suggestionOf(both, on(1, 1)), `${fence('b')}\n`, 'which brings a deleted line back');
		assert.match(withDiffs(fence('b'), both, on(1, 1)), /^ {4}@@ -1,2 \+1,3 @@\n {5}a\n {4}\+b\n {5}c$/m);
	});

	it('is an indented diff in the mail, which is no patch', () => {
		const text = `Better:\r\n${fence('\tif (ok)', '\t\tcall();', '}')}\nOr not.`;
		assert.deepEqual(withDiffs(text, patch, on(2, 3)).split('\n'), ['Better:', ...diff, 'Or not.']);
		const { reply, unplaced } = composeReview(answered, reviewOf([comment.diff(0, [2, 3], text)]), list);
		assert.deepEqual(unplaced, []);
		assert.ok(reply.body.endsWith(`\n\nBetter:\n${diff.join('\n')}\nOr not.\n`));
		assert.equal(hasPatch(reply.body), false);
	});

	it('may have blocks of code itself', () => {
		const markdown = ['Text.', '```', 'code', '```', '````'];
		const file = created.with(-1, '@@ -0,0 +1,5 @@');
		const [readme = assert.fail()] = mailWith([
			...['Text.', '---', ...file, ...markdown.map((line) => `+${line}`), ''],
		]).patches;
		const suggested = suggestionOf(readme, on(0, 4)).replace('code', 'more code');
		assert.deepEqual(withDiffs(suggested, readme, on(0, 4)).split('\n').slice(3), [
			...markdown.map((line) => `    -${line}`),
			...markdown.with(2, 'more code').map((line) => `    +${line}`),
		]);
	});

	it('can be applied on top of the patch', () => {
		const changed = (first: number, last: number, ...lines: readonly string[]) =>
			appliedTo(patch, first, last, ...lines)
				.split('\n')
				.slice(0, -1);
		assert.deepEqual(changed(2, 3, 'new();'), added.toSpliced(2, 2, 'new();'));
		assert.deepEqual(changed(0, 0, 'int zero;', 'int one;'), added.toSpliced(0, 0, 'int zero;'));
		assert.deepEqual(changed(5, 5), added.slice(0, 5));
	});

	it('keeps white space at the ends of lines in the mail, so it can be applied, and can remove it', () => {
		const spaced = ['int one;  ', '\t', '\tcall(); ', '}'];
		const file = created.with(-1, '@@ -0,0 +1,4 @@');
		const mail = mailWith(['Text.', '---', ...file, ...spaced.map((line) => `+${line}`), '']);
		const { reply } = composeReview(mail, reviewOf([comment.diff(0, 2, fence('\tcall();'))]), list);
		const suggested = reply.body.split('\n').filter((line) => line.startsWith('    '));
		const { source = '' } = mail.patches[0] ?? {};
		const changed = applied(source, suggested.map((line) => `${line}\n`).join(''));
		assert.equal(changed, `${spaced.with(2, '\tcall();').join('\n')}\n`);
	});

	it('can be applied at the end of a file without a line break there', () => {
		const ended = [...created, ...added.map((line) => `+${line}`), '\\ No newline at end of file', ''];
		const [unended = assert.fail()] = mailWith(['Text.', '---', ...ended]).patches;
		const changed = (first: number, last: number, ...lines: readonly string[]) =>
			appliedTo(unended, first, last, ...lines);
		assert.equal(changed(3, 3, ');'), added.with(3, ');').join('\n'));
		assert.equal(
			changed(4, 5, 'int four;', 'int five;'),
			[...added.slice(0, 4), 'int four;', 'int five;'].join('\n'),
		);
		assert.equal(changed(5, 5), `${added.slice(0, 5).join('\n')}\n`);
	});

	it('keeps white space and scissors as they are, which trailers below are read behind', () => {
		const file = [...created.slice(0, -1), '@@ -0,0 +1,3 @@', '+-- >8 --', '+one', '+-- 8< --', ''];
		const mail = mailWith(['Text.', '---', ...file]);
		const text = `${fence('one \t', '-- >8 -- ', '')}\n\nTested-by: Ana <ana@example.org>`;
		const { reply } = composeReview(mail, reviewOf([comment.diff(0, 1, text)]), list);
		const diff = ['     -- >8 --', '    -one', '    +one \t', '    +-- >8 -- ', '    +', '     -- 8< --'];
		assert.ok(reply.body.includes(`\n${diff.join('\n')}\n\nTested-by`), reply.body);
		assert.deepEqual(trailersInText(ownText(reply.body)), [
			{ key: 'Tested-by', value: 'Ana <ana@example.org>' },
		]);
	});

	it('has no context that b4 would take for a trailer', () => {
		const trailer = 'Acked-by: Zoe <zoe@example.org>';
		const suggested = (lines: readonly string[]) => {
			const file = created.with(-1, `@@ -0,0 +1,${lines.length} @@`);
			const [one] = mailWith(['Text.', '---', ...file, ...lines.map((line) => `+${line}`), '']).patches;
			return withDiffs(fence('new'), one, on(3, 3));
		};
		assert.match(
			suggested(['a', trailer, 'b', 'c', 'd', trailer]),
			/^ {4}@@ -3,3 \+3,3 @@\n {5}b\n {4}-c\n {4}\+new\n {5}d$/m,
		);
		assert.equal(
			suggested(['a', 'b', trailer, 'c', 'd']),
			fence('new'),
			'Git finds no place without lines above',
		);
	});

	it('names a file as git does', () => {
		const hostile = { ...patch, files: patch.files.map((file) => ({ ...file, new: 'a "b"\ndiff --git' })) };
		const text = withDiffs(fence('b'), hostile, on(0, 0));
		assert.ok(text.includes('    --- "a/a \\"b\\"\\ndiff --git"\n    +++ '), text);
	});

	it('stays as it was written if there is no such line in a new file', () => {
		const deleted = mailWith([
			...['Text.', '---', 'diff --git a/x b/x', 'deleted file mode 100644', '--- a/x', '+++ /dev/null'],
			...['@@ -1 +0,0 @@', '-a', ''],
		]);
		const text = fence('b');
		assert.equal(
			withDiffs(fence(...added.slice(0, 2)), patch, on(0, 1)),
			fence(...added.slice(0, 2)),
			'nothing changes',
		);
		assert.equal(withDiffs(text, deleted.patches[0] ?? assert.fail(), on(0, 0)), text);
		assert.equal(withDiffs('```suggestion\nopen', patch, on(0, 0)), '```suggestion\nopen');
	});
});
