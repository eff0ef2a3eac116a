import * as vscode from 'vscode';
import { ReadOnlyFiles } from '../../src/platform/editor/files/read-only-files.ts';
import { blobId } from '../../src/platform/git/blob-id.ts';
import type { Objects } from '../../src/platform/git/objects.ts';
import { RemoteFiles } from '../../src/repositories/state/remote-files.ts';
import { until } from '../tools/until.ts';

describe('A file that is open at a branch', () => {
	const scheme = 'tildeforge-branch';
	const uri = vscode.Uri.from({ scheme, path: '/a.txt' });
	const address = {
		instance: 'forge.test',
		owner: '~ana',
		repository: 'editor',
		revision: { kind: 'ref', name: 'refs/heads/main' },
		path: 'a.txt',
	} as const;
	let text = '';
	const changes = new vscode.EventEmitter<readonly vscode.Uri[]>();

	function openFiles(): RemoteFiles {
		const objects: Objects = {
			tree: async () => undefined,
			rootTree: async () => {
				const id = blobId(Buffer.from(text), 'a'.repeat(40));
				return { id: 'a'.repeat(40), entries: [{ name: 'a.txt', kind: 'file', id }], problems: [] };
			},
			commit: async () => undefined,
			blob: async () => ({ kind: 'bytes', bytes: Buffer.from(text) }),
		};
		return new RemoteFiles(
			() => [{ objects, commitOf: async () => 'c' }],
			async () => '',
		);
	}

	it('shows each text that the branch gets, also one that it had before', async () => {
		const files = openFiles();
		const provider = new ReadOnlyFiles(async () => ({
			stat: async () => {
				const { size, version } = await files.stat(address);
				return { type: vscode.FileType.File, ctime: 0, mtime: version, size };
			},
			list: async () => [],
			read: () => files.read(address, async () => true),
			onDidChange: changes.event,
		}));
		const registered = vscode.workspace.registerFileSystemProvider(scheme, provider, { isReadonly: true });
		try {
			// The ids of these texts are in no order.
			const texts = ['one', 'two', 'six'];
			[text = ''] = texts;
			const document = await vscode.workspace.openTextDocument(uri);
			await vscode.window.showTextDocument(document);
			for (const next of [...texts, 'two', 'one']) {
				text = next;
				changes.fire([uri]);
				await until(() => document.getText() === next, { what: `the editor shows ${next}` });
			}
		} finally {
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			registered.dispose();
		}
	});
});
