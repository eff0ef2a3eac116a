import assert from 'node:assert/strict';
import type { CommandArguments } from '../../../../src/platform/view/command-arguments.ts';
import { answerWith, choose, takeCalls } from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';

const revision = { kind: 'ref', name: 'refs/heads/master' } as const;
const submodule = (path: string): CommandArguments => [
	row('ana', 'editor', { kind: 'entry', path, isFolder: true, revision }),
];

describe('The address of a submodule', () => {
	const { open } = repositoryCommands();
	const commit = '7c9d2f1a5be84c03d6aa1f0e9b37c2548d61f0a3';
	const url = 'https://git.example.org/~bob/wcwidth9';

	for (const [label, ...calls] of [
		['Open in Browser', `browser: ${url}`],
		['Copy Address', `clipboard: ${url}`, 'status bar: Address copied'],
		['Copy Commit ID', `clipboard: ${commit}`, 'status bar: Commit ID copied'],
		['nothing'],
	] as const) {
		it(`is offered with its commit: ${label}`, async () => {
			const { commands } = await open('ana');
			answerWith(choose(label));
			await commands.showSubmodule(submodule('vendor/wcwidth9'));
			const items = ['$(globe) Open in Browser', '$(copy) Copy Address', '$(git-commit) Copy Commit ID'];
			assert.deepEqual(takeCalls(), [
				`pick: Submodule vendor/wcwidth9: ${url}: ${items.join(' | ')}`,
				...calls,
			]);
		});
	}

	it('is not offered for what is no submodule', async () => {
		const { commands } = await open('ana');
		await assert.rejects(commands.showSubmodule(submodule('src')), { kind: 'missing' });
	});
});
