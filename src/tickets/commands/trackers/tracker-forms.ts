import { ForgeError } from '../../../forge/contract/errors.ts';
import { toOwnName } from '../../../forge/contract/own-name.ts';
import { confirmByName } from '../../../platform/editor/boxes/confirm-by-name.ts';
import { pickVisibility } from '../../../platform/editor/boxes/pick-visibility.ts';
import { showInStatusBar } from '../../../platform/editor/messages.ts';
import { createItem } from '../../../platform/items/create-item.ts';
import type { TrackerKey } from '../../../platform/model/keys.ts';
import type { ShowRow } from '../../../platform/view/tree/show-row.ts';
import type { TicketAccount } from '../../state/ticket-account.ts';
import type { Tickets } from '../../state/tickets.ts';
import { trackerItems } from '../../view/tracker-items.ts';
import { trackerRowId } from '../../view/tracker-row.ts';
import { openDescription } from '../descriptions/open-description.ts';

/**
 * Asks for a name, a description and, on forges that want to know, who can see the tracker. If the forge refuses them or cannot be reached,
 * asks again with what the user has typed. Then shows the row of the new tracker.
 */
export function createTracker(tickets: Tickets, showRow: ShowRow): Promise<void> {
	return createItem(trackerItems, tickets.accounts, {
		descriptionPrompt: () => 'Description (Markdown, optional)',
		create: (account, body, work) => create(account, body, showRow, work),
	});
}

const visibilityNames = { public: 'PUBLIC', unlisted: 'UNLISTED', private: 'PRIVATE' } as const;

/** Asks for the visibility only if the forge has visibilities, or refuses the request because one is missing. */
async function create(
	{ client, session, trackers }: TicketAccount,
	body: { readonly name: string; readonly description?: string },
	showRow: ShowRow,
	work: (send: (left: AbortSignal) => Promise<void>) => Promise<void>,
): Promise<void> {
	const send = (visibility?: (typeof visibilityNames)[keyof typeof visibilityNames]) =>
		work(async (left) => {
			const created = await client.createTracker({}, { ...body, ...(visibility && { visibility }) });
			trackers.put(created);
			const { owner, name } = created;
			const key = { account: session.id, owner: owner.canonical_name, tracker: name };
			await showRow(trackerRowId(key), left);
		});
	const hasVisibilities = trackers.own.value?.some(({ visibility }) => visibility !== null) ?? false;
	if (!hasVisibilities) {
		try {
			return await send();
		} catch (error) {
			const needsVisibility =
				error instanceof ForgeError && error.reasons.some(({ field }) => field === 'visibility');
			if (!needsVisibility) throw error;
		}
	}
	const visibility = await pickVisibility('New Tracker', 'tracker');
	if (visibility) await send(visibilityNames[visibility]);
}

/** Opens the description of a tracker in an editor. Saving sends the text to the forge. Nothing else about a tracker can be changed. */
export async function editTracker(tickets: Tickets, key: TrackerKey): Promise<void> {
	const account = tickets.of(key.account);
	if (!account) return;
	const { owner, tracker } = key;
	// Read the tracker first, so that errors are reported as for every other command. VS Code would report them in its own way.
	const current = await account.client.tracker({ owner, tracker });
	await openDescription(key, account.session, current.description);
}

/** Deletes a tracker with all its tickets after the user has typed its name. */
export async function deleteTracker(tickets: Tickets, key: TrackerKey): Promise<void> {
	const account = tickets.of(key.account);
	if (!account) return;
	const { owner, tracker } = key;
	const isConfirmed = await confirmByName(
		`Delete ${owner}/${tracker}`,
		'This permanently deletes the tracker and all of its tickets on the forge, for everyone.',
		'Tracker name',
		tracker,
	);
	if (!isConfirmed) return;
	await account.client.deleteTracker({
		tracker: toOwnName({ owner, name: tracker }, account.session.account),
	});
	account.trackers.remove(tracker);
	showInStatusBar(`${owner}/${tracker} was deleted`);
}
