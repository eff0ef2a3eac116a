import assert from 'node:assert/strict';
import type { Row } from '../../../../src/platform/view/row.ts';
import { changeEditor, FakeTree, moveCursor, setSetting } from '../../../kit/window/editor.ts';
import { row } from '../../../kit/window/repositories-window.ts';

const vscode = await import('vscode');
const { SelectionSource } = await import('../../../../src/platform/view/tree/selection-source.ts');
const { followEditors } = await import('../../../../src/repositories/commands/editor-choice.ts');
const { fileUri } = await import('../../../../src/repositories/files/repository-files.ts');

type Revision = Parameters<typeof fileUri>[0]['revision'];

const commit = '1'.repeat(40);
const uriOf = (path: string, revision: Revision = { kind: 'ref', name: 'HEAD' }) =>
	fileUri({ instance: 'forge.test', owner: '~ana', repository: 'editor', revision, path });
const editorOf = (uri: unknown) => ({ document: { uri } });
const fileRow = (path: string): Row => {
	const { scheme, authority, path: file } = uriOf(path);
	return { id: path, label: path, file: { scheme, authority, path: file }, opensFile: true };
};
const commitRow: Row = row('ana', 'editor', { kind: 'commit', commit });
const notes: Row = row('ana', 'notes');

/** A view whose last choice follows the editors, until the test ends. */
function open() {
	const view = new FakeTree({});
	const selectionSource = new SelectionSource(() => view.selection as readonly Row[]);
	ending.push(
		view.onDidChangeSelection(({ selection }) => selectionSource.didSelect(selection as readonly Row[])),
	);
	ending.push(followEditors({ view: view as never, selectionSource }));
	return { select: (...rows: readonly Row[]) => view.select(...rows), selectionSource };
}
const ending: { dispose(): void }[] = [];

describe('The last choice in the Repositories view', () => {
	afterEach(() => {
		for (const one of ending.splice(0)) one.dispose();
		setSetting('editor', undefined);
	});

	it('is the file of an editor that the user goes to, or moves the cursor in', () => {
		const { select, selectionSource } = open();
		for (const choose of [
			() => changeEditor(editorOf(uriOf('a'))),
			() => changeEditor(editorOf(vscode.Uri.file('/project/a'))),
			() => moveCursor(vscode.window.activeTextEditor, 2),
		]) {
			select();
			select(notes);
			assert.equal(selectionSource.isSelection, true);
			choose();
			assert.equal(selectionSource.isSelection, false);
		}
	});

	it('is not an editor without a file, one that is not in front, or whose cursor the user has not moved', () => {
		const { select, selectionSource } = open();
		changeEditor(editorOf(uriOf('a')));
		select(notes);
		moveCursor(vscode.window.activeTextEditor, undefined);
		moveCursor(editorOf(uriOf('b')), 1);
		changeEditor(undefined);
		const local = editorOf(vscode.Uri.parse('untitled:a'));
		changeEditor(local);
		moveCursor(local, 1);
		assert.equal(selectionSource.isSelection, true);
	});

	const cases = [
		{ what: 'file', opened: fileRow('a'), shown: uriOf('a') },
		{ what: 'commit', opened: commitRow, shown: uriOf('b', { kind: 'commit', id: commit }) },
	];
	for (const { what, opened, shown } of cases)
		it(`is the row that the user selects while the ${what} of another row opens, until they go to an editor`, () => {
			const { select, selectionSource } = open();
			select(opened);
			select(notes);
			changeEditor(undefined);
			changeEditor(editorOf(shown));
			assert.equal(selectionSource.isSelection, true);
			changeEditor(editorOf(vscode.Uri.file('/project/a')));
			changeEditor(editorOf(shown));
			assert.equal(selectionSource.isSelection, false);
		});

	it('is the file that the user goes back to after another one has opened in place of that of a row', () => {
		const { select, selectionSource } = open();
		select(fileRow('a'));
		changeEditor(editorOf(uriOf('b')));
		select(fileRow('a'), notes);
		changeEditor(editorOf(uriOf('a')));
		assert.equal(selectionSource.isSelection, false);
	});

	it('is the file that the user goes back to if it was open when they selected its row', () => {
		const { select, selectionSource } = open();
		changeEditor(editorOf(uriOf('a')));
		select(fileRow('a'));
		select(notes);
		changeEditor(undefined);
		changeEditor(editorOf(uriOf('a')));
		assert.equal(selectionSource.isSelection, false);
	});
});
