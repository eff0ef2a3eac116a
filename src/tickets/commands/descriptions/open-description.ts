import * as vscode from 'vscode';
import type { TicketKey, TrackerKey } from '../../../platform/model/keys.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { descriptionAddress } from './description-address.ts';

/** Opens a description in an editor. Saving sends the text to the forge. `current` is what the forge has now. */
export async function openDescription(
	key: TrackerKey | TicketKey,
	session: Session,
	current: string,
): Promise<void> {
	const address = descriptionAddress(key, session);
	const document = await vscode.workspace.openTextDocument(
		vscode.Uri.from({ scheme: 'tildeforge-description', ...address }),
	);
	await vscode.window.showTextDocument(document, { preview: false });
	const isOld = withLineFeeds(document.getText()) !== withLineFeeds(current);
	if (isOld && !document.isDirty) await vscode.commands.executeCommand('workbench.action.files.revert');
}
