import assert from 'node:assert/strict';
import { answerWith, passTurns, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';

const { FolderConsent } = await import('../../../../src/repositories/files/folder-consent.ts');
const { fileUri } = await import('../../../../src/repositories/files/repository-files.ts');

const address = (path: string) => ({
	...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path },
	revision: { kind: 'ref', name: 'refs/heads/master' } as const,
});
const folder = fileUri(address(''));

describe('A repository of another user', () => {
	const { open } = repositoryCommands();

	it('is opened as a folder only if the user confirms it, and is pinned then', async () => {
		const { commands, account } = await open('bob');
		const openAsFolder = async () => {
			await commands.openAsFolder([row('ana', 'editor', {}, 'bob')]);
			return takeCalls();
		};
		answerWith(() => undefined);
		const [question = '', ...none] = await openAsFolder();
		assert.match(question, /^warning: Open ~ana\/editor as a folder\?/);
		assert.deepEqual([none, account('bob').repositories.pins.all], [[], []]);
		answerWith(() => 'Pin and Open');
		const [, opened] = await openAsFolder();
		assert.equal(opened, `folders: 0: 0: ~ana/editor (master) ${folder}`);
		assert.deepEqual(account('bob').repositories.pins.all, [{ owner: '~ana', name: 'editor' }]);
		assert.deepEqual(await openAsFolder(), [opened]);
	});

	it('that a link has opened as a folder does not exist unless the user confirms it', async () => {
		const { repositories, account } = await open('bob');
		const consent = new FolderConsent(repositories);
		const read = (path: string) => consent.require(fileUri(address(path)), address(path));
		await read('README.md');
		assert.deepEqual(takeCalls(), []);
		setSetting('folders', [{ uri: folder }]);
		answerWith(() => undefined);
		await Promise.all(['', 'README.md'].map((path) => assert.rejects(read(path), { kind: 'missing' })));
		await assert.rejects(read('src'), { kind: 'missing' });
		assert.equal(takeCalls().length, 1);
		await account('bob').repositories.pins.pin({ owner: '~ana', name: 'editor' });
		await read('README.md');
		assert.deepEqual(takeCalls(), []);
	});

	it('in a folder of the window says once after each sign-out that the user is signed out, and offers to sign in', async () => {
		const { repositories, account } = await open('ana');
		const signIn = (...signedIn: string[]) =>
			Object.assign(repositories, { accountsThatMaySee: () => signedIn.map(() => account('ana')) });
		signIn();
		const consent = new FolderConsent(repositories);
		const read = (path: string) => consent.require(fileUri(address(path)), address(path));
		await read('');
		setSetting('folders', [{ uri: folder }]);
		answerWith(() => 'Sign In');
		for (const path of ['', 'src', '']) await read(path);
		await passTurns();
		assert.deepEqual(takeCalls(), [
			'warning: The folder ~ana/editor is empty because you are signed out of forge.test.: Sign In',
			'command: tildeforge.signIn: {"instance":"forge.test"}',
			'command: workbench.files.action.refreshFilesExplorer',
		]);
		signIn('ana');
		await read('');
		signIn();
		await read('');
		assert.match(takeCalls()[0] ?? '', /you are signed out/);
	});

	it('that a link has opened as a folder is pinned and served once the user confirms it', async () => {
		const { repositories, account } = await open('bob');
		const consent = new FolderConsent(repositories);
		setSetting('folders', [{ uri: folder }]);
		answerWith(() => 'Pin and Open');
		await consent.require(fileUri(address('src')), address('src'));
		await consent.require(folder, address(''));
		assert.equal(takeCalls().length, 1);
		assert.equal(account('bob').repositories.relationOf({ owner: '~ana', name: 'editor' }), 'pinned');
	});
});

describe('A repository of the user', () => {
	const { open } = repositoryCommands();

	it('is opened as a folder without a question', async () => {
		const { repositories } = await open('ana');
		setSetting('folders', [{ uri: folder }]);
		await new FolderConsent(repositories).require(folder, address(''));
		assert.deepEqual(takeCalls(), []);
	});
});
