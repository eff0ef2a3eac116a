import * as vscode from 'vscode';
import { RedirectHandler } from './accounts/forges/redirect-handler.ts';
import { background, reportBackgroundFailures } from './base/background.ts';
import { Lifetime } from './base/lifetime.ts';
import { Log } from './base/log/log.ts';
import { createLazyRecordWriter } from './base/log/log-on-demand.ts';
import { once } from './base/once.ts';
import { Secrets } from './base/secrets.ts';
import type { OnDemand, OnDemandOptions } from './on-demand.ts';
import { ReadOnlyFiles } from './platform/editor/files/read-only-files.ts';
import { TextFiles } from './platform/editor/files/text-files.ts';
import { whenGitIsEnabled } from './platform/editor/git-extension.ts';
import { LogChannel } from './platform/editor/log-channel.ts';
import { attempt } from './platform/editor/report.ts';
import { badges } from './platform/view/tree/badges.ts';
import type { TreeParts } from './platform/view/tree/tree.ts';
import { TreeRegistration } from './platform/view/tree/tree-registration.ts';

/** The views in the manifest. */
const views = [
	{ id: 'tildeforge.inbox', hasLevels: true },
	{ id: 'tildeforge.tickets', hasLevels: true },
	{ id: 'tildeforge.patches', hasLevels: true },
	{ id: 'tildeforge.repositories', hasLevels: true },
];
let current: OnDemand | undefined;
let lastSends: Promise<unknown> | undefined;

/**
 * Registers everything and returns: no network, no process, no file. What a command, a view or a sign-in needs is
 * loaded when it is first used. This file, `on-demand.ts`, `inbox-on-demand.ts`, `views-on-demand.ts`, `commands.ts` and `views.ts` put the features together.
 *
 * VS Code calls this in the same turn of the event loop in which it loads the code. Waiting for later turns lets other
 * extensions run in between.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
	await nextTurn();
	const lifetime = new Lifetime();
	// VS Code disposes this as soon as `deactivate` has begun, but the last changes are still being sent then.
	const end = () =>
		lastSends ? background(lastSends.finally(() => lifetime.dispose())) : lifetime.dispose();
	context.subscriptions.push({ dispose: end });

	const channel = lifetime.add(new LogChannel(context.extensionMode));
	const secrets = new Secrets();
	const log = new Log(createLazyRecordWriter(channel, secrets));
	reportBackgroundFailures((failure) => log.error('Something failed in the background', failure));
	const redirectHandler = new RedirectHandler();
	const sessionChanges = lifetime.add(
		new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>(),
	);
	const trees = new Map<string, TreeRegistration>();
	const tree = (id: string) => trees.get(id);
	const onDemand = loadOnDemand({
		context,
		lifetime,
		log,
		secrets,
		redirectHandler,
		sessionChanges,
		tree,
	});
	const repositories = async () => (await onDemand()).repositories();
	const patches = async () => (await onDemand()).patches();
	for (const { id, hasLevels } of views) {
		const load = async (parts: TreeParts) => (await onDemand()).createTree(parts);
		trees.set(id, lifetime.add(new TreeRegistration(id, { hasLevels, load })));
	}
	lifetime.add(vscode.window.registerFileDecorationProvider(badges));
	lifetime.add(
		vscode.window.registerWebviewPanelSerializer('tildeforge-ticket', {
			deserializeWebviewPanel: async (panel, state) =>
				(await (await onDemand()).tickets()).pages.restore(panel, state),
		}),
	);
	lifetime.add(
		vscode.window.registerWebviewPanelSerializer('tildeforge-patchset', {
			deserializeWebviewPanel: async (panel, state) =>
				(await (await patches()).feature()).pages.restore(panel, state),
		}),
	);
	const descriptions = new TextFiles(async () => (await onDemand()).trackerDescriptions());
	lifetime.add(vscode.workspace.registerFileSystemProvider('tildeforge-description', descriptions));
	const comments = new TextFiles(async () => (await (await onDemand()).services()).commentFiles);
	lifetime.add(vscode.workspace.registerFileSystemProvider('tildeforge-comment', comments));
	const didType = async (document: vscode.TextDocument) =>
		document.uri.scheme === 'tildeforge-comment' &&
		(await (await onDemand()).commentTyping()).didChange(document);
	lifetime.add(vscode.workspace.onDidOpenTextDocument((document) => background(didType(document))));
	lifetime.add(vscode.workspace.onDidChangeTextDocument(({ document }) => background(didType(document))));
	// VS Code may have restored some before it started the extension.
	for (const document of vscode.workspace.textDocuments) background(didType(document));
	const files = lifetime.add(new ReadOnlyFiles(async () => (await repositories()).files));
	const reason = 'Files of a remote repository cannot be edited here. Clone the repository to edit them.';
	lifetime.add(
		vscode.workspace.registerFileSystemProvider('tildeforge', files, {
			isCaseSensitive: true,
			isReadonly: new vscode.MarkdownString(reason),
		}),
	);
	lifetime.add(
		vscode.workspace.registerTextDocumentContentProvider('tildeforge-patch', {
			provideTextDocumentContent: async ({ query }) =>
				(await (await patches()).diffDocuments()).content(query),
		}),
	);
	lifetime.add(
		vscode.workspace.registerTextDocumentContentProvider('tildeforge-mail', {
			provideTextDocumentContent: async (uri) => (await (await patches()).originalMails()).content(uri),
		}),
	);
	lifetime.add(registerAuthentication(onDemand, sessionChanges.event));
	lifetime.add(vscode.window.registerUriHandler(redirectHandler));
	background(listCloneSources(repositories, lifetime));
	await nextTurn();
	registerCommands({ context, onDemand, channel, lifetime, log });
}

/** Loading `node:timers/promises` would take longer. */
const nextTurn = () => new Promise(setImmediate);

