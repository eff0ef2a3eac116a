import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Log } from '../../src/base/log/log.ts';
import { parseMail } from '../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../src/mail/patch/parse-patch.ts';
import { openInDiffEditor, openVersionsInDiffEditor } from '../../src/patches/commands/native-diff.ts';
import { colorPlaceholders } from '../../src/patches/commands/placeholder-tokens.ts';
import type { KeyedPatch } from '../../src/patches/model/side-texts/diff-rows.ts';
import { DiffDocuments } from '../../src/patches/state/documents/diff-documents.ts';
import { blobId } from '../../src/platform/git/blob-id.ts';
import { until } from '../tools/until.ts';

const patchScheme = 'tildeforge-patch';
const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('');

/** A mail as `git format-patch` writes it. */
function mailOf(mail: number, subject: string, diff: string): KeyedPatch {
	const headers = [
		'From: Ana <ana@example.org>',
		`Subject: ${subject}`,
		'Date: Mon, 2 Jan 2026 10:00:00 +0000',
	];
	const text = `${lines(...headers)}\nWhy.\n---\n${diff}-- \n2.43.0\n`;
	const [patch] = parsePatches(parseMail(text));
	assert.ok(patch);
	return { key: { ...list, mail, patch: 0 }, patch };
}

const contents = new Map<string, string>();
const idOf = (content: string) => blobId(Buffer.from(content), '').slice(0, 7);

const hunk = (first: number, sign = '') => [
	`@@ -${first},7 +${first},7 @@`,
	...[' static int depth;', ' ', ' int before;'],
	`-int old_${first};`,
	`+int new_${first}${sign};`,
	...[' int after;', ' ', ' }'],
];
const fileDiff = (name: string, oldId: string, newId: string, ...body: readonly string[]) =>
	lines(
		`diff --git a/${name} b/${name}`,
		`index ${oldId}..${newId} 100644`,
		`--- a/${name}`,
		`+++ b/${name}`,
		...body,
	);

