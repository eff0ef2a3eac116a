import assert from 'node:assert/strict';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/errors.ts';
import type { Objects } from '../../../../src/platform/git/objects.ts';
import { FollowedFiles } from '../../../../src/repositories/state/followed-files.ts';
import { takeCalls } from '../../editor.ts';
import { readable } from '../../tickets/state/forge.ts';

const vscode = await import('vscode');
const { fileUri, RepositoryFiles } = await import('../../../../src/repositories/files/repository-files.ts');

const uri = fileUri({
	...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path: 'README.md' },
	revision: { kind: 'ref', name: 'refs/heads/master' },
});

/** A repository with one file, which cannot be read for this reason. */
function open(failure: ForgeError) {
	const root = { id: 'a', entries: [{ name: 'README.md', kind: 'file', id: 'b' } as const], problems: [] };
	const objects: Objects = {
		tree: async () => root,
		rootTree: async () => root,
		commit: async () => undefined,
		blob: () => Promise.reject(failure),
	};
	return new RepositoryFiles({
		sources: () => [{ objects, commitOf: async () => 'c' }],
		commitText: async () => '',
		followed: new FollowedFiles({
			repositories: () => [],
			onDidChangeAccounts: () => ({ dispose: () => {} }),
			log: readable().log,
		}),
	});
}

describe('A file of a repository that cannot be read', () => {
	for (const kind of ['offline', 'timeout', 'refused', 'signed-out'] satisfies readonly ForgeErrorKind[]) {
		it(`has a message with the reason, which VS Code itself does not show: ${kind}`, async () => {
			const failure = new ForgeError(kind, 'The server is away.');
			await assert.rejects(open(failure).read(uri), failure);
			assert.deepEqual(takeCalls(), ['error: The server is away.']);
		});
	}

	it('has no message if it is missing, because VS Code says that', async () => {
		const failure = new ForgeError('missing', 'It is gone.');
		await assert.rejects(open(failure).read(uri), failure);
		assert.deepEqual(takeCalls(), []);
	});

	it('exists without a connection, so that VS Code reads it and the reason is shown', async () => {
		const { type, size } = await open(new ForgeError('offline', 'The server is away.')).stat(uri);
		assert.deepEqual([type, size], [vscode.FileType.File, 0]);
		await assert.rejects(open(new ForgeError('forbidden', 'Not for you.')).stat(uri), { kind: 'forbidden' });
	});
});
