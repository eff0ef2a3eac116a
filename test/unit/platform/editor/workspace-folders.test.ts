import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { made, setSetting, workspaceEvents } from '../../../kit/window/editor.ts';

const { WorkspaceFolders } = await import('../../../../src/platform/editor/workspace-folders.ts');
const { Uri } = await import('vscode');

describe('The folders of the workspace', () => {
	let lifetime: Lifetime;
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => lifetime.dispose());

	function open() {
		const folders = lifetime.add(new WorkspaceFolders());
		let changes = 0;
		lifetime.add(folders.onDidChange(() => changes++));
		return { folders, changes: () => changes };
	}

	it('are those on this machine', () => {
		const { folders } = open();
		assert.deepEqual(folders.folders, []);
		const remote = Uri.from({ scheme: 'tildeforge', authority: 'forge', path: '/~ana/editor' });
		setSetting('folders', [{ uri: Uri.file('/b') }, { uri: remote }, { uri: Uri.file('/a') }]);
		assert.deepEqual(folders.folders, ['/b', '/a']);
	});

	it('change when folders are added or removed, when the workspace is trusted and when git is elsewhere', () => {
		const { folders, changes } = open();
		workspaceEvents.folders.fire();
		assert.equal(changes(), 1);
		assert.equal(folders.isTrusted, false);
		setSetting('trusted', true);
		workspaceEvents.trusted.fire();
		assert.deepEqual([changes(), folders.isTrusted], [2, true]);
		setSetting('git.path', '/opt/git');
		assert.equal(changes(), 3);
		setSetting('git.other', true);
		assert.equal(changes(), 3);
		lifetime.dispose();
		workspaceEvents.folders.fire();
		assert.equal(changes(), 3);
	});

	it('are read with the git that the user has set, not with one that the workspace names', () => {
		const { folders } = open();
		setSetting('workspace git.path', '/workspace/git');
		setSetting('workspace path', '/workspace/git');
		assert.equal(folders.gitPath, undefined);
		setSetting('git.path', ['/opt/git']);
		assert.deepEqual(folders.gitPath, ['/opt/git']);
	});

	it('tell which files appear, change and disappear, until they are no longer watched', () => {
		const { folders } = open();
		const files = [join('/a', '.git', 'config'), join('/a', '.hut.scfg')];
		let changes = 0;
		const watching = folders.watch(files, () => changes++);
		const [config = assert.fail(), hut = assert.fail()] = made.watchers;
		assert.deepEqual([config.file, hut.file], ['file:/a/.git/config', 'file:/a/.hut.scfg']);
		config.created.fire();
		config.changed.fire();
		hut.deleted.fire();
		assert.equal(changes, 3);
		watching.dispose();
		config.changed.fire();
		assert.equal(changes, 3);
		assert.ok(config.isDisposed && hut.isDisposed);
	});
});
