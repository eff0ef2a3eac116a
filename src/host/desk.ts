import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Ledger } from '../signin/ledger.ts';
import type { Session } from '../signin/session.ts';
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
	readonly ledger: Ledger;
	readonly trySample: (forges: Forges) => Promise<Session | undefined>;
}

/** Everything about accounts, loaded when the first command, view or sign-in needs it. */
export interface Desk extends Disposable {
	readonly forges: Forges;
	readonly signIn: (wish?: Wish) => Promise<Session | undefined>;
	/** Sign-ins that wait for the browser unseen. */
	readonly aside: Aside;
}

/** The desk with tickets, which are loaded when Tildeforge is first used. */
export interface Workplace extends Desk {
	readonly tickets: Tickets;
	readonly settings: TicketSettings;
}

export async function openWorkplace(
	desk: Desk,
	{ context, log }: Pick<DeskOptions, 'context' | 'log'>,
): Promise<Workplace> {
	const { forges } = desk;
	const lifetime = new Lifetime();
	const tell = () =>
		vscode.commands.executeCommand('setContext', 'tildeforge.signedIn', forges.accounts.length > 0);
	background(tell());
	lifetime.add(forges.onDidChange(tell));
	const folder = context.globalStorageUri.fsPath;
	const tickets = lifetime.add(await Tickets.open({ forges, folder, log: log.child('tickets') }));
	lifetime.add(
		vscode.window.onDidChangeWindowState(({ focused }) => {
			if (focused) tickets.drafts.look();
		}),
	);
	const settings = lifetime.add(new TicketSettings(context.workspaceState));
	return { ...desk, tickets, settings, dispose: () => lifetime.dispose() };
}

export function openDesk(options: DeskOptions): Desk {
	const { landings, log, trySample } = options;
	const lifetime = new Lifetime();
	const forges = lifetime.add(new Forges(options));
	const aside = new Aside();
	lifetime.add({ dispose: () => aside.leaveAll() });
	return {
		...{ forges, aside },
		signIn: (wish) => signIn({ forges, landings, trySample: () => trySample(forges), aside, log }, wish),
		dispose: () => lifetime.dispose(),
	};
}
