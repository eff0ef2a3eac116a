import assert from 'node:assert/strict';
import { parseMail } from '../../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../../src/mail/patch/parse-patch.ts';
import {
	type DiffRow,
	patchFolder,
	patchTitle,
	rowsOfPatch,
	rowsOfVersions,
} from '../../../../../src/patches/model/side-texts/diff-rows.ts';
import { messageText } from '../../../../../src/patches/model/side-texts/message-text.ts';
import { edited, text } from '../../../../kit/mails/diff-text.ts';

const key = { account: 'one', owner: '~ana', list: 'editor-devel', mail: 1, patch: 0 };

function keyed(diff: string, message = 'Why.', subject = '[PATCH v3 1/3] undo: join typing') {
	const headers = text(
		'From: Ana <ana@example.org>',
		`Subject: ${subject}`,
		'Date: Mon, 2 Jan 2026 10:00:00 +0000',
	);
	const [patch] = parsePatches(parseMail(`${headers}\n${message}\n---\n${diff}`));
	assert.ok(patch);
	return { key, patch };
}

const paths = (rows: readonly DiffRow[]) =>
	rows.map((row) => `${row.old?.path ?? '-'} ${row.new?.path ?? '-'}`);
const hunk = (word: string) => text('@@ -1,2 +1,2 @@', ' a', '-b', `+${word}`);
const created = text(
	'diff --git a/new b/new',
	'new file mode 100644',
	'--- /dev/null',
	'+++ b/new',
	'@@ -0,0 +1 @@',
	'+a',
);
const deleted = text(
	'diff --git a/gone b/gone',
	'deleted file mode 100644',
	'--- a/gone',
	'+++ /dev/null',
	'@@ -1 +0,0 @@',
	'-a',
);
const renamed = text('diff --git a/from b/to', 'similarity index 100%', 'rename from from', 'rename to to');

describe('The rows of a diff editor', () => {
	it('are the message and the files of a patch, each with the sides that exist', () => {
		const rows = rowsOfPatch(
			keyed(edited('src/x.c') + hunk('c') + created + deleted + renamed),
			'Patch 1 of 3',
		);
		assert.deepEqual(paths(rows), [
			'- /Patch 1 of 3/Commit Message',
			'/Patch 1 of 3/src/x.c /Patch 1 of 3/src/x.c',
			'- /Patch 1 of 3/new',
			'/Patch 1 of 3/gone -',
			'/Patch 1 of 3/from /Patch 1 of 3/to',
		]);
	});

	it('are one for a single file', () => {
		assert.deepEqual(paths(rowsOfPatch(keyed(created + deleted), '', 1)), ['/gone -']);
		assert.deepEqual(paths(rowsOfPatch(keyed(created), '', 7)), []);
	});

	it('show a combined diff as a diff', () => {
		const source = text(
			'diff --cc x',
			'index 1111111,2222222..3333333',
			'--- a/x',
			'+++ b/x',
			'@@@ -1 -1 +1 @@@',
			'++a',
		);
		assert.deepEqual(paths(rowsOfPatch(keyed(source), '', 0)), ['- /x.diff']);
	});

	it('have paths that VS Code accepts, whatever a mail names', () => {
		const names = ['"../../up"', '"a//./b"', '"/"', '"\\355\\240\\200"'];
		for (const name of names) {
			const [row] = rowsOfPatch(keyed(text('--- /dev/null', `+++ ${name}`, '@@ -0,0 +1 @@', '+a')), '', 0);
			assert.match(row?.new?.path ?? '', /^\/[^/]/);
			assert.doesNotMatch(row?.new?.path ?? '', /\/\.\.?(?:\/|$)|\/\//);
			assert.doesNotThrow(() => encodeURIComponent(row?.new?.path ?? ''));
		}
	});

	it('are what differs between two versions: the message, changed files, and those of one version', () => {
		const old = keyed(edited('x') + hunk('c') + edited('same') + hunk('s') + deleted);
		const current = keyed(edited('x') + hunk('d') + edited('same') + hunk('s') + created, 'Because.');
		assert.deepEqual(paths(rowsOfVersions(old, current, '')), [
			'/Commit Message /Commit Message',
			'/x /x',
			'- /new',
			'- /gone',
		]);
		assert.deepEqual(rowsOfVersions(old, old, ''), []);
		assert.deepEqual(paths(rowsOfVersions(undefined, keyed(created), '')), ['- /Commit Message', '- /new']);
		assert.deepEqual(paths(rowsOfVersions(keyed(created), undefined, '')), ['/Commit Message -', '/new -']);
	});

	it('compare diffs if the versions change different files, and a file with the one that it was renamed from', () => {
		const moved = edited('x').replace('1111111', '3333333');
		assert.deepEqual(paths(rowsOfVersions(keyed(edited('x') + hunk('c')), keyed(moved + hunk('c')), '')), []);
		assert.deepEqual(paths(rowsOfVersions(keyed(edited('x') + hunk('c')), keyed(moved + hunk('d')), '')), [
			'/x.diff /x.diff',
		]);
		const rename = text('diff --git a/x b/y', 'similarity index 90%', 'rename from x', 'rename to y');
		const lines = text('index 1111111..4444444 100644', '--- a/x', '+++ b/y') + hunk('d');
		assert.deepEqual(paths(rowsOfVersions(keyed(edited('x') + hunk('c')), keyed(rename + lines), '')), [
			'/y /y',
		]);
	});
});

describe('A patch in a diff editor', () => {
	it('is named by its version and number', () => {
		const { subject } = keyed(created).patch;
		assert.equal(patchTitle(subject), 'v3 1/3 undo: join typing');
		assert.equal(patchFolder(subject, 4, 9), 'Patch 1 of 3');
		const single = keyed(created, '', '[PATCH] undo').patch.subject;
		assert.deepEqual([patchTitle(single), patchFolder(single, 4, 9)], ['v1 undo', 'Patch 5 of 9']);
	});

	it('has the author, the date and the notes around its message', () => {
		const { patch } = keyed(created, 'Why.\n\nSigned-off-by: Ana <ana@example.org>\n---\nSince v2: more');
		assert.equal(
			messageText(patch),
			text(
				...['Author:  Ana <ana@example.org>', 'Date:    Mon, 2 Jan 2026 10:00:00 +0000', ''],
				...['undo: join typing', '', 'Why.', '', 'Signed-off-by: Ana <ana@example.org>', ''],
				...['---', 'Since v2: more'],
			),
		);
	});
});
