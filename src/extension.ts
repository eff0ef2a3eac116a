import * as vscode from 'vscode';
import { SampleForge } from './accounts/commands/sample-forge.ts';
import { RedirectHandler } from './accounts/redirect-handler.ts';
import { background, reportBackgroundFailures } from './base/background.ts';
import { Lifetime } from './base/lifetime.ts';
import { Log } from './base/log.ts';
import { once } from './base/once.ts';
import { Secrets } from './base/secrets.ts';
import { commandTable } from './commands.ts';
import { LogChannel } from './platform/editor/log-channel.ts';
import { attempt } from './platform/editor/report.ts';
import { TextFiles } from './platform/editor/text-files.ts';
import type { Row } from './platform/view/row.ts';
import { badges, Tree } from './platform/view/tree.ts';

/** The views in the manifest. The inbox is a flat list. */
const views = [
	{ id: 'tildeforge.inbox', hasLevels: false },
	{ id: 'tildeforge.tickets', hasLevels: true },
	{ id: 'tildeforge.patches', hasLevels: true },
	{ id: 'tildeforge.repositories', hasLevels: true },
];
const sample = new SampleForge();
/** Resolves when all drafts are written to the disk. */
let flushDrafts = (): Promise<void> => Promise.resolve();
/** Resolves when the cached data of accounts that have signed out is removed from the disk. */
let finishCacheRemoval = (): Promise<void> => Promise.resolve();
/** Sends the changes of this window that still wait for Undo. Undefined if there are none. */
let sendPending = (): Promise<void> | undefined => undefined;
let lastSends: Promise<void> | undefined;
/** Less than the five seconds that VS Code gives an extension to deactivate. */
const deactivationMs = 3000;

/**
 * Registers everything and returns: no network, no process, no file. What a command, a view or a sign-in needs is
 * loaded when it is first used. This file, `commands.ts` and `views.ts` put the features together.
 */