describe('The diff editor of a patch', () => {
	const asked: string[] = [];
	const mails = new Map<number, KeyedPatch>();
	const newDocuments = () =>
		new DiffDocuments({
			patches: async ({ mail }) => {
				asked.push(`mail ${mail}`);
				const keyed = mails.get(mail);
				return keyed && [keyed.patch];
			},
			findBlob: () => async (id) => {
				const content = contents.get(id);
				return content === undefined ? undefined : Buffer.from(content);
			},
			log: new Log(() => {}),
		});
	let documents = newDocuments();
	let registered: vscode.Disposable;
	before(() => {
		registered = vscode.Disposable.from(
			vscode.workspace.registerTextDocumentContentProvider(patchScheme, {
				provideTextDocumentContent: ({ query }) => documents.content(query),
			}),
			colorPlaceholders(),
		);
	});
	after(() => registered.dispose());
	beforeEach(() => {
		documents = newDocuments();
		for (const known of [contents, mails]) known.clear();
		asked.length = 0;
	});
	afterEach(async () => {
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await until(() => editors().length === 0, { what: 'all editors are closed' });
	});

	const editors = () =>
		vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === patchScheme);
	/** The editor of one side of a file, once VS Code has folded what is the same on both sides. */
	const folded = async (path: string, side: 'old' | 'new') => {
		const find = () =>
			editors().find(({ document: { uri } }) => uri.path.endsWith(path) && uri.query.includes(`"${side}"`));
		await until(() => (find()?.visibleRanges.length ?? 0) > 0 && find()?.visibleRanges[0]?.start.line !== 0, {
			what: `${path} is folded`,
		});
		const editor = find();
		assert.ok(editor);
		return editor;
	};
	const shownLines = ({ visibleRanges }: vscode.TextEditor) =>
		visibleRanges.map(({ start, end }) => [start.line + 1, end.line + 1]);
	/** The lines that a provider colors, from 1, with their type. */
	const coloredLines = async (uri: vscode.Uri) => {
		const ask = <T>(command: string) => vscode.commands.executeCommand<T>(`vscode.${command}`, uri);
		const legend = await ask<vscode.SemanticTokensLegend>('provideDocumentSemanticTokensLegend');
		const { data } = await ask<vscode.SemanticTokens>('provideDocumentSemanticTokens');
		const found: string[] = [];
		for (let at = 0, line = 1; at < data.length; at += 5) {
			line += data[at] ?? 0;
			found.push(`${line} ${legend.tokenTypes[data[at + 3] ?? 0]}`);
		}
		return found;
	};
	const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

	it('shows hunks at their true line numbers, in the language of the file, with the other lines folded', async () => {
		const diff = fileDiff('src/undo.c', '1111111', '2222222', ...hunk(101), ...hunk(301));
		const keyed = mailOf(1, '[PATCH v3 1/3] undo: join typing', diff);
		await openInDiffEditor(documents, { title: 'Undo', patches: [keyed], file: 0 });
		const editor = await folded('/src/undo.c', 'new');
		assert.equal(editor.document.languageId, 'c');
		assert.equal(editor.document.lineAt(103).text, 'int new_101;');
		assert.equal(editor.document.lineAt(303).text, 'int new_301;');
		assert.match(editor.document.lineAt(0).text, /^100 lines are not in this mail$/);
		await until(() => shownLines(editor).length === 2, { what: 'the lines between the hunks are folded' });
		assert.deepEqual(shownLines(editor), [
			[101, 107],
			[301, 307],
		]);
		assert.deepEqual(tabs(), ['undo.c (v3 1/3 undo: join typing) (1 file)']);
		assert.deepEqual(asked, []);
	});

	it('colors the lines that stand for unknown ones as comments', async () => {
		const diff = fileDiff('src/undo.c', '1111111', '2222222', ...hunk(101), ...hunk(301));
		const keyed = mailOf(1, '[PATCH] Undo', diff);
		await openInDiffEditor(documents, { title: 'Undo', patches: [keyed], file: 0 });
		for (const side of ['old', 'new'] as const) {
			const { document } = await folded('/src/undo.c', side);
			const labels = ['1', '100', '108', '300', '308'];
			assert.deepEqual(
				await coloredLines(document.uri),
				labels.map((line) => `${line} comment`),
			);
		}
	});

	it('shows whole files if both sides have the IDs of the patch, and otherwise only the hunks', async () => {
		const old = lines(...Array.from({ length: 400 }, (_, n) => `int line_${n + 1};`));
		const current = old.replace('int line_200;', 'int changed;');
		const context = (from: number) => [0, 1, 2].map((n) => ` int line_${from + n};`);
		const body = ['@@ -197,7 +197,7 @@', ...context(197), '-int line_200;', '+int changed;', ...context(201)];
		const diff =
			fileDiff('right.c', idOf(old), idOf(current), ...body) +
			fileDiff('wrong.c', '1234567', idOf(current), ...body);
		contents.set(idOf(old), old);
		contents.set('1234567', old);
		const keyed = mailOf(1, '[PATCH] Change a line', diff);
		await openInDiffEditor(documents, { title: '', patches: [keyed] });
		const right = await folded('/right.c', 'old');
		assert.equal(right.document.getText(), old);
		const wrong = await folded('/wrong.c', 'old');
		assert.equal(wrong.document.lineAt(0).text, '196 lines are not in this mail');
		assert.equal(wrong.document.lineAt(199).text, 'int line_200;');
	});

	it('shows a series patch by patch, with the messages', async () => {
		const diff = (name: string) => fileDiff(name, '1111111', '2222222', ...hunk(50));
		const patches = [
			mailOf(1, '[PATCH v2 1/2] First', diff('a.c')),
			mailOf(2, '[PATCH v2 2/2] Second', diff('a.c') + diff('b.json')),
		];
		await openInDiffEditor(documents, { title: 'Two patches', patches });
		await folded('/Patch 2 of 2/a.c', 'new');
		const paths = () => [
			...new Set(
				vscode.workspace.textDocuments
					.map(({ uri }) => uri)
					.filter(({ scheme }) => scheme === patchScheme)
					.map(({ path }) => path),
			),
		];
		assert.deepEqual(paths().sort(), [
			'/Patch 1 of 2/Commit Message',
			'/Patch 1 of 2/a.c',
			'/Patch 2 of 2/Commit Message',
			'/Patch 2 of 2/a.c',
			'/Patch 2 of 2/b.json',
		]);
		assert.deepEqual(tabs(), ['v2 Two patches (5 files)']);
	});

	it('reads the mail again after a reload, and says if it was removed', async () => {
		const keyed = mailOf(7, '[PATCH] One', fileDiff('a.c', '1111111', '2222222', ...hunk(50)));
		mails.set(7, keyed);
		const uri = (mail: number) =>
			vscode.Uri.from({
				scheme: patchScheme,
				path: '/a.c',
				query: JSON.stringify(['file', 'new', [...Object.values(list), mail, 0, 0]]),
			});
		const document = await vscode.workspace.openTextDocument(uri(7));
		assert.equal(document.lineAt(52).text, 'int new_50;');
		assert.deepEqual(asked, ['mail 7']);
		const missing = await vscode.workspace.openTextDocument(uri(8));
		assert.match(missing.getText(), /^The mail with this patch was not found\..*\nClose this editor/);
	});

	it('compares the results of two versions, without the patches that are the same', async () => {
		const diff = (sign: string) => fileDiff('src/undo.c', '1111111', '2222222', ...hunk(101, sign));
		const same = (mail: number) =>
			mailOf(mail, '[PATCH 1/2] Same', fileDiff('same.c', '1111111', '2222222', ...hunk(9)));
		await openVersionsInDiffEditor(documents, {
			title: 'v1 ↔ v2 Undo',
			pairs: [
				{ old: same(1), new: same(2) },
				{
					old: mailOf(3, '[PATCH 2/2] Undo', diff('')),
					new: mailOf(4, '[PATCH v2 2/2] Undo', diff('_again')),
				},
			],
		});
		const editor = await folded('/Patch 2 of 2/src/undo.c', 'new');
		assert.equal(editor.document.lineAt(103).text, 'int new_101_again;');
		const old = await folded('/Patch 2 of 2/src/undo.c', 'old');
		assert.equal(old.document.lineAt(103).text, 'int new_101;');
		assert.deepEqual(tabs(), ['v1 ↔ v2 Undo (1 file)']);
	});
});