/** Loads the rest of the extension when it is first needed: VS Code waits for what `activate` loads. */
const loadOnDemand = (options: OnDemandOptions): (() => Promise<OnDemand>) =>
	once(async () => {
		const { OnDemand } = await import('./on-demand.ts');
		current = new OnDemand(options);
		return current;
	});

function registerAuthentication(
	onDemand: () => Promise<OnDemand>,
	onDidChangeSessions: vscode.AuthenticationProvider['onDidChangeSessions'],
): vscode.Disposable {
	const authentication = async () => (await (await onDemand()).sessions()).authentication;
	const provider: vscode.AuthenticationProvider = {
		onDidChangeSessions,
		getSessions: async (...args) => (await authentication()).getSessions(...args),
		createSession: async (...args) => (await authentication()).createSession(...args),
		removeSession: async (id) => (await authentication()).removeSession(id),
	};
	const options = { supportsMultipleAccounts: true };
	return vscode.authentication.registerAuthenticationProvider('tildeforge', 'Tildeforge', provider, options);
}

/** Lets *Git: Clone* list the user's repositories. */
function listCloneSources(repositories: OnDemand['repositories'], lifetime: Lifetime): Promise<void> {
	const getRemoteSources = async () =>
		(await import('./repositories/commands/clone-sources.ts')).cloneSources(
			(await repositories()).repositories,
		);
	const provider = { name: 'Tildeforge', icon: 'repo', getRemoteSources };
	return whenGitIsEnabled(lifetime, (git) => lifetime.add(git.registerRemoteSourceProvider(provider)));
}

interface CommandsOptions {
	readonly context: vscode.ExtensionContext;
	readonly onDemand: () => Promise<OnDemand>;
	readonly channel: LogChannel;
	readonly lifetime: Lifetime;
	readonly log: Log;
}

/** Registers the commands in the manifest. Their handlers are loaded when the first command is run. */
function registerCommands({ context, onDemand, channel, lifetime, log }: CommandsOptions): void {
	const handlers = once(async () => {
		const [{ commandTable }, parts] = await Promise.all([import('./commands.ts'), onDemand()]);
		const { services, tickets, views, repositoryCommands, patches: patchParts } = parts;
		const patches = async () => (await patchParts()).feature();
		return commandTable({
			channel,
			services,
			sample: parts.sample,
			tickets: async () => (await tickets()).commands,
			pending: async () => (await services()).pending,
			statuses: async () => (await patches()).statuses,
			repositories: repositoryCommands,
			lists: async () => (await patchParts()).listCommands(),
			series: async () => (await patches()).series,
			ticketsView: async () => (await tickets()).viewCommands,
			inbox: async () => (await parts.inbox()).commands(),
			showLiveStatus: async () => (await parts.inbox()).showLiveStatus(),
			askAboutProjects: async () => (await views()).askAboutProjects(),
			refresh: async () => {
				(await views()).refresh();
				(await tickets()).pages.refresh();
				(await patches()).pages.refresh();
			},
			showRow: (view, row, left) => parts.showRow(view, row, left),
		});
	});
	const commands: readonly { readonly command: string }[] =
		context.extension.packageJSON.contributes.commands;
	for (const { command: id } of commands) {
		const handle = async (...args: never[]) => {
			const handler = (await handlers())[id];
			if (!handler) throw new Error(`${id} has no handler`);
			return handler(...args);
		};
		lifetime.add(
			vscode.commands.registerCommand(id, (...args: never[]) => attempt(id, () => handle(...args), log)),
		);
	}
}

/**
 * Sends the changes that are pending, and then stops the sample forge, which receives some of them. Meanwhile, drafts are
 * written and caches removed. Waits for all of this even if some of it fails: VS Code ends the process when this settles.
 */
export async function deactivate(): Promise<void> {
	lastSends = current?.sendPending();
	const stopSample = async () => {
		await lastSends;
		await current?.stopSample();
	};
	await Promise.allSettled([stopSample(), current?.settled()]);
}
