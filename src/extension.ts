import * as vscode from 'vscode';
import { Lifetime } from './base/lifetime.ts';
import { Log } from './base/log.ts';
import { once } from './base/once.ts';
import { Secrets } from './base/secrets.ts';
import { Sample } from './commands/sample.ts';
import { commandTable } from './commands/table.ts';
import { Landings } from './host/landing.ts';
import { LogChannel } from './host/log-channel.ts';
import { attempt } from './host/report.ts';
import { failureRow } from './views/failure.ts';
import type { Row } from './views/row.ts';
import { badges, Tree, viewIds } from './views/tree.ts';

const sample = new Sample();

/**
 * Registers, and returns: no network, no process, no file. What a command, a view or a sign-in needs is loaded when it is
 * first used. This is the only file that builds things.
 */
export function activate(context: vscode.ExtensionContext): void {
	const lifetime = new Lifetime();
	context.subscriptions.push(lifetime);

	const channel = lifetime.add(new LogChannel(context.extensionMode));
	const secrets = new Secrets();
	const log = new Log(channel, secrets);
	const landings = new Landings();
	const sessionChanges = lifetime.add(
		new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>(),
	);

	const trySample = sample.enter.bind(sample);
	const given = { context, log, secrets, landings, sessionChanges, trySample };
	// The editor asks who is signed in as soon as it can: that is all it gets.
	const desk = once(async () => lifetime.add(await (await import('./host/desk.ts')).openDesk(given)));
	const work = once(async () =>
		lifetime.add(await (await import('./host/desk.ts')).openWorkplace(await desk(), given)),
	);
	const sources = once(async () => {
		const [{ forges, tickets, settings }, { Sources }] = await Promise.all([
			work(),
			import('./views/sources.ts'),
		]);
		lifetime.add(settings.onDidChange(() => trees.get('tildeforge.tickets')?.refresh()));
		return lifetime.add(
			new Sources({
				forges,
				tickets,
				queries: () => settings.queries,
				grouping: () => settings.grouping,
				filter: (key) => settings.filter(key),
				changed: (id, row) => trees.get(id)?.refresh(row),
			}),
		);
	});
	const trees = new Map<string, Tree>(
		viewIds.map((id) => {
			const failed = (error: unknown) => {
				log.error(`${id} could not be shown`, error);
				return failureRow(error);
			};
			const roots = async () => (await sources()).roots(id);
			const shown = async (row: Row) => (await sources()).shown(id, row);
			return [id, lifetime.add(new Tree(id, { roots, shown, failed }))];
		}),
	);
	lifetime.add(vscode.window.registerFileDecorationProvider(badges));

	const tickets = once(async () => {
		const [opened, { TicketPlace }] = await Promise.all([work(), import('./commands/tickets/place.ts')]);
		const { extensionUri, globalState } = context;
		const view = trees.get('tildeforge.tickets')?.view;
		const { listOf } = await sources();
		return lifetime.add(
			new TicketPlace({ desk: opened, view, listOf, extension: extensionUri, memory: globalState, log }),
		);
	});
	lifetime.add(
		vscode.window.registerWebviewPanelSerializer('tildeforge-ticket', {
			deserializeWebviewPanel: async (panel, state) => (await tickets()).pages.restore(panel, state),
		}),
	);

	lifetime.add(
		vscode.authentication.registerAuthenticationProvider(
			'tildeforge',
			'Tildeforge',
			{
				onDidChangeSessions: sessionChanges.event,
				getSessions: async (...asked) => (await desk()).authentication.getSessions(...asked),
				createSession: async (...asked) => (await desk()).authentication.createSession(...asked),
				removeSession: async (id) => (await desk()).authentication.removeSession(id),
			},
			{ supportsMultipleAccounts: true },
		),
	);
	lifetime.add(vscode.window.registerUriHandler(landings));
	const commands = commandTable({
		channel,
		desk: work,
		sample,
		tickets: async () => (await tickets()).acts,
		refresh: async () => (await sources()).refresh(),
	});
	for (const [id, act] of Object.entries(commands)) {
		lifetime.add(
			vscode.commands.registerCommand(id, (...given: never[]) => attempt(id, () => act(...given), log)),
		);
	}
}

/** The sample forge is a server with a folder of its own: it is taken along in order. */
export const deactivate = (): Promise<void> => sample.stop();
