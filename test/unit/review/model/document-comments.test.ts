import assert from 'node:assert/strict';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import { combineChanges } from '../../../../src/patches/model/net-diff/combine-changes.ts';
import type { DocumentLines } from '../../../../src/patches/model/side-texts/document-lines.ts';
import { messageText } from '../../../../src/patches/model/side-texts/message-text.ts';
import { sideTexts } from '../../../../src/patches/model/side-texts/side-texts.ts';
import {
	commentAt,
	commentRanges,
	nearestRange,
	rangeOfComment,
} from '../../../../src/review/model/document-comments.ts';
import { changeOf, documentOf, patchWith } from './a-change.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

const inMail = (mail: number) => ({ ...list, mail, patch: 2, file: 5 });

/** For each line at which the user can comment, its text and the lines of the mail that a comment is about. */
function commentable(document: DocumentLines, content: string) {
	const lines = content.split('\n');
	return commentRanges(document).flatMap(({ first, last }) =>
		lines.slice(first, last + 1).map((line, nth) => {
			const at = { first: first + nth, last: first + nth };
			const key = commentAt(document, at) ?? assert.fail(`${line} is in no mail`);
			// Its draft stands at the same line.
			assert.deepEqual(rangeOfComment(document, key), at);
			return { line, key };
		}),
	);
}

describe('A comment in a document of a diff editor', () => {
	const change = changeOf(
		inMail(1),
		'@@ -3,3 +3,3 @@',
		' a',
		'-b',
		'+B',
		' c',
		'@@ -40,2 +40,3 @@',
		' d',
		'+e',
		' f',
	);

	it('is about the lines of the hunk that stand there', () => {
		const both = (['old', 'new'] as const).flatMap((side) => {
			return commentable(documentOf([change], side), sideTexts(change)[side] ?? '');
		});
		const named = both.map(({ line, key: { lines, ...mail } }) => {
			assert.deepEqual(mail, { ...list, mail: 1 });
			assert.ok(lines.kind === 'diff' && lines.patch === 2 && lines.file === 5);
			const { hunk, first, last } = lines;
			assert.equal(first, last);
			return `${line} ${hunk}.${last}`;
		});
		assert.deepEqual(named, ['b 0.1', 'a 0.0', 'B 0.2', 'c 0.3', 'd 1.0', 'e 1.1', 'f 1.2']);
	});

	it('is about a range within a hunk, and only about the last line of another one', () => {
		const document = documentOf([change], 'new');
		const rangeAt = (first: number, last: number) => {
			const { lines } = commentAt(document, { first, last }) ?? {};
			return lines?.kind === 'diff' ? [lines.hunk, lines.first, lines.last] : undefined;
		};
		assert.deepEqual(rangeAt(2, 4), [0, 0, 3]);
		assert.deepEqual(rangeAt(2, 40), [1, 1, 1]);
		assert.deepEqual(rangeAt(1, 3), [0, 2, 2]);
		assert.equal(rangeAt(3, 5), undefined);
		assert.equal(rangeAt(0, 0), undefined);
	});

	it('is about the patch that adds, removes or contains the line where a document shows several patches', () => {
		const changes = [
			changeOf(inMail(1), '@@ -3,2 +3,3 @@', ' a', '+one', ' b'),
			changeOf(inMail(2), '@@ -3,3 +3,3 @@', ' a', '-one', '+two', ' b'),
			changeOf(inMail(3), '@@ -4,2 +4,1 @@', ' two', '-b'),
		];
		const net = combineChanges(changes);
		assert.ok(net.kind === 'combined');
		const found = (['old', 'new'] as const).flatMap((side) => {
			return commentable(documentOf(changes, side, net), sideTexts(net)[side] ?? '');
		});
		const mailOf = found.map(({ line, key: { mail, lines } }) => {
			const own = changes.find(({ key }) => key.mail === mail) ?? assert.fail();
			const [hunk] = own.file.hunks;
			assert.ok(hunk && lines.kind === 'diff');
			const { start = 0, end = 0 } = [...linesOf(own.source, hunk)][lines.last] ?? {};
			assert.equal(own.source.slice(start, end), line);
			return `${line} ${mail}`;
		});
		assert.deepEqual(mailOf, ['b 3', 'a 1', 'two 2']);
	});

	it('is about lines of the message or the notes', () => {
		const patch = patchWith(
			...['One', '', 'two.', '---', 'Note', ''],
			...['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'],
		);
		const document: DocumentLines = { kind: 'message', key: { ...list, mail: 4, patch: 0 }, patch };
		const found = commentable(document, messageText(patch)).map(({ line, key: { mail, lines } }) => {
			assert.ok(lines.kind === 'text' && lines.patch === 0 && mail === 4);
			return [lines.text, patch[lines.text === 'notes' ? 'notes' : 'message'].split('\n')[lines.last], line];
		});
		assert.deepEqual(found, [
			['message', 'One', 'One'],
			['message', '', ''],
			['message', 'two.', 'two.'],
			...patch.notes.split('\n').map((line) => ['notes', line, line]),
		]);
		assert.equal(commentAt(document, { first: 0, last: 0 }), undefined);
	});

	it('is shown where its lines are, and nowhere else', () => {
		const document = documentOf([change], 'new');
		const lines = { kind: 'diff', patch: 2, file: 5, hunk: 0, first: 0, last: 2 } as const;
		const key = { ...list, mail: 1 };
		assert.deepEqual(rangeOfComment(document, { ...key, lines }), { first: 2, last: 3 });
		for (const other of [
			{ ...key, mail: 9, lines },
			{ ...key, lines: { ...lines, patch: 0 } },
			{ ...key, lines: { ...lines, file: 0 } },
			{ ...key, lines: { ...lines, last: 1 } },
			{ ...key, lines: { kind: 'whole' } as const },
		])
			assert.equal(rangeOfComment(document, other), undefined);
	});
});

describe('The lines nearest to one that is in no mail', () => {
	it('are those of the range with the shortest distance', () => {
		const ranges = [
			{ first: 10, last: 20 },
			{ first: 30, last: 40 },
		];
		for (const [line, first] of [
			[0, 10],
			[24, 10],
			[25, 10],
			[26, 30],
			[99, 30],
		] as const)
			assert.equal(nearestRange(ranges, line)?.first, first, `line ${line}`);
		assert.equal(nearestRange([], 5), undefined);
	});
});
