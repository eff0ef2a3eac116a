import assert from 'node:assert/strict';
import { carryLines, carryMailLines } from '../../../../src/mail/compose/carry-lines.ts';
import type { CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import type { Patch } from '../../../../src/mail/patch/patch.ts';
import { sentMail } from '../../../kit/pages/readings.ts';

function patchOf(
	message: string,
	...files: readonly (readonly [path: string, hunks: readonly string[]])[]
): Patch {
	const diffs = files.flatMap(([path, hunks]) => [
		`diff --git a/${path} b/${path}`,
		`--- a/${path}`,
		`+++ b/${path}`,
		...hunks,
	]);
	const text = `${message}\n\n---\n${diffs.join('\n')}\n-- \n2.50\n`;
	const { patches } = sentMail({ id: 1, subject: '[PATCH] Words', text });
	return patches[0] ?? assert.fail();
}

const old = patchOf(
	'Change words.\n\nThey are better.',
	[
		'a.c',
		[
			'@@ -1,4 +1,5 @@',
			' one',
			'-two',
			'+zwei',
			'+drei',
			' four',
			' five',
			'@@ -21,2 +22,3 @@',
			' x',
			'+y',
			' z',
		],
	],
	['b.c', ['@@ -1 +1 @@', '-b', '+B']],
);
const current = patchOf(
	'Change words.\n\nThey are much better.',
	['new.c', ['@@ -0,0 +1 @@', '+new']],
	['a.c', ['@@ -1,6 +1,8 @@', ' zero', ' one', '-two', '+zwei', '+trois', ' four', ' five', '+y', ' z']],
);

const diff = (hunk: number, first: number, last = first, file = 0): CommentedLines => ({
	...{ kind: 'diff', patch: 0, file, hunk, first, last },
});
const carried = (lines: CommentedLines) => carryLines(lines, old, current, 2);

describe('Lines of a patch in its newer version', () => {
	it('are found where they are the same', () => {
		assert.deepEqual(carried(diff(0, 1, 2)), {
			lines: { kind: 'diff', patch: 2, file: 1, hunk: 0, first: 2, last: 3 },
			isChanged: false,
		});
		assert.deepEqual(carried(diff(1, 1)), {
			lines: { kind: 'diff', patch: 2, file: 1, hunk: 0, first: 7, last: 7 },
			isChanged: false,
		});
	});

	it('that have changed are where they were', () => {
		assert.deepEqual(carried(diff(0, 3)), {
			lines: { kind: 'diff', patch: 2, file: 1, hunk: 0, first: 4, last: 4 },
			isChanged: true,
		});
		assert.deepEqual(carried(diff(0, 3, 4)), {
			lines: { kind: 'diff', patch: 2, file: 1, hunk: 0, first: 5, last: 5 },
			isChanged: true,
		});
		assert.deepEqual(carried(diff(1, 0, 1))?.isChanged, true);
	});

	it('are gone with their file', () => {
		assert.equal(carried(diff(0, 0, 0, 1)), undefined);
		assert.equal(carried({ kind: 'file', patch: 0, file: 1 }), undefined);
		assert.equal(carried(diff(0, 0, 0, 9)), undefined);
	});

	it('are the file if nothing of it is the same', () => {
		const other = patchOf('Other.', ['b.c', ['@@ -5 +5 @@', '-else', '+anything']]);
		assert.deepEqual(carryLines(diff(0, 0, 0, 1), old, other, 0), {
			lines: { kind: 'file', patch: 0, file: 0 },
			isChanged: true,
		});
	});

	it('of a file as a whole say whether its diff has changed', () => {
		const file = { kind: 'file', patch: 0, file: 0 } as const;
		assert.deepEqual(carried(file), { lines: { ...file, patch: 2, file: 1 }, isChanged: true });
		assert.deepEqual(carryLines(file, old, old, 0), { lines: file, isChanged: false });
	});

	it('of the message are found in the message', () => {
		const text = (line: number): CommentedLines => ({
			...{ kind: 'text', text: 'message', patch: 0, first: line, last: line },
		});
		assert.deepEqual(carried(text(0)), { lines: { ...text(0), patch: 2 }, isChanged: false });
		assert.equal(carried(text(2))?.isChanged, true);
		assert.deepEqual(carried({ kind: 'whole' }), { lines: { kind: 'whole' }, isChanged: false });
	});
});

describe('Lines of a cover letter in its newer version', () => {
	it('are found, or are the letter as a whole', () => {
		const mail = { kind: 'mail', first: 1, last: 1 } as const;
		assert.deepEqual(carryMailLines(mail, 'a\nb\nc', 'new\na\nb'), {
			lines: { kind: 'mail', first: 2, last: 2 },
			isChanged: false,
		});
		assert.deepEqual(carryMailLines(mail, 'a\nb', 'x\ny'), { lines: { kind: 'whole' }, isChanged: true });
		assert.deepEqual(carryMailLines({ kind: 'whole' }, 'a', 'b'), {
			lines: { kind: 'whole' },
			isChanged: false,
		});
	});
});
