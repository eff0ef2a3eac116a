import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjects } from '../../../../src/platform/git/find-projects.ts';
import type { ProjectChoices } from '../../../../src/platform/git/project-choices.ts';
import { git, newFolder, newRepository, userGit } from './clones.ts';

const instances = [
	{
		name: 'forge',
		repositories: 'https://git.forge.test',
		trackers: 'https://todo.forge.test',
		lists: 'https://lists.forge.test',
	},
];

const find = (
	folders: readonly string[],
	choicesOf: (root: string) => ProjectChoices = () => ({}),
	signal?: AbortSignal,
) => findProjects(folders, { git, instances, choicesOf, ...(signal && { signal }) });

function clone(url: string, hutFile?: string): string {
	const root = newRepository({ 'src/a.txt': 'a\n' });
	userGit(root, 'remote', 'add', 'origin', url);
	if (hutFile !== undefined) writeFileSync(join(root, '.hut.scfg'), hutFile);
	return root;
}

describe('The projects of a workspace', () => {
	it('are those of its folders, each once, in their order', async () => {
		const one = clone('git@git.forge.test:~ana/one', 'tracker ~ana/bugs\npatch-prefix true\n');
		const two = clone('https://git.forge.test/~ana/two');
		const elsewhere = clone('https://elsewhere.test/three');
		const { projects, problems } = await find([join(two, 'src'), newFolder('none'), one, two, elsewhere]);
		assert.deepEqual(problems, []);
		assert.deepEqual(
			projects.map(({ root, repositories, tracker, patchPrefix }) => [
				root,
				repositories[0]?.name,
				tracker?.name,
				tracker?.source,
				patchPrefix,
			]),
			[
				[two, 'two', 'two', 'same-name', undefined],
				[one, 'one', 'bugs', 'hut-file', true],
			],
		);
	});

	it('have what the user has chosen for their roots', async () => {
		const root = clone('git@git.forge.test:~ana/one');
		const bugs = { instance: 'forge', owner: '~ana', name: 'bugs' };
		const { projects } = await find([join(root, 'src')], (folder) =>
			folder === root ? { tracker: bugs } : {},
		);
		assert.equal(projects[0]?.tracker?.source, 'choice');
	});

	it('are found even if another folder cannot be read, which is said once', async () => {
		const root = clone('git@git.forge.test:~ana/one');
		const broken = newRepository();
		writeFileSync(join(broken, '.git', 'config'), '[core\n');
		const { projects, problems } = await find([broken, root, broken]);
		assert.equal(projects[0]?.root, root);
		assert.equal(problems.length, 1);
		assert.match(problems[0] ?? '', /^Git cannot read the repository in /);
	});

	it('are not searched for after the caller has cancelled', async () => {
		const reason = new Error('closed');
		await assert.rejects(find([newRepository()], undefined, AbortSignal.abort(reason)), reason);
	});
});
