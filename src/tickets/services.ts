import * as vscode from 'vscode';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log/log.ts';
import { showWarning } from '../platform/editor/messages.ts';
import { CommentFiles } from './commands/comment/comment-files.ts';
import { notifyFailedCreations } from './commands/notify-failed-creation.ts';
import type { TicketAccounts, TicketServices } from './commands/ticket-services.ts';
import type { DraftKey } from './model/ticket-draft.ts';
import type { TicketsTarget } from './model/tickets-target.ts';
import { Sendings } from './page/sendings.ts';
import { syncFilterContext } from './settings/filter-context.ts';
import { TicketSettings } from './settings/settings.ts';
import { describeTicketOutbox } from './state/change-words.ts';
import type { TicketSeenState } from './state/ticket-seen-state.ts';
import { Tickets } from './state/tickets.ts';

interface TicketServicesOptions extends TicketAccounts {
	readonly seen: TicketSeenState;
	readonly context: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'workspaceState'>;
	readonly log: Log;
}

export async function openTicketServices({
	forges,
	signIn,
	seen,
	context,
	log,
}: TicketServicesOptions): Promise<TicketServices> {
	const lifetime = new Lifetime();
	const folder = context.globalStorageUri.fsPath;
	const tickets = lifetime.add(await Tickets.open({ forges, folder, log: log.child('tickets'), seen }));
	lifetime.add(
		vscode.window.onDidChangeWindowState(({ focused }) => {
			if (!focused) return;
			tickets.drafts.readChanges();
			tickets.bulkComments.drafts.readChanges();
		}),
	);
	const sendings = lifetime.add(new Sendings({ tickets, log }));
	const open = (key: DraftKey) =>
		vscode.commands.executeCommand('tildeforge.openRow', { kind: 'draft', key } satisfies TicketsTarget);
	const changes = {
		outbox: describeTicketOutbox(tickets),
		isVisible: (key: DraftKey) => sendings.isVisible(key),
		openDraft: open,
	};
	lifetime.add(notifyFailedCreations({ sendings, open, showWarning }));
	const settings = lifetime.add(new TicketSettings(context.workspaceState));
	lifetime.add(syncFilterContext(settings, tickets));
	const commentFiles = new CommentFiles(tickets.bulkComments);
	const services = { forges, signIn, tickets, changes, sendings, settings, seen, commentFiles };
	return { ...services, dispose: () => lifetime.dispose() };
}