export function activate(context: vscode.ExtensionContext): void {
	const lifetime = new Lifetime();
	// VS Code disposes this as soon as `deactivate` has begun, but the last changes are still being sent then.
	const end = () =>
		lastSends ? background(lastSends.finally(() => lifetime.dispose())) : lifetime.dispose();
	context.subscriptions.push({ dispose: end });

	const channel = lifetime.add(new LogChannel(context.extensionMode));
	const secrets = new Secrets();
	const log = new Log(channel, secrets);
	reportBackgroundFailures((failure) => log.error('Something failed in the background', failure));
	const redirectHandler = new RedirectHandler();
	const sessionChanges = lifetime.add(
		new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>(),
	);

	const trySample = sample.signIn.bind(sample);
	// VS Code asks for sessions in every window, so this loads nothing else.
	const sessions = once(async () => {
		const { openSessions } = await import('./accounts/sessions.ts');
		const opened = await openSessions({
			...{ context, log, secrets, changes: sessionChanges },
			renew: async (id) => (await accountServices()).forges.renewal.freshSession(id),
			signIn: async (scopes, instance) => {
				const session = await (await accountServices()).signIn({ scopes, instance });
				if (!session) throw new vscode.CancellationError();
				return session;
			},
			signOut: async (session) => (await accountServices()).forges.signOut(session),
		});
		return lifetime.add(opened);
	});
	const accountServices = once(async () => {
		const [{ openAccountServices }, { SeenTickets }, { registry }] = await Promise.all([
			import('./accounts/services.ts'),
			import('./tickets/state/seen-tickets.ts'),
			sessions(),
		]);
		const seen = new SeenTickets(context.globalState);
		lifetime.add(registry.onDidChange(({ removed }) => seen.forget(removed.map(({ id }) => id))));
		const opened = lifetime.add(
			openAccountServices({ context, registry, log, secrets, redirectHandler, trySample }),
		);
		finishCacheRemoval = () => opened.forges.caches.settled(AbortSignal.timeout(deactivationMs));
		return opened;
	});
	const services = once(async () => {
		const [{ openTicketServices }, { registerTodoActions }, { follow }] = await Promise.all([
			import('./tickets/services.ts'),
			import('./tickets/commands/todo-action.ts'),
			sessions(),
		]);
		follow();
		const accounts = await accountServices();
		const { forges, signIn } = accounts;
		const opened = lifetime.add(await openTicketServices({ forges, signIn, context, log }));
		sendPending = () => opened.tickets.outbox.finish(AbortSignal.timeout(deactivationMs));
		flushDrafts = () => opened.tickets.drafts.settled(AbortSignal.timeout(deactivationMs));
		lifetime.add(registerTodoActions(() => forges.accounts.length > 0));
		return { ...opened, ...accounts };
	});
	const viewRegistry = once(async () => {
		const [{ forges, tickets, settings, seen }, { ViewRegistry }] = await Promise.all([
			services(),
			import('./views.ts'),
		]);
		return lifetime.add(
			new ViewRegistry({
				forges,
				tickets,
				settings,
				seen,
				isVisible: (id) => trees.get(id)?.view.visible === true,
				changed: (id, change) => background(trees.get(id)?.refresh(change)),
			}),
		);
	});
	const trees: ReadonlyMap<string, Tree> = new Map(
		views.map(({ id, hasLevels }) => {
			const failureRow = async (error: unknown) => {
				log.error(`${id} could not be shown`, error);
				return (await import('./platform/view/failure-rows.ts')).failureRow(error);
			};
			const roots = async () => (await viewRegistry()).roots(id);
			const head = async () => (await viewRegistry()).view(id) ?? {};
			const didShow = async (row: Row) => (await viewRegistry()).view(id)?.didShow?.(row);
			const didBecomeVisible = async () => (await viewRegistry()).view(id)?.didBecomeVisible?.();
			return [
				id,
				lifetime.add(
					new Tree(id, {
						hasLevels,
						memory: context.workspaceState,
						roots,
						head,
						didShow,
						didBecomeVisible,
						failureRow,
					}),
				),
			];
		}),
	);
	lifetime.add(vscode.window.registerFileDecorationProvider(badges));

	const tickets = once(async () => {
		const [opened, { TicketsFeature }] = await Promise.all([services(), import('./tickets/feature.ts')]);
		const { extensionUri } = context;
		const list = { tree: trees.get('tildeforge.tickets'), lists: (await viewRegistry()).tickets.lists };
		return lifetime.add(new TicketsFeature({ services: opened, list, extension: extensionUri, log }));
	});
	lifetime.add(
		vscode.window.registerWebviewPanelSerializer('tildeforge-ticket', {
			deserializeWebviewPanel: async (panel, state) => (await tickets()).pages.restore(panel, state),
		}),
	);

	const descriptions = once(async () => {
		const [{ tickets }, { TrackerDescriptions }] = await Promise.all([
			services(),
			import('./tickets/commands/tracker-descriptions.ts'),
		]);
		return new TrackerDescriptions({ accounts: () => tickets.accounts, memory: context.workspaceState });
	});
	lifetime.add(
		vscode.workspace.registerFileSystemProvider('tildeforge-description', new TextFiles(descriptions)),
	);

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
	const commands = commandTable({
		channel,
		services,
		sample,
		tickets: async () => (await tickets()).commands,
		ticketsView: async () => (await tickets()).viewCommands,
		refresh: async () => {
			(await viewRegistry()).refresh();
			(await tickets()).pages.refresh();
		},
	});
	for (const [id, act] of Object.entries(commands)) {
		lifetime.add(
			vscode.commands.registerCommand(id, (...args: never[]) => attempt(id, () => act(...args), log)),
		);
	}
}

/**
 * Sends pending changes, stops the sample forge, which has its own folder, and waits for drafts that are being written
 * and caches that are being removed, even if the sample forge fails to stop: VS Code ends the process when this settles.
 */
export async function deactivate(): Promise<void> {
	lastSends = sendPending();
	await Promise.allSettled([lastSends, sample.stop(), flushDrafts(), finishCacheRemoval()]);
}
