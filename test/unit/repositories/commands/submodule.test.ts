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

	it('is shown as text also if VS Code would render parts of it as icons', async () => {
		const { commands, cacheOf } = await open('ana');
		const { objects } = cacheOf('ana', 'editor');
		const modules = '[submodule "x"]\npath = vendor/wcwidth9\nurl = git@x.test:$(bug)/lib\n';
		objects.blob = async () => ({ kind: 'bytes', bytes: Buffer.from(modules) });
		const details: unknown[] = [];
		answerWith((items: unknown) => {
			if (Array.isArray(items)) details.push(...items.map((item: { detail?: string }) => item.detail));
		});
		await commands.showSubmodule(submodule('vendor/wcwidth9'));
		assert.ok(details.includes('git@x.test:\\$(bug)/lib'), details.join());
		assert.ok(details.every((detail) => !/(?<!\\)\$\(/.test(`${detail}`)));
	});

	it('is not offered for what is no submodule', async () => {
		const { commands } = await open('ana');
		await assert.rejects(commands.showSubmodule(submodule('src')), { kind: 'missing' });
	});
});
