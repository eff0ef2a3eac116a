import * as vscode from 'vscode';
import { showInformation } from '../../platform/editor/messages.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { targetOfEvent } from '../model/inbox-target.ts';
import { mutedText } from '../model/notification-words.ts';
import type { InboxNotification } from '../state/notifications.ts';
import { offerUndo } from './muting.ts';

/** Shows a notification, and does what its buttons say. `mute` is called with the events if the user wants no more notifications about such events, and returns how to undo that. */
export async function showNotification(
	{ text, events, isDigest }: InboxNotification,
	mute: (events: readonly ForgeEvent[]) => Promise<() => Promise<void>>,
): Promise<void> {
	if (isDigest) {
		if (await showInformation(text, 'Show Inbox')) await showInbox();
		return;
	}
	const choice = await showInformation(text, 'Open', 'Mute This');
	if (choice === 'Open') await open(events);
	if (choice !== 'Mute This') return;
	await offerUndo(mutedText(events), await mute(events));
}

async function open([event, ...others]: readonly ForgeEvent[]): Promise<void> {
	if (!event || others.length > 0) return showInbox();
	await vscode.commands.executeCommand('tildeforge.openInboxEvent', targetOfEvent(event));
}

async function showInbox(): Promise<void> {
	await vscode.commands.executeCommand('tildeforge.inbox.focus');
}
