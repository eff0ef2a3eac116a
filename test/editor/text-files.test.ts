import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ForgeError } from '../../src/forge/errors.ts';
import { TextFiles } from '../../src/platform/editor/text-files.ts';

describe('A text that is saved somewhere else', () => {
	const scheme = 'tildeforge-test';
	const uri = vscode.Uri.from({ scheme, path: '/~ana/editor/Text.md', query: '~ana (forge.test)' });
	const text = { now: 'Grüße', isAway: false };
	const asked: string[] = [];
	const files = new TextFiles(async () => ({
		read: async ({ path, query }) => {
			asked.push(`read ${path} of ${query}`);
			return text.now;
		},
		write: async (_, written) => {
			if (text.isAway) throw new ForgeError('offline', 'Nobody [is](command:x) there.');
			text.now = written;
		},
	}));
	let registered: vscode.Disposable;
	before(() => {
		registered = vscode.workspace.registerFileSystemProvider(scheme, files);
	});
	after(() => registered.dispose());
	beforeEach(() => asked.splice(0));
	const looks = async () => {
		const { mtime, size } = await vscode.workspace.fs.stat(uri);
		return { mtime, size };
	};

	it('is not read because the editor wants to know how long it is: what it shows may be older', async () => {
		assert.deepEqual(await looks(), { mtime: 0, size: 0 });
		assert.deepEqual(asked, []);
	});

	it('is edited and saved as it is, and has no other time then', async () => {
		const document = await vscode.workspace.openTextDocument(uri);
		assert.equal(document.getText(), 'Grüße');
		assert.equal(document.languageId, 'markdown');
		assert.deepEqual([...new Set(asked)], ['read /~ana/editor/Text.md of ~ana (forge.test)']);
		const edit = new vscode.WorkspaceEdit();
		edit.insert(uri, new vscode.Position(0, 0), 'Viele\n');
		await vscode.workspace.applyEdit(edit);
		assert.ok(await document.save());
		assert.equal(text.now, 'Viele\nGrüße');
		assert.deepEqual(await looks(), { mtime: 0, size: 13 });
	});

	it('that cannot be saved says why, without a name in front, and without a link', async () => {
		text.isAway = true;
		await assert.rejects(files.writeFile(uri, new Uint8Array()), (error: Error) => {
			assert.equal(String(error), 'Nobody [is] (command:x) there.');
			return true;
		});
	});

	it('is not changed into signs that were not written', async () => {
		text.isAway = false;
		await assert.rejects(files.writeFile(uri, new Uint8Array([0xe9])), /is not UTF-8/);
		assert.equal(text.now, 'Viele\nGrüße');
	});
});
