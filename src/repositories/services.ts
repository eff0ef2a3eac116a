import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log/log.ts';
import type { Commit } from '../forge/shapes/repositories.ts';
import { findProgram } from '../platform/git/find-program.ts';
import type { CloneObjects } from '../platform/git/objects.ts';
import type { ProjectItem } from '../platform/model/project-items.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import { commitTextLinks } from './commands/commit-text-links.ts';
import { encodingLenses } from './files/encoding-lenses.ts';
import { FolderConsent } from './files/folder-consent.ts';
import { RepositoryFiles } from './files/repository-files.ts';
import { SubmoduleDecorations } from './files/submodule-decorations.ts';
import { commitText, commitTextName } from './model/commits/commit-text.ts';
import type { SignatureState } from './model/commits/signature.ts';
import { type FileAddress, filesScheme } from './model/file-address.ts';
import { Submodules } from './state/entries/submodules.ts';
import { FileWatcher } from './state/file-watcher.ts';
import { RemoteBlobs } from './state/remote-blobs.ts';
import { Repositories } from './state/repositories.ts';
import { RepositoryPool } from './state/repository-pool.ts';
import { Signatures } from './state/signature/signatures.ts';
import { verifySignature } from './state/signature/verify-signature.ts';

/** Everything about repositories, loaded when the view, a command or the file system is first used. */
interface RepositoryServices extends Disposable {
	readonly repositories: Repositories;
	readonly files: RepositoryFiles;
	readonly submodules: Submodules;
	/** Files by the beginnings of their blobs' ids. */
	readonly blobs: RemoteBlobs;
}

/** The projects of the window, which may have clones of repositories. */
interface LocalClones {
	ready(): Promise<void>;
	objectsOf(repository: ProjectItem): readonly CloneObjects[];
	readonly emails: readonly string[];
}

const megabyte = 1024 * 1024;

/** How many bytes of objects the user lets each account keep on the disk. */
function maxBytes(): number {
	const size = vscode.workspace.getConfiguration().get<unknown>('tildeforge.objectCacheSize');
	return megabyte * Math.max(16, typeof size === 'number' ? size : 512);
}

/** VS Code's Explorer ignores reported changes of folders. */
function refreshExplorer(): void {
	const isShown = vscode.workspace.workspaceFolders?.some(({ uri }) => uri.scheme === filesScheme);
	if (isShown) background(vscode.commands.executeCommand('workbench.files.action.refreshFilesExplorer'));
}

/** Verifies a signature when its commit is shown: that takes some 10 ms, and no network. */
async function verifyInWindow(commit: Commit, log: Log): Promise<SignatureState> {
	const { isTrusted } = vscode.workspace;
	// Only the user's own setting: a workspace must not name the program.
	const path = vscode.workspace.getConfiguration('git').inspect<unknown>('path')?.globalValue;
	const program = isTrusted ? await findProgram(path) : undefined;
	const git = program === undefined ? undefined : { program, isTrusted };
	return verifySignature(commit, { isTrusted, git, log });
}

/** `folder` is the editor's storage folder for this extension. */
export async function openRepositoryServices(
	forges: AccountSource,
	clones: LocalClones,
	folder: string,
	log: Log,
): Promise<RepositoryServices> {
	const lifetime = new Lifetime();
	// The repositories read objects from local clones rather than request them, so the clones must be known.
	await clones.ready();
	const repositories = lifetime.add(
		await Repositories.open({
			forges,
			maxBytes,
			localObjects: (repository) => clones.objectsOf(repository),
			localAddresses: () => clones.emails,
			folder,
			log: log.child('repositories'),
		}),
	);
	const pool = lifetime.add(new RepositoryPool(repositories));
	const blobs = lifetime.add(new RemoteBlobs(repositories, log.child('repositories')));
	const sources = (address: FileAddress) => pool.at(address);
	const watcher = lifetime.add(new FileWatcher(sources, repositories.onDidChange, log));
	lifetime.add(watcher.onDidChange(refreshExplorer));
	const signatures = new Signatures((commit) => verifyInWindow(commit, log));
	const consent = new FolderConsent(repositories);
	const decorations = lifetime.add(new SubmoduleDecorations());
	lifetime.add(vscode.window.registerFileDecorationProvider(decorations));
	const files = new RepositoryFiles(
		sources,
		async (commit) => commitText(commit, await signatures.of(commit)),
		watcher,
		(...opened) => consent.require(...opened),
		decorations,
	);
	const selector = { scheme: filesScheme, pattern: `**/${commitTextName}` };
	lifetime.add(vscode.languages.registerDocumentLinkProvider(selector, commitTextLinks(repositories)));
	lifetime.add(
		vscode.languages.registerCodeLensProvider(
			{ scheme: filesScheme },
			encodingLenses((uri) => files.readQuietly(uri)),
		),
	);
	const submodules = new Submodules(repositories, pool);
	return { repositories, files, submodules, blobs, dispose: () => lifetime.dispose() };
}
