import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ForgeError } from '../../src/forge/contract/errors.ts';
import { TextFiles } from '../../src/platform/editor/files/text-files.ts';

describe('A text file that is stored on a forge', () => {
	const scheme = 'tildeforge-test';
	const uri = vscode.Uri.from({ scheme, path: '/~ana/editor/Text.md', query: '~ana (forge.test)' });
	const text = { now: '', isUnreachable: false };
	const asked: string[] = [];
	const files = new TextFiles(async () => ({
		read: async ({ path, query }) => {
			asked.push(`read ${path} of ${query}`);
			return text.now;
		},
		write: async (_, written) => {
			if (text.isUnreachable) throw new ForgeError('offline', 'No answer from [it](command:x).');
			text.now = written;
		},
	}));
	let registered: vscode.Disposable;
	before(() => {
		registered = vscode.workspace.registerFileSystemProvider(scheme, files);
	});
	after(() => registered.dispose());
	beforeEach(() => {
		asked.length = 0;
		Object.assign(text, { now: 'Grüße', isUnreachable: false });
	});
	const statOf = async () => {
		const { mtime, size } = await vscode.workspace.fs.stat(uri);
		return { mtime, size };
	};

	it('is not read when VS Code asks for its size, because the editor may show an older text', async () => {
		assert.deepEqual(await statOf(), { mtime: 0, size: 0 });
		assert.deepEqual(asked, []);
	});

	it('can be edited and saved, and keeps its modification time', async () => {
		const document = await vscode.workspace.openTextDocument(uri);
		assert.equal(document.getText(), 'Grüße');
		assert.equal(document.languageId, 'markdown');
		assert.deepEqual([...new Set(asked)], ['read /~ana/editor/Text.md of ~ana (forge.test)']);
		const edit = new vscode.WorkspaceEdit();
		edit.insert(uri, new vscode.Position(0, 0), 'Viele\n');
		await vscode.workspace.applyEdit(edit);
		assert.ok(await document.save());
		assert.equal(text.now, 'Viele\nGrüße');
		assert.deepEqual(await statOf(), { mtime: 0, size: 13 });
	});

	it('that cannot be saved reports the reason, without an error name and without a link', async () => {
		text.isUnreachable = true;
		await assert.rejects(files.writeFile(uri, new Uint8Array()), (error: Error) => {
			assert.equal(String(error), 'No answer from [it] (command:x).');
			return true;
		});
	});

	it('is not saved if it is not UTF-8', async () => {
		await assert.rejects(files.writeFile(uri, new Uint8Array([0xe9])), /is not UTF-8/);
		assert.equal(text.now, 'Grüße');
	});
});
