import assert from 'node:assert/strict';
import { parseMail } from '../../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../../src/mail/patch/parse-patch.ts';
import { fileOfDocument, newLineOf } from '../../../../../src/patches/model/side-texts/line-after-patch.ts';

/** Lines 3 and 4 become three lines, line 11 is removed, and one is added below line 20. */
const diff = [
	...['diff --git a/a.c b/a.c', 'index 1111111..2222222 100644', '--- a/a.c', '+++ b/a.c'],
	...['@@ -2,4 +2,5 @@', ' 2', '-3', '-4', '+x', '+y', '+z', ' 5'],
	...['@@ -10,3 +11,2 @@', ' 10', '-11', ' 12'],
	...['@@ -20,0 +21 @@', '+w'],
];
const mail = ['From: Ana <ana@example.org>', 'Subject: [PATCH] a', '', '---', ...diff, '-- ', '2.43.0', ''];
const [patch = assert.fail()] = parsePatches(parseMail(mail.join('\n')));
const [file = assert.fail()] = patch.files;

describe('A line of the file before a patch', () => {
	for (const [old, current] of [
		[1, 1],
		[2, 2],
		[3, 3],
		[4, 3],
		[5, 6],
		[8, 9],
		[10, 11],
		[11, 12],
		[12, 12],
		[20, 20],
		[21, 22],
		[99, 100],
	] as const) {
		it(`${old} is line ${current} after it`, () =>
			assert.equal(newLineOf({ source: patch.source, file }, old), current));
	}
});

describe('The file of a document', () => {
	const patchKey = { account: 'one', owner: '~ana', list: 'editor-devel', mail: 1, patch: 0 };
	const [one, other] = [
		{ ...patchKey, file: 0 },
		{ ...patchKey, mail: 2, file: 3 },
	];

	it('is the file after the patch of a version, or before that of the other one if the version does not change it', () => {
		const both = { kind: 'version', old: one, new: other } as const;
		assert.deepEqual(fileOfDocument({ ...both, side: 'old' }), { file: one, side: 'new' });
		assert.deepEqual(fileOfDocument({ ...both, side: 'new' }), { file: other, side: 'new' });
		const added = { ...both, old: undefined };
		assert.deepEqual(fileOfDocument({ ...added, side: 'old' }), { file: other, side: 'old' });
		assert.deepEqual(fileOfDocument({ ...added, side: 'new' }), { file: other, side: 'new' });
	});

	it('is that of a patch, and a message has none', () => {
		assert.deepEqual(fileOfDocument({ kind: 'file', file: one, side: 'old' }), { file: one, side: 'old' });
		assert.equal(fileOfDocument({ kind: 'message', patch: patchKey }), undefined);
	});
});
