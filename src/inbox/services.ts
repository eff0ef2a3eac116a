import { join } from 'node:path';
import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import { fileStorage } from '../base/files/file-storage.ts';
import type { Storage } from '../base/files/storage.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import { attempt } from '../platform/editor/report.ts';
import type { SharedTab } from '../platform/page/shared-tab.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import type { WatchSource } from '../platform/state/watch/watch-source.ts';
import { SessionKey } from '../signin/sessions/session-key.ts';
import type { SessionRegistry } from '../signin/sessions/session-registry.ts';
import { showNotification } from './commands/show-notification.ts';
import type { AnswerDelivery } from './live/hooks/webhook-options.ts';
import { Live } from './live/live.ts';
import { LiveConfiguration } from './live-configuration.ts';
import { InboxRules } from './settings.ts';
import { Inbox } from './state/inbox.ts';
import { LiveStatus } from './state/live-status.ts';
import { type InboxNotification, Notifications } from './state/notifications.ts';
import { LiveStatusItem } from './view/live-status-item.ts';

/** What the inbox needs from the rest of the extension. */
export interface InboxDependencies {
	readonly accounts: () => Promise<{
		readonly forges: AccountSource & {
			readonly registry: SessionRegistry;
			readonly keptOf: (account: string) => Storage;
		};
	}>;
	readonly sharedTab: SharedTab;
	/** The trackers, lists, repositories and open tickets to follow, by feature. */
	readonly sources: () => Promise<readonly (readonly WatchSource[])[]>;
	/** Returns the text that the forge displays to the user who pushes to a repository. */
	readonly answerPush: AnswerDelivery;
}

interface InboxServices {
	readonly inbox: Inbox;
	readonly live: Live;
	readonly liveSettings: LiveConfiguration;
	readonly liveStatus: LiveStatus;
}

/** Opens everything about the inbox, until the window ends. */
export async function openInboxServices(
	{ context, lifetime, deactivation, secrets, log: windowLog }: ExtensionWindow,
	dependencies: InboxDependencies,
): Promise<InboxServices> {
	const [{ forges }, watched] = await Promise.all([dependencies.accounts(), dependencies.sources()]);
	const log = windowLog.child('inbox');
	const storage = fileStorage(join(context.globalStorageUri.fsPath, 'kept'), log);
	const liveSettings = new LiveConfiguration();
	const sessionKey = new SessionKey(context.secrets, secrets);
	const live = lifetime.add(
		new Live({
			forges,
			secrets,
			storage,
			settings: liveSettings,
			log: log.child('live'),
			key: () => sessionKey.get(),
			answer: dependencies.answerPush,
		}),
	);
	deactivation.addSend((signal) => live.stop(signal));
	const rules = lifetime.add(new InboxRules(context.globalState));
	const inbox = lifetime.add(
		await Inbox.open({ forges, rules, sources: watched.flat(), live, storageOf: forges.keptOf, log }),
	);
	const show = (notification: InboxNotification) =>
		background(
			attempt('A notification', () => showNotification(notification, (events) => rules.mute(events)), log),
		);
	const notifications = lifetime.add(new Notifications(inbox.events, show));
	const setFocus = ({ focused }: vscode.WindowState) => {
		for (const part of [inbox, rules, notifications]) part.setFocus(focused);
	};
	setFocus(vscode.window.state);
	lifetime.add(vscode.window.onDidChangeWindowState(setFocus));
	const liveStatus = lifetime.add(new LiveStatus(forges, () => forges.registry.ended.length, inbox, live));
	const item = vscode.window.createStatusBarItem('live', vscode.StatusBarAlignment.Left, 0);
	lifetime.add(new LiveStatusItem(item, liveStatus));
	return { inbox, live, liveSettings, liveStatus };
}
