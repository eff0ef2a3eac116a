import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { showWarning } from '../platform/editor/messages.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import type { RequestContext } from '../signin/request.ts';
import { showBulkProgress } from './commands/bulk-progress.ts';
import { notifyFailedCreations } from './commands/notify-failed-creation.ts';
import { notifyProgress } from './commands/notify-progress.ts';
import { showOutboxStatus } from './commands/outbox-status.ts';
import { reportSends } from './commands/send-reports.ts';
import { showUnsent } from './commands/show-failures.ts';
import type { Target } from './model/target.ts';
import type { DraftKey } from './model/ticket-draft.ts';
import { Sendings } from './page/sendings.ts';
import { TicketSettings } from './settings.ts';
import { SeenTickets } from './state/seen-tickets.ts';
import { Tickets } from './state/tickets.ts';

/** What the tickets feature needs from accounts. */
interface TicketAccounts {
	readonly forges: AccountSource & Pick<RequestContext, 'fetch'>;
	readonly signIn: (signInOptions: { readonly instance?: string | undefined }) => Promise<unknown>;
}

/** Everything about tickets, loaded when Tildeforge is first used. */
export interface TicketServices extends Disposable, TicketAccounts {
	readonly tickets: Tickets;
	/** Shared by all pages, so it survives closing and reopening one. */
	readonly sendings: Sendings;
	readonly settings: TicketSettings;
	readonly seen: SeenTickets;
}

interface TicketServicesOptions extends TicketAccounts {
	readonly context: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'globalState' | 'workspaceState'>;
	readonly log: Log;
}

export async function openTicketServices({
	forges,
	signIn,
	context,
	log,
}: TicketServicesOptions): Promise<TicketServices> {
	const lifetime = new Lifetime();
	const folder = context.globalStorageUri.fsPath;
	const seen = new SeenTickets(context.globalState);
	const tickets = lifetime.add(await Tickets.open({ forges, folder, log: log.child('tickets'), seen }));
	lifetime.add(
		vscode.window.onDidChangeWindowState(({ focused }) => {
			if (focused) tickets.drafts.readChanges();
		}),
	);
	lifetime.add(showOutboxStatus(tickets.outbox));
	lifetime.add(showBulkProgress({ outbox: tickets.outbox, show: notifyProgress }));
	const sendings = lifetime.add(new Sendings({ tickets, log }));
	const open = (key: DraftKey) =>
		vscode.commands.executeCommand('tildeforge.openRow', { kind: 'draft', key } satisfies Target);
	const isVisible = (key: DraftKey) => sendings.isVisible(key);
	lifetime.add(notifyFailedCreations({ sendings, open, showWarning }));
	lifetime.add(
		reportSends({ outbox: tickets.outbox, isVisible, show: showUnsent({ outbox: tickets.outbox, open }) }),
	);
	const settings = lifetime.add(new TicketSettings(context.workspaceState));
	return { forges, signIn, tickets, sendings, settings, seen, dispose: () => lifetime.dispose() };
}
