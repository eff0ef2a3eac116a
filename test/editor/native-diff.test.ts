import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Log } from '../../src/base/log/log.ts';
import { parseMail } from '../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../src/mail/patch/parse-patch.ts';
import { openInDiffEditor } from '../../src/patches/commands/native-diff.ts';
import { colorPlaceholders } from '../../src/patches/commands/placeholder-tokens.ts';
import type { KeyedPatch } from '../../src/patches/model/side-texts/diff-rows.ts';
import { DiffDocuments } from '../../src/patches/state/documents/diff-documents.ts';
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

const hunk = (first: number) => [
	`@@ -${first},7 +${first},7 @@`,
	...[' static int depth;', ' ', ' int before;'],
	`-int old_${first};`,
	`+int new_${first};`,
	...[' int after;', ' ', ' }'],
];
const fileDiff = (name: string, ...body: readonly string[]) =>
	lines(
		`diff --git a/${name} b/${name}`,
		'index 1111111..2222222 100644',
		`--- a/${name}`,
		`+++ b/${name}`,
		...body,
	);

describe('The diff editor of a patch', () => {
	const newDocuments = () =>
		new DiffDocuments({
			patches: () => assert.fail('The patch is known.'),
			findBlob: () => async () => undefined,
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
		const diff = fileDiff('src/undo.c', ...hunk(101), ...hunk(301));
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
	});

	it('colors the lines that stand for unknown ones as comments', async () => {
		const diff = fileDiff('src/undo.c', ...hunk(101), ...hunk(301));
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

	it('shows a series patch by patch, with the messages', async () => {
		const diff = (name: string) => fileDiff(name, ...hunk(50));
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
});
