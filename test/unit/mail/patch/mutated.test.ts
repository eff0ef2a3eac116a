import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import type { Patch } from '../../../../src/mail/patch/patch.ts';
import type { FileDiff } from '../../../../src/mail/unified-diff/file-diff.ts';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import { edited, text } from '../../../kit/mails/diff-text.ts';
import { rebuildDiff } from '../../../tools/rebuild-diff.ts';

const whole = [
	`From ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001\nFrom: =?UTF-8?q?Z=C3=B6e?= <zoe@example.org>\nSubject: [PATCH 1/2] One\n\n`,
	'Because.\n\nSigned-off-by: Kim <kim@example.org>\n---\nv2: x\n\n x | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n',
	`${edited('with space')}${text('@@ -1,4 +1,4 @@ f()', ' a', '-b', '+c', '', ' d', '@@ -20 +20,2 @@', '-q', '+r', '+--')}`,
	text(
		'diff --git "a/\\303\\244" b/new',
		'similarity index 90%',
		'rename from "\\303\\244"',
		'rename to new',
	),
	text(
		'diff --git a/bin b/bin',
		'index 1..2 100644',
		'GIT binary patch',
		'literal 8',
		'PcmZSJOv=nlEUE+m2-pIT',
		'',
		'delta 0',
		'HcmV?d00001',
		'',
	),
	text('diff --cc m', 'index 1,2..3', '--- a/m', '+++ b/m', '@@@ -1,2 -1,2 +1,2 @@@', '  a', '- b', ' +c'),
	text(
		'Index: s',
		'===',
		'--- s\t(revision 1)',
		'+++ s\t(working copy)',
		'@@ -1 +1 @@',
		'-a',
		'\\ No newline at end of file',
		'+b',
	),
	text('diff --git a/l b/l', 'deleted file mode 100644', '--- a/l', '+++ /dev/null', '@@ -1 +0,0 @@', '-x'),
	text(
		'diff --git a/l b/l',
		'new file mode 120000',
		'--- /dev/null',
		'+++ b/l',
		'@@ -0,0 +1 @@',
		'+y',
		'-- ',
		'2.43.0',
	),
].join('');

/** What is true of every patch, however damaged. */
function check(patch: Patch): void {
	const { source, files } = patch;
	let end = 0;
	for (const file of files) {
		assert.ok(end <= file.start && file.start < file.end && file.end <= source.length);
		end = file.end;
		checkFile(source, file);
	}
	assert.equal(typeof rebuildDiff(patch), 'string');
}

function checkFile(source: string, file: FileDiff): void {
	assert.ok(file.old !== undefined || file.new !== undefined);
	assert.equal(file.old === undefined, file.status === 'A');
	assert.equal(file.new === undefined, file.status === 'D');
	let added = 0;
	let deleted = 0;
	let end = file.start;
	for (const hunk of file.hunks) {
		assert.ok(
			end <= hunk.start && hunk.start < hunk.bodyStart && hunk.bodyStart <= hunk.end && hunk.end <= file.end,
		);
		end = hunk.end;
		const lines = [...linesOf(source, hunk)];
		const last = (pick: (line: (typeof lines)[number]) => number | undefined) =>
			Math.max(0, ...lines.flatMap((line) => pick(line) ?? []));
		assert.ok(last(({ oldLine }) => oldLine) <= hunk.oldStart + hunk.oldCount);
		assert.ok(last(({ newLine }) => newLine) <= hunk.newStart + hunk.newCount);
		for (const line of lines)
			assert.ok(hunk.bodyStart <= line.start && line.start <= line.end && line.end <= hunk.end);
		added += lines.filter(({ kind }) => kind === 'add').length;
		deleted += lines.filter(({ kind }) => kind === 'delete').length;
	}
	assert.deepEqual([file.additions, file.deletions], [added, deleted]);
	for (const block of file.blocks)
		assert.ok(file.start < block.start && block.start <= block.end && block.end <= file.end);
}

const patchesOf = (body: string) =>
	parsePatches({ ...parseMail(''), subject: '[PATCH] x', from: { name: 'Kim', email: '' }, text: body });

const mutation = fc.record({
	at: fc.nat(whole.length),
	length: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(60)),
	put: fc.oneof(
		fc.constant(''),
		fc.constantFrom(
			'\n',
			'\r',
			'\r\n',
			' ',
			'\t',
			'"',
			'\\',
			'-',
			'+',
			'@@ -1 +1 @@\n',
			'diff --git ',
			'-- \n',
			'--- a\n+++ b\n',
			',0',
			'9',
		),
		fc
			.record({ from: fc.nat(whole.length), length: fc.nat(80) })
			.map(({ from, length }) => whole.slice(from, from + length)),
	),
});

describe('A damaged patch', () => {
	it('is parsed without errors, with offsets in order and true counts', () => {
		const check10 = fc.property(
			fc.array(mutation, { minLength: 1, maxLength: 4 }),
			fc.constantFrom('\n', '\r\n'),
			(mutations, breaks) => {
				const damaged = mutations.reduce(
					(source, { at, length, put }) => source.slice(0, at) + put + source.slice(at + length),
					whole,
				);
				for (const patch of patchesOf(damaged.replaceAll('\n', breaks))) check(patch);
			},
		);
		fc.assert(check10, { numRuns: 10_000 });
	}).timeout(60_000);

	it('is parsed wherever it is cut', () => {
		for (let end = 0; end <= whole.length; end += 1)
			for (const patch of patchesOf(whole.slice(0, end))) check(patch);
	});

	it('may be any text', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (start, end) => {
				assert.ok(patchesOf(start).length <= 1);
				for (const patch of patchesOf(`${start}\n${edited()}${end}`)) check(patch);
			}),
			{ numRuns: 1_000 },
		);
	});
});
