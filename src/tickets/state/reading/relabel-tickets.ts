import type { Ticket } from '../../../forge/shapes/trackers.ts';
import type { Collection } from '../../../platform/state/cache/collection.ts';
import { independentNames, type LabelNames } from '../../model/renamed-labels.ts';

type KnownTickets = Collection<number, Ticket>;

/** Removes a label from the known tickets of a tracker. */
export async function removeLabel(tickets: KnownTickets, removed: string): Promise<void> {
	await tickets.open();
	for (const ticket of [...tickets.items.values()])
		if (ticket.labels.includes(removed))
			tickets.put({ ...ticket, labels: ticket.labels.filter((name) => name !== removed) });
}

/** Renames labels on the known tickets of a tracker. `earlier` are those from before the labels were read. */
export async function renameLabels(
	tickets: KnownTickets,
	names: LabelNames,
	earlier: ReadonlySet<Ticket>,
): Promise<void> {
	if (names.size === 0) return;
	await tickets.open();
	// Joins a read that is under way, whose tickets are newer than these.
	if (tickets.isReading) await tickets.refresh({ newestOnly: true });
	const independent = independentNames(names);
	for (const ticket of [...tickets.items.values()]) {
		// A later ticket may have the new names already.
		const current = earlier.has(ticket) ? names : independent;
		if (ticket.labels.some((name) => current.has(name)))
			tickets.put({ ...ticket, labels: ticket.labels.map((name) => current.get(name) ?? name) });
	}
}
