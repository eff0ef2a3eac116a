import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Lifetime } from '../base/lifetime.ts';
import { ReadOnlyFiles } from '../platform/editor/files/read-only-files.ts';
import { whenGitIsEnabled } from '../platform/editor/git-extension.ts';
import type { RepositoriesFeature } from './index.ts';

/** Registers the files of repositories, and what VS Code can clone. */
export function registerRepositories(feature: () => Promise<RepositoriesFeature>, lifetime: Lifetime): void {
	const files = lifetime.add(new ReadOnlyFiles(async () => (await (await feature()).services()).files));
	const reason = 'Files of a remote repository cannot be edited here. Clone the repository to edit them.';
	const options = { isCaseSensitive: true, isReadonly: new vscode.MarkdownString(reason) };
	lifetime.add(vscode.workspace.registerFileSystemProvider('tildeforge', files, options));
	const getRemoteSources = async () => (await feature()).cloneSources();
	const cloneSources = { name: 'Tildeforge', icon: 'repo', getRemoteSources };
	background(
		whenGitIsEnabled(lifetime, (git) => lifetime.add(git.registerRemoteSourceProvider(cloneSources))),
	);
}
