import type { TrackerKey } from '../../platform/model/keys.ts';
import type { TicketAccount } from '../state/tickets.ts';
import type { Trackers } from '../state/trackers.ts';

/** An account with the trackers that it knows. */
export interface KnownTrackers extends Pick<TicketAccount, 'session'> {
	readonly trackers: {
		readonly own: Pick<Trackers['own'], 'value'>;
		readonly pins: Pick<Trackers['pins'], 'all'>;
	};
}

/** The known trackers of an account, without duplicates: its own, then those it has pinned. */
export function trackersOf({ session, trackers }: KnownTrackers): readonly TrackerKey[] {
	const own = (trackers.own.value ?? []).map(({ owner, name }) => ({ owner: owner.canonical_name, name }));
	const byName = new Map([...own, ...trackers.pins.all].map((one) => [`${one.owner}/${one.name}`, one]));
	return [...byName.values()].map(({ owner, name }) => ({ account: session.id, owner, tracker: name }));
}

/** Whether the trackers of an account are unknown, because its view was never opened or its forge does not answer. */
export const isUnread = ({ trackers }: Pick<KnownTrackers, 'trackers'>): boolean =>
	trackers.own.value === undefined;

/** Reads the account's own trackers from the forge if they are unknown. If that fails, `trackers.own.lastError` has the reason. */
export async function readTrackers({ trackers: { own } }: Pick<TicketAccount, 'trackers'>): Promise<void> {
	await own.open();
	if (own.value === undefined) await own.refresh();
}
