import * as vscode from 'vscode';
import { ForgeError, needsSignIn } from '../../forge/errors.ts';
import { toOwnName } from '../../forge/own.ts';
import type { Tracker } from '../../forge/shapes/trackers.ts';
import { confirmByName } from '../../platform/editor/confirm-by-name.ts';
import { askText, showInStatusBar } from '../../platform/editor/messages.ts';
import { pickAccount } from '../../platform/editor/pick-account.ts';
import { pickVisibility } from '../../platform/editor/pick-visibility.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { withLineFeeds } from '../../platform/model/line-breaks.ts';
import { trackerNameProblem } from '../model/tracker-name.ts';
import type { TicketAccount, Tickets } from '../state/tickets.ts';
import { trackerRowId } from '../view/tracker-row.ts';
import { descriptionAddress } from './tracker-descriptions.ts';

/**
 * Asks for a name, a description and, on forges that want to know, who can see the tracker. If the forge refuses them or cannot be reached,
 * asks again with what the user has typed. Returns the id of the row of the new tracker.
 */
export async function createTracker(tickets: Tickets): Promise<string | undefined> {
	const title = 'New Tracker';
	const account = await pickAccount(tickets.accounts, title);
	if (!account) return undefined;
	let [name, description] = ['', ''];
	let problem: string | undefined;
	while (true) {
		const input = await askText({
			title,
			prompt: problem ?? `Name of the new tracker of ${account.session.account}`,
			value: name,
			ignoreFocusOut: true,
			validateInput: (text) => (text === '' ? undefined : trackerNameProblem(text.trim())),
		});
		if (!input?.trim()) return undefined;
		name = input.trim();
		const described = await askText({
			title,
			prompt: 'Description (Markdown, optional)',
			value: description,
			ignoreFocusOut: true,
		});
		if (described === undefined) return undefined;
		description = described;
		try {
			const created = await create(account, { name, ...(description !== '' && { description }) });
			if (!created) return undefined;
			account.trackers.put(created);
			return trackerRowId({
				account: account.session.id,
				owner: created.owner.canonical_name,
				tracker: created.name,
			});
		} catch (error) {
			if (!(error instanceof ForgeError) || needsSignIn(error)) throw error;
			problem = error.message;
		}
	}
}

const visibilityNames = { public: 'PUBLIC', unlisted: 'UNLISTED', private: 'PRIVATE' } as const;

/** Asks who can see the tracker only if the forge is known to have visibilities, or refuses a tracker without one. */
async function create(
	{ client, trackers }: TicketAccount,
	body: { readonly name: string; readonly description?: string },
): Promise<Tracker | undefined> {
	const hasVisibilities = trackers.own.value?.some(({ visibility }) => visibility !== null) ?? false;
	if (!hasVisibilities) {
		try {
			return await client.createTracker({}, body);
		} catch (error) {
			const needsVisibility =
				error instanceof ForgeError && error.reasons.some(({ field }) => field === 'visibility');
			if (!needsVisibility) throw error;
		}
	}
	const visibility = await pickVisibility({ title: 'New Tracker', itemName: 'tracker' });
	return visibility && client.createTracker({}, { ...body, visibility: visibilityNames[visibility] });
}

/** Opens the description of a tracker in an editor. Saving sends the text to the forge. Nothing else about a tracker can be changed. */
export async function editTracker(tickets: Tickets, key: TrackerKey): Promise<void> {
	const account = tickets.of(key.account);
	if (!account) return;
	const { owner, tracker } = key;
	// Read the tracker first, so that errors are reported as for every other command. VS Code would report them in its own way.
	const current = await account.client.tracker({ owner, tracker });
	const address = descriptionAddress(key, account.session);
	const document = await vscode.workspace.openTextDocument(
		vscode.Uri.from({ scheme: 'tildeforge-description', ...address }),
	);
	await vscode.window.showTextDocument(document, { preview: false });
	const isOld = withLineFeeds(document.getText()) !== withLineFeeds(current.description);
	if (isOld && !document.isDirty) await vscode.commands.executeCommand('workbench.action.files.revert');
}

/** Deletes a tracker with all its tickets after the user has typed its name. */
export async function deleteTracker(tickets: Tickets, key: TrackerKey): Promise<void> {
	const account = tickets.of(key.account);
	if (!account) return;
	const { owner, tracker } = key;
	const isConfirmed = await confirmByName(
		{
			title: `Delete ${owner}/${tracker}`,
			consequence: 'This permanently deletes the tracker and all of its tickets on the forge, for everyone.',
			placeHolder: 'Tracker name',
			name: tracker,
		},
		{ askText, showInStatusBar },
	);
	if (!isConfirmed) return;
	await account.client.deleteTracker({
		tracker: toOwnName({ owner, name: tracker }, account.session.account),
	});
	account.trackers.remove(tracker);
	showInStatusBar(`${owner}/${tracker} was deleted`);
}
