import { join } from 'node:path';
import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { attempt } from '../platform/editor/report.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import { fileStorage } from '../platform/state/files.ts';
import type { WatchSource } from '../platform/state/watched.ts';
import { showNotification } from './commands/show-notification.ts';
import { openInboxRules } from './settings.ts';
import { Inbox, type TicketsSeen } from './state/inbox.ts';
import { type InboxNotification, Notifications } from './state/notifications.ts';

interface InboxServicesOptions {
	readonly forges: AccountSource;
	/** The trackers, lists and repositories in which things happen. */
	readonly sources: readonly WatchSource[];
	readonly seen: TicketsSeen;
	readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'globalStorageUri'>;
	readonly log: Log;
}

/** Everything about the inbox, loaded when the first view is opened. */
export async function openInbox({
	forges,
	sources,
	seen,
	context,
	log,
}: InboxServicesOptions): Promise<{ readonly inbox: Inbox } & Disposable> {
	const lifetime = new Lifetime();
	const storage = fileStorage(join(context.globalStorageUri.fsPath, 'kept'), log);
	const rules = openInboxRules(context.globalState, lifetime);
	const inbox = lifetime.add(await Inbox.open({ forges, rules, sources, seen, storage, log }));
	const show = (notification: InboxNotification) =>
		background(
			attempt('A notification', () => showNotification(notification, (events) => rules.mute(events)), log),
		);
	const notifications = lifetime.add(new Notifications({ inbox, show }));
	const follow = ({ focused }: vscode.WindowState) => {
		for (const part of [inbox, rules, notifications]) part.setFocus(focused);
	};
	follow(vscode.window.state);
	lifetime.add(vscode.window.onDidChangeWindowState(follow));
	return { inbox, dispose: () => lifetime.dispose() };
}
