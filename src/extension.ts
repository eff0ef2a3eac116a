import * as vscode from 'vscode';
import { RedirectHandler } from './accounts/forges/redirect-handler.ts';
import type { Sessions } from './accounts/forges/sessions.ts';
import { background, reportBackgroundFailures } from './base/background.ts';
import { nextTurn } from './base/clock.ts';
import { Lifetime } from './base/lifetime.ts';
import { createLazyRecordWriter } from './base/log/lazy-record-writer.ts';
import { Log } from './base/log/log.ts';
import { once } from './base/once.ts';
import { Secrets } from './base/secrets.ts';
import type { Main } from './main.ts';
import { registerPatchFiles } from './patches/registration.ts';
import type { ExtensionWindow } from './platform/commands/extension-window.ts';
import { Deactivation } from './platform/editor/deactivation.ts';
import { registerDrafts } from './platform/editor/files/register-drafts.ts';
import { LogChannel } from './platform/editor/log-channel.ts';
import { attempt } from './platform/editor/report.ts';
import { badges } from './platform/view/tree/badges.ts';
import type { TreeParts } from './platform/view/tree/tree.ts';
import { TreeRegistration } from './platform/view/tree/tree-registration.ts';
import { registerRepositories } from './repositories/registration.ts';
import { registerTicketFiles } from './tickets/registration.ts';

/** The views in the manifest. */
const views = ['tildeforge.inbox', 'tildeforge.tickets', 'tildeforge.patches', 'tildeforge.repositories'];

let activeDeactivation: Deactivation | undefined;

/**
 * Registers everything and returns: no network, no process, no file. What a command, a view or a sign-in needs is
 * loaded when it is first used, from `main.ts`.
 *
 * VS Code calls this in the same turn of the event loop in which it loads the code. Waiting for later turns lets other
 * extensions run in between. Reasons: docs/decisions/start-up.md.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
	await nextTurn();
	const lifetime = new Lifetime();
	const deactivation = new Deactivation();
	activeDeactivation = deactivation;
	// VS Code disposes this as soon as `deactivate` has begun, but the last changes are still being sent then.
	const dispose = () => {
		const { sending } = deactivation;
		return sending ? background(sending.finally(() => lifetime.dispose())) : lifetime.dispose();
	};
	context.subscriptions.push({ dispose });

	const channel = lifetime.add(new LogChannel(context.extensionMode));
	const secrets = new Secrets();
	const log = new Log(createLazyRecordWriter(channel, secrets));
	reportBackgroundFailures((failure) => log.error('Something failed in the background', failure));
	const redirectHandler = new RedirectHandler();
	const sessionChanges = lifetime.add(
		new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>(),
	);

	// VS Code asks for sessions in every window, so this loads nothing else.
	const sessions = once(async (): Promise<Sessions> => {
		const { openSessions } = await import('./accounts/forges/sessions.ts');
		const accounts = async () => (await main()).accounts();
		return lifetime.add(await openSessions({ context, log, secrets, changes: sessionChanges, accounts }));
	});
	const main = once(async (): Promise<Main> => {
		const { Main } = await import('./main.ts');
		return new Main(extensionWindow, sessions, redirectHandler, channel);
	});

	const createTree = async (parts: TreeParts) => (await main()).createTree(parts);
	const trees = new Map(views.map((id) => [id, lifetime.add(new TreeRegistration(id, createTree))]));
	const tree = (id: string) => {
		const registered = trees.get(id);
		if (!registered) throw new Error(`There is no view ${id}`);
		return registered;
	};
	const extensionWindow: ExtensionWindow = { context, lifetime, deactivation, log, secrets, tree };

	lifetime.add(vscode.window.registerFileDecorationProvider(badges));
	registerPages(main, lifetime);
	registerTicketFiles(async () => (await main()).tickets, lifetime);
	registerPatchFiles(async () => (await main()).patches, lifetime);
	const mails = {
		scheme: 'tildeforge-draft',
		files: async () => (await main()).review.mailFiles(),
		editors: async () => (await main()).review.mailEditors(),
	};
	registerDrafts(mails, lifetime);
	lifetime.add(
		vscode.authentication.registerAuthenticationProvider(
			'tildeforge',
			'Tildeforge',
			{
				onDidChangeSessions: sessionChanges.event,
				getSessions: async (...args) => (await sessions()).authentication.getSessions(...args),
				createSession: async (...args) => (await sessions()).authentication.createSession(...args),
				removeSession: async (id) => (await sessions()).authentication.removeSession(id),
			},
			{ supportsMultipleAccounts: true },
		),
	);
	lifetime.add(vscode.window.registerUriHandler(redirectHandler));
	registerRepositories(async () => (await main()).repositories, lifetime);
	await nextTurn();
	registerCommands(main, extensionWindow);
}

type LoadMain = () => Promise<Main>;

/** Lets VS Code restore the pages that were open when it was closed. */
function registerPages(main: LoadMain, lifetime: Lifetime): void {
	for (const [viewType, feature] of [
		['tildeforge-ticket', 'tickets'],
		['tildeforge-patchset', 'patches'],
	] as const) {
		const deserializeWebviewPanel = async (panel: vscode.WebviewPanel, state: unknown) =>
			(await (await main())[feature].pagesAndCommands()).pages.restore(panel, state);
		lifetime.add(vscode.window.registerWebviewPanelSerializer(viewType, { deserializeWebviewPanel }));
	}
}

/** Registers the commands in the manifest. */
function registerCommands(main: LoadMain, { context, lifetime, log }: ExtensionWindow): void {
	const commands: readonly { readonly command: string }[] =
		context.extension.packageJSON.contributes.commands;
	for (const { command: id } of commands) {
		const run = async (...args: never[]) => {
			const handler = (await main()).commands[id];
			if (!handler) throw new Error(`${id} has no handler`);
			return handler(...args);
		};
		lifetime.add(
			vscode.commands.registerCommand(id, (...args: never[]) => attempt(id, () => run(...args), log)),
		);
	}
}

/**
 * Sends the changes that are pending, and then stops the sample forge, which receives some of them. Meanwhile, drafts are
 * written and caches removed. VS Code ends the process when this settles.
 */
export async function deactivate(): Promise<void> {
	await activeDeactivation?.run();
}
