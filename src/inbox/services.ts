import { join } from 'node:path';
import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import { coalesce } from '../base/coalesce.ts';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log/log.ts';
import type { Secrets } from '../base/secrets.ts';
import { attempt } from '../platform/editor/report.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import { fileStorage } from '../platform/state/store/files.ts';
import type { WatchSource } from '../platform/state/watch-source.ts';
import { SessionKey } from '../signin/sessions/session-key.ts';
import { showNotification } from './commands/show-notification.ts';
import type { AnswerDelivery } from './live/hooks/account-webhooks.ts';
import { Live } from './live/live.ts';
import { ConfiguredLive } from './live-settings.ts';
import { openInboxRules } from './settings.ts';
import { Inbox } from './state/inbox.ts';
import type { SeenSource } from './state/item-seen-state.ts';
import { LiveStatus } from './state/live-status.ts';
import { type InboxNotification, Notifications } from './state/notifications.ts';
import { removeSignedOutEvents } from './state/remove-signed-out-events.ts';
import { LiveStatusItem } from './view/live-status-item.ts';

interface InboxServicesOptions {
	readonly forges: AccountSource;
	/** The names of all session files, including those of ended sessions. Each begins with the id of its session. */
	readonly sessionFiles: () => Promise<readonly string[]>;
	/** How many accounts were signed out by their forges. */
	readonly endedSessions: () => number;
	/** The trackers, lists, repositories and open tickets to follow. */
	readonly sources: readonly WatchSource[];
	/** The parts of the extension outside of the inbox where the user sees what has happened. */
	readonly seen: readonly SeenSource[];
	/** Returns the text that the forge displays to the user who pushes to a repository. */
	readonly answer: AnswerDelivery;
	readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'globalStorageUri' | 'secrets'>;
	readonly secrets: Secrets;
	readonly log: Log;
}

interface InboxServices extends Disposable {
	readonly inbox: Inbox;
	readonly liveSettings: ConfiguredLive;
	readonly liveStatus: LiveStatus;
	/** Soon registers again the webhooks that forges have refused. */
	retryHooks(): void;
	/** Removes the webhooks from the forges, as far as that is possible before the signal aborts. */
	stopLive(signal: AbortSignal): Promise<void>;
}

/** Within this time, all windows stop writing the events of an account that has signed out. */
const signedOutMs = 1000;

/** Everything about the inbox, loaded when the first view is opened. */
export async function openInbox({
	forges,
	sessionFiles,
	endedSessions,
	sources,
	seen,
	answer,
	context,
	secrets,
	log,
}: InboxServicesOptions): Promise<InboxServices> {
	const lifetime = new Lifetime();
	const storage = fileStorage(join(context.globalStorageUri.fsPath, 'kept'), log);
	const liveSettings = new ConfiguredLive();
	const liveLog = log.child('live');
	const sessionKey = new SessionKey(context.secrets, secrets);
	const live = lifetime.add(
		new Live({
			forges,
			secrets,
			storage,
			settings: liveSettings,
			log: liveLog,
			lockPath: join(context.globalStorageUri.fsPath, 'live.lock'),
			key: () => sessionKey.get(),
			// Nothing is delivered before the inbox has said what it wants to hear of.
			deliver: (resource, received) => inbox.deliver(resource, received),
			answer,
		}),
	);
	const rules = openInboxRules(context.globalState, lifetime);
	const inbox = lifetime.add(await Inbox.open({ forges, rules, sources, seen, live, storage, log }));
	const removeOld = coalesce(lifetime, signedOutMs, () =>
		removeSignedOutEvents({
			folder: storage.pathOf(['inbox']),
			unreadable: storage.pathOf(['unreadable']),
			sessionFiles,
			log,
		}),
	);
	removeOld();
	lifetime.add(forges.onDidChange(removeOld));
	const show = (notification: InboxNotification) =>
		background(
			attempt('A notification', () => showNotification(notification, (events) => rules.mute(events)), log),
		);
	const notifications = lifetime.add(new Notifications(inbox.events, show));
	const follow = ({ focused }: vscode.WindowState) => {
		for (const part of [inbox, rules, notifications]) part.setFocus(focused);
	};
	follow(vscode.window.state);
	lifetime.add(vscode.window.onDidChangeWindowState(follow));
	const liveStatus = lifetime.add(new LiveStatus(forges, endedSessions, inbox, live));
	const item = vscode.window.createStatusBarItem('live', vscode.StatusBarAlignment.Left, 0);
	lifetime.add(new LiveStatusItem(item, liveStatus));
	return {
		inbox,
		liveSettings,
		liveStatus,
		retryHooks: () => live.retryRefused(),
		stopLive: (signal) => live.stop(signal),
		dispose: () => lifetime.dispose(),
	};
}
