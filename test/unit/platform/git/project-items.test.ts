import assert from 'node:assert/strict';
import {
	confirmedOfProjects,
	otherPart,
	repositoriesOfProjects,
} from '../../../../src/platform/git/project-items.ts';
import { userGit } from '../../../kit/items/clones.ts';
import { cloneOf, openWorkspace } from '../../../kit/window/open-workspace.ts';

describe('The items of the projects', () => {
	it('are all repositories of the remotes, and only the trackers and lists that are confirmed', async () => {
		const root = cloneOf('git@git.forge.test:~ana/editor', { '.hut.scfg': 'tracker ~ana/bugs\n' });
		userGit(root, 'remote', 'add', 'bob', 'git@git.forge.test:~bob/editor');
		const { projects, dispose } = openWorkspace({ folders: [root] });
		const repositories = repositoriesOfProjects(projects);
		const [trackers, lists] = [
			confirmedOfProjects(projects, 'tracker'),
			confirmedOfProjects(projects, 'list'),
		];
		await repositories.ready();
		await projects.settled();
		const editor = { instance: 'forge', owner: '~ana', name: 'editor' };
		assert.deepEqual(repositories.all, [editor, { ...editor, owner: '~bob' }]);
		assert.deepEqual(trackers.all, [{ ...editor, name: 'bugs' }]);
		assert.deepEqual(lists.all, []);
		await projects.choices.change(root, { list: editor });
		assert.deepEqual(lists.all, [editor]);
		assert.equal(otherPart(projects, ['list', editor], 'tracker')?.name, 'bugs');
		assert.equal(otherPart(projects, ['list', editor], 'repository')?.owner, '~ana');
		assert.equal(otherPart(projects, ['list', { ...editor, owner: '~eve' }], 'tracker'), undefined);
		dispose();
	});
});
