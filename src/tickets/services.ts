import * as vscode from 'vscode';
import { Lifetime } from '../base/lifetime.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import { undoDelayMs } from '../platform/commands/undo-delay.ts';
import { CommentFiles } from './commands/comment/comment-files.ts';
import type { TicketAccounts, TicketServices } from './commands/ticket-services.ts';
import type { DraftKey } from './model/ticket-draft.ts';
import { VisiblePages } from './page/visible-pages.ts';
import { syncFilterContext } from './settings/filter-context.ts';
import { TicketSettings } from './settings/settings.ts';
import { Tickets } from './state/tickets.ts';

export async function openTicketServices(
	{ forges, signIn }: TicketAccounts,
	{ context, log }: ExtensionWindow,
): Promise<TicketServices> {
	const lifetime = new Lifetime();
	const folder = context.globalStorageUri.fsPath;
	const tickets = lifetime.add(
		await Tickets.open({ forges, folder, undoDelayMs, log: log.child('tickets') }),
	);
	lifetime.add(
		vscode.window.onDidChangeWindowState(({ focused }) => {
			if (focused) tickets.texts.readChanges();
		}),
	);
	const visiblePages = new VisiblePages();
	const changes = {
		outbox: tickets.outbox,
		isVisible: (key: DraftKey) => visiblePages.isVisible(key),
	};
	const settings = lifetime.add(new TicketSettings(context.workspaceState));
	lifetime.add(syncFilterContext(settings, tickets));
	const commentFiles = new CommentFiles(tickets);
	const services = { forges, signIn, tickets, changes, visiblePages, settings, commentFiles };
	return { ...services, dispose: () => lifetime.dispose() };
}
