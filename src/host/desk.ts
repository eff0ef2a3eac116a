import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Session } from '../signin/session.ts';
import { Authentication } from './authentication.ts';
import { Forges } from './forges.ts';
import type { Landings } from './landing.ts';
import { Aside } from './signin/browser-step.ts';
import { signIn, type Wish } from './signin/sign-in.ts';
import { TicketSettings } from './ticket-settings.ts';
import { Tickets } from './tickets.ts';

export interface DeskOptions {
	readonly context: Pick<
		vscode.ExtensionContext,
		'secrets' | 'globalStorageUri' | 'extension' | 'workspaceState'
	>;
	readonly log: Log;
	readonly secrets: Secrets;
	readonly landings: Landings;
	readonly sessionChanges: vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>;
	readonly trySample: (forges: Forges) => Promise<Session | undefined>;
}

/** Everything about accounts, loaded when the editor or somebody asks for the first of it. */
export interface Desk extends Disposable {
	readonly forges: Forges;
	readonly authentication: Authentication;
	readonly signIn: (wish?: Wish) => Promise<Session | undefined>;
	/** Sign-ins that wait for the browser unseen. */
	readonly aside: Aside;
}

/** What work is done with, once somebody does some: other windows are followed, and tickets are there. */
export interface Workplace extends Desk {
	readonly tickets: Tickets;
	readonly settings: TicketSettings;
}

export async function openWorkplace(desk: Desk, { context, log }: DeskOptions): Promise<Workplace> {
	const { forges } = desk;
	const lifetime = new Lifetime();
	forges.follow();
	const tell = () =>
		vscode.commands.executeCommand('setContext', 'tildeforge.signedIn', forges.accounts.length > 0);
	background(tell());
	lifetime.add(forges.onDidChange(tell));
	const folder = context.globalStorageUri.fsPath;
	const tickets = lifetime.add(await Tickets.open({ forges, folder, log: log.child('tickets') }));
	const settings = lifetime.add(new TicketSettings(context.workspaceState));
	return { ...desk, tickets, settings, dispose: () => lifetime.dispose() };
}

export async function openDesk(options: DeskOptions): Promise<Desk> {
	const { context, log, secrets, landings, sessionChanges: changes } = options;
	const lifetime = new Lifetime();
	const forges = lifetime.add(await Forges.open({ context, log, secrets }));
	const aside = new Aside();
	lifetime.add({ dispose: () => aside.leaveAll() });
	const enter = (wish: Wish = {}) =>
		signIn({ forges, landings, trySample: () => options.trySample(forges), aside, log }, wish);
	const authentication = lifetime.add(
		new Authentication({ forges, changes, signIn: (scopes, instance) => enter({ scopes, instance }) }),
	);
	return {
		...{ forges, authentication, aside },
		signIn: enter,
		dispose: () => lifetime.dispose(),
	};
}
