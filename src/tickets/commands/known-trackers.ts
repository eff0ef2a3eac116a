import type { TrackerKey } from '../../platform/model/keys.ts';
import type { TicketAccount } from '../state/tickets.ts';

/** The trackers that an account is known to have to do with: those that it has pinned, then its own; each once. */
export function trackersOf({ session, trackers }: TicketAccount): readonly TrackerKey[] {
	const own = (trackers.own.value ?? []).map(({ owner, name }) => ({ owner: owner.canonical_name, name }));
	const places = new Map([...trackers.pins, ...own].map((one) => [`${one.owner}/${one.name}`, one]));
	return [...places.values()].map(({ owner, name }) => ({ account: session.id, owner, tracker: name }));
}

/** Whether nobody knows which trackers an account has: its view was never open, or its forge does not answer. */
export const isUnread = ({ trackers }: TicketAccount): boolean => trackers.own.value === undefined;

/** Asks the forge for an account's own trackers where they are not known; `trackers.own.trouble` tells why they are not then. */
export async function readTrackers({ trackers: { own } }: TicketAccount): Promise<void> {
	await own.open();
	if (own.value === undefined) await own.refresh();
}
