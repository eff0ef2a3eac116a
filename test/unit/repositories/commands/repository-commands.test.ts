import assert from 'node:assert/strict';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { made, setSetting, takeCalls } from '../../../kit/window/editor.ts';

const { RepositoryCommands } = await import('../../../../src/repositories/commands/repository-commands.ts');
const { fileUri } = await import('../../../../src/repositories/files/repository-files.ts');

const uriOf = (instance: string) =>
	fileUri({
		...{ instance, owner: '~ana', repository: 'editor', path: 'README.md' },
		revision: { kind: 'ref', name: 'HEAD' },
	});

describe('A command on a file of a signed-out account', () => {
	const { open } = demoRepositories();
	afterEach(() => setSetting('editor', undefined));

	for (const name of ['showFileHistory', 'copyPermalink'] as const)
		it(`fails, and does not use the file in the editor (${name})`, async () => {
			const { repositories } = await open();
			made.boxes.length = 0;
			takeCalls();
			setSetting('editor', { document: { uri: uriOf('forge.test') } });
			const commands = new RepositoryCommands(repositories, async () => assert.fail());
			await assert.rejects(commands[name]([uriOf('elsewhere.test')]), { kind: 'signed-out' });
			assert.deepEqual([made.boxes.length, takeCalls()], [0, []]);
		});
});
