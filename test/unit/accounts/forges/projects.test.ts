import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { git } from '../../../kit/items/clones.ts';
import { setSetting, windowStates, workspaceEvents } from '../../../kit/window/editor.ts';
import { cloneOf } from '../../../kit/window/open-workspace.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

const { openProjects } = await import('../../../../src/accounts/forges/projects.ts');
const { Instances } = await import('../../../../src/accounts/forges/instances.ts');
const { Uri } = await import('vscode');

const forge = {
	name: 'forge.test',
	repositories: 'https://git.forge.test',
	trackers: 'https://todo.forge.test',
};

describe('The projects of a window', () => {
	const opened: { dispose(): void }[] = [];
	afterEach(() => {
		for (const one of opened.splice(0)) one.dispose();
		setSetting('tildeforge.instances', []);
		setSetting('trusted', false);
	});

	/** A window of a workspace with one folder. */
	async function open(root: string, storage: string) {
		setSetting('git.path', git.program);
		setSetting('folders', [{ uri: Uri.file(root) }]);
		const instances = new Instances();
		opened.push(instances);
		const { log } = readable();
		const services = await openProjects(instances, storage, log);
		opened.push(services);
		const { projects } = services;
		await projects.settled();
		return projects;
	}

	const newClone = () => cloneOf('git@git.forge.test:~ana/editor');

	it('are on the forges in the settings', async () => {
		const root = newClone();
		const projects = await open(root, temporaryFolder('storage'));
		let changes = 0;
		projects.onDidChange(() => changes++);
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
		assert.equal(projects.all[0]?.tracker, undefined);
		assert.equal(changes, 3);
		for (const one of opened.splice(0)) one.dispose();
		setSetting('tildeforge.instances', []);
		assert.equal(changes, 3);
	});

	it('have what the user has chosen for their folder in another workspace, also by another path to it', async () => {
		const root = newClone();
		const link = join(temporaryFolder('links'), 'link');
		symlinkSync(root, link, 'junction');
		setSetting('trusted', true);
		setSetting('tildeforge.instances', [forge]);
		const storage = temporaryFolder('storage');
		const { choices } = await open(root, storage);
		await choices.change(root, { tracker: { instance: forge.name, owner: '~ana', name: 'bugs' } });
		for (const path of [join(root, 'src'), link]) {
			const [project] = (await open(path, storage)).all;
			assert.deepEqual([project?.tracker?.name, project?.tracker?.source], ['bugs', 'choice'], path);
		}
		const [elsewhere] = (await open(root, temporaryFolder('another machine'))).all;
		assert.equal(elsewhere?.tracker?.source, 'same-name');
	});

	it('have what the user has chosen in another window at the latest when they return to this one', async () => {
		const root = newClone();
		setSetting('trusted', true);
		setSetting('tildeforge.instances', [forge]);
		const storage = temporaryFolder('storage');
		// A file cannot be watched as a folder.
		mkdirSync(join(storage, 'kept'));
		writeFileSync(join(storage, 'kept', 'projects'), '');
		const projects = await open(root, storage);
		rmSync(join(storage, 'kept', 'projects'));
		const other = await open(root, storage);
		await other.choices.change(root, { tracker: 'none' });
		assert.equal(projects.all[0]?.tracker?.source, 'same-name');
		windowStates.fire({ focused: false });
		windowStates.fire({ focused: true });
		await until(() => projects.all[0]?.tracker === undefined, { what: 'the choice is read' });
	});
});
