import { listAll } from '../../../forge/client/pages.ts';
import { askForItem } from '../../../platform/editor/boxes/ask-for-item.ts';
import { pickAccount } from '../../../platform/editor/boxes/pick-account.ts';
import type { TrackerKey } from '../../../platform/model/keys.ts';
import type { ShowRow } from '../../../platform/view/tree/show-row.ts';
import { readTrackerName } from '../../model/tracker-name.ts';
import type { Tickets } from '../../state/tickets.ts';
import { trackerRowId } from '../../view/tracker-row.ts';

/** Asks for a tracker, by owner or by full name, and pins it. Then shows its row. */
export async function pinTracker(tickets: Tickets, showRow: ShowRow): Promise<void> {
	const title = 'Pin Tracker';
	const account = await pickAccount(tickets.accounts, title);
	if (!account) return;
	const { client, instance, session, trackers } = account;
	await askForItem({
		title,
		itemsName: 'trackers',
		icon: 'checklist',
		instance: instance.name,
		read: (input) => readTrackerName(input, instance.trackers),
		list: async (owner, signal) =>
			(await listAll(client.trackers({ owner }, { signal }))).map(({ name, description }) => ({
				name,
				description,
				note: trackers.relationOf({ owner, name }),
			})),
		act: async ({ owner, name }, signal) => {
			// Checks that it exists.
			const found = await client.tracker({ owner, tracker: name }, { signal });
			const pin = { owner: found.owner.canonical_name, name: found.name };
			await trackers.pin(pin);
			await showRow(trackerRowId({ account: session.id, owner: pin.owner, tracker: pin.name }), signal);
		},
	});
}

export async function unpinTracker(tickets: Tickets, { account, owner, tracker }: TrackerKey): Promise<void> {
	await tickets.of(account)?.trackers.pins.unpin({ owner, name: tracker });
}
