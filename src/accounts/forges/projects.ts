import { join } from 'node:path';
import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { fileStorage } from '../../base/files/file-storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { WorkspaceFolders } from '../../platform/editor/workspace-folders.ts';
import { StoredChoices } from '../../platform/git/project-choices.ts';
import { Projects } from '../../platform/git/projects.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import type { Instances } from './instances.ts';

/**
 * Finds the projects of the workspace on the forges that are set up. Loaded when a view or a repository is first used. `folder` is the
 * editor's storage folder for this extension.
 */
export async function openProjects(
	instances: Instances,
	folder: string,
	log: Log,
): Promise<Disposable & { readonly projects: Projects<Instance> }> {
	const lifetime = new Lifetime();
	// Not VS Code's `globalState`: it has the choices of all windows and machines in one value, and the window that writes last wins.
	const storage = fileStorage(join(folder, 'kept'), log);
	const choices = lifetime.add(new StoredChoices(storage, log));
	await choices.open();
	lifetime.add(
		vscode.window.onDidChangeWindowState(({ focused }) => {
			if (focused) background(choices.read());
		}),
	);
	const projects = lifetime.add(
		new Projects<Instance>({
			workspace: lifetime.add(new WorkspaceFolders()),
			instances: () => instances.all,
			onDidChangeInstances: instances.onDidChange,
			choices,
			log: log.child('git'),
		}),
	);
	return { projects, dispose: () => lifetime.dispose() };
}
