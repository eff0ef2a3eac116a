import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { WorkspaceFolders } from '../platform/editor/workspace-folders.ts';
import { StoredChoices } from '../platform/git/project-choices.ts';
import { Projects } from '../platform/git/projects.ts';
import type { Instance } from '../signin/instance.ts';
import type { Forges } from './forges.ts';

interface ProjectServicesOptions {
	readonly forges: Pick<Forges, 'instances'>;
	readonly context: Pick<vscode.ExtensionContext, 'workspaceState'>;
	readonly log: Log;
}

/** Finds the projects of the workspace on the forges that are set up. Loaded when a view or a repository is first used. */
export function openProjects({ forges, context, log }: ProjectServicesOptions): Disposable & {
	readonly projects: Projects<Instance>;
} {
	const lifetime = new Lifetime();
	const projects = lifetime.add(
		new Projects<Instance>({
			workspace: lifetime.add(new WorkspaceFolders()),
			instances: () => forges.instances.all,
			onDidChangeInstances: forges.instances.onDidChange,
			choices: new StoredChoices(context.workspaceState),
			log: log.child('git'),
		}),
	);
	return { projects, dispose: () => lifetime.dispose() };
}
