import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ForgeError, type ForgeErrorKind } from '../../../../src/forge/contract/errors.ts';
import type { Objects } from '../../../../src/platform/git/objects.ts';
import { FileWatcher } from '../../../../src/repositories/state/file-watcher.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { answerWith, enter, setSetting, TabInputText, takeCalls } from '../../../kit/window/editor.ts';

const vscode = await import('vscode');
const { comparedUri, fileUri, RepositoryFiles } = await import(
	'../../../../src/repositories/files/repository-files.ts'
);

const { SubmoduleDecorations } = await import('../../../../src/repositories/files/submodule-decorations.ts');

const uriOf = (path: string) =>
	fileUri({
		...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path },
		revision: { kind: 'ref', name: 'refs/heads/master' },
	});
const uri = uriOf('README.md');

/** A repository with one file, which has 6 MB. */
const openLarge = () =>
	openWith(async (_, { most }) =>
		most < 6_000_000 ? { kind: 'too-large', size: 6_000_000 } : { kind: 'bytes', bytes: Buffer.alloc(1) },
	);

/** A repository with one file, which cannot be read for this reason. */
const open = (failure: ForgeError) => openWith(() => Promise.reject(failure));

function openWith(blob: Objects['blob'], submodules = new SubmoduleDecorations()) {
	const entries = [
		{ name: 'README.md', kind: 'file', id: 'b' },
		{ name: 'lib', kind: 'submodule', id: 'c'.repeat(40) },
	] as const;
	const root = { id: 'a', entries, problems: [] };
	const objects: Objects = {
		tree: async () => root,
		rootTree: async () => root,
		commit: async () => undefined,
		blob,
	};
	const watcher = new FileWatcher(
		() => [],
		() => ({ dispose: () => {} }),
		readable().log,
	);
	return new RepositoryFiles(
		() => [{ objects, commitOf: async () => 'c' }],
		async () => '',
		watcher,
		async () => {},
		submodules,
	);
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

describe('A folder of a repository', () => {
	it('has submodules as empty folders that say what they are', async () => {
		const submodules = new SubmoduleDecorations();
		const files = openWith(async () => undefined, submodules);
		const [root, lib] = [uriOf(''), uriOf('lib')];
		assert.deepEqual(await files.list(root), [
			['README.md', vscode.FileType.File],
			['lib', vscode.FileType.Directory],
		]);
		assert.deepEqual(await files.list(lib), []);
		assert.match(submodules.provideFileDecoration(lib)?.tooltip ?? '', /^Submodule at ccccccc/);
	});
});

describe('The file that a link has opened as the workspace of the window', () => {
	afterEach(() => setSetting('workspace file', undefined));

	it('does not exist, whatever its name, and the other files do', async () => {
		const files = openWith(async () => ({ kind: 'bytes', bytes: Buffer.alloc(1) }));
		setSetting('workspace file', uri);
		await assert.rejects(files.stat(uri), { kind: 'missing' });
		await assert.rejects(files.read(uri), { kind: 'missing' });
		setSetting('workspace file', uriOf('team.json'));
		assert.equal((await files.stat(uri)).type, vscode.FileType.File);
		assert.equal((await files.read(uri)).length, 1);
	});
});

describe('A large file of a repository', () => {
	const question = 'warning: Open README.md?: Its size is 6 MB.: Open';
	afterEach(() => {
		setSetting('tabs', undefined);
		mock.timers.reset();
	});

	it('is not opened if the user declines, which is no error', async () => {
		const other = new TabInputText({ toString: () => `${uri}.orig` });
		setSetting('tabs', [
			{ label: 'README.md', input: new TabInputText(uri) },
			{ label: 'other', input: other },
			{ label: 'Ticket', input: {} },
		]);
		answerWith(enter('Cancel'));
		await assert.rejects(openLarge().read(uri), { kind: 'refused', message: /was not opened/ });
		assert.deepEqual(takeCalls(), [question, 'close: README.md']);
	});

	it('is opened if the user confirms, and later without a question', async () => {
		answerWith(enter('Open'));
		const files = openLarge();
		assert.equal((await files.read(uri)).length, 1);
		assert.equal((await files.read(uri)).length, 1);
		assert.deepEqual(takeCalls(), [question]);
	});

	it('of a comparison has the same answer as the others, even if the forge sends it or its size later', async () => {
		mock.timers.enable({ apis: ['Date'] });
		const { promise: sent, resolve: send } = Promise.withResolvers<void>();
		let requests = 0;
		const files = openWith(async () => {
			requests += 1;
			if (requests > 1) await sent;
			return { kind: 'too-large', size: 6_000_000 };
		});
		const sideOf = (id: string) =>
			comparedUri({
				...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path: 'README.md' },
				revision: { kind: 'commit', id: id.repeat(40) },
			});
		answerWith(enter('Cancel'), enter('Load'), enter('Load'));
		const declined = { kind: 'refused', message: /was not opened/ } as const;
		const first = files.read(sideOf('1'));
		const late = files.read(sideOf('2'));
		const size = files.stat(sideOf('3'));
		await assert.rejects(first, declined);
		send();
		await assert.rejects(late, declined);
		await size;
		await assert.rejects(files.read(sideOf('3')), declined);
		assert.equal(takeCalls().length, 1);
	});
});
