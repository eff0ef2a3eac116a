import assert from 'node:assert/strict';
import { memory } from '../../tools/memory.ts';
import { setSetting, workspaceEvents } from '../editor.ts';
import { git } from '../platform/git/clones.ts';
import { cloneOf } from '../platform/git/open-workspace.ts';
import { readable } from '../tickets/state/forge.ts';

const { openProjects } = await import('../../../src/accounts/projects.ts');
const { Instances } = await import('../../../src/accounts/instances.ts');
const { Uri } = await import('vscode');

describe('The projects of a window', () => {
	it('are on the forges in the settings, and remember the choices of the user in the workspace', async () => {
		const root = cloneOf('git@git.forge.test:~ana/editor');
		const forge = {
			name: 'forge.test',
			repositories: 'https://git.forge.test',
			trackers: 'https://todo.forge.test',
		};
		setSetting('git.path', git.program);
		setSetting('folders', [{ uri: Uri.file(root) }]);
		const instances = new Instances();
		const workspaceState = { ...memory(), keys: () => [] };
		const { log } = readable();
		const opened = openProjects({ forges: { instances }, context: { workspaceState }, log });
		const { projects } = opened;
		let changes = 0;
		projects.onDidChange(() => changes++);
		await projects.settled();
		assert.deepEqual([...projects.all], []);

		setSetting('trusted', true);
		workspaceEvents.trusted.fire();
		await projects.settled();
		assert.deepEqual([projects.all, changes], [[], 1]);

		setSetting('tildeforge.instances', [forge]);
		assert.equal(changes, 2);
		const [project] = projects.all;
		assert.deepEqual([project?.root, project?.tracker?.source], [root, 'same-name']);
		await projects.choices.change(root, { tracker: 'none' });
		assert.equal(workspaceState.written.length, 1);
		assert.equal(projects.all[0]?.tracker, undefined);

		opened.dispose();
		instances.dispose();
		setSetting('tildeforge.instances', []);
		assert.equal(changes, 3);
	});
});
