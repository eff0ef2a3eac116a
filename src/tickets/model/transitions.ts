import { ticketStatuses } from '../../forge/shapes/trackers.ts';
import { wireWord } from '../../platform/model/words.ts';

type Status = (typeof ticketStatuses)[number];

/**
 * The statuses that the user can choose for a ticket, including its current `status`. Without a `status`, all statuses that the forge accepts.
 * `resolveOnly`: the forge only resolves and reopens.
 */
export function statusesFor(status: string | undefined, resolveOnly: boolean): readonly Status[] {
	if (!resolveOnly) return ticketStatuses;
	const isClosed = status === undefined || status === 'resolved';
	return ticketStatuses.filter((to) => to === status || to === 'resolved' || (to === 'reported' && isClosed));
}

/** For each status that has a command of its own: the statuses that the command replaces. Only reopening, and going on with a pending ticket, set one back. */
const statusesBefore: Readonly<Record<string, readonly string[]>> = {
	reported: ['resolved'],
	confirmed: ['reported', 'pending'],
	in_progress: ['reported', 'confirmed', 'pending'],
};

/** Whether the command for the status `to` changes a ticket with the status `from`. For a status that only the forge knows, the forge decides. */
export function canSetStatus(from: string | undefined, to: string): boolean {
	const known: readonly string[] = ticketStatuses;
	return from === undefined || !known.includes(from) || (statusesBefore[to]?.includes(from) ?? true);
}

interface Skipped {
	readonly ticket: number;
	readonly status: string;
}

/** Says which of `count` tickets a command has left as they were; undefined if there are none. */
export function skippedMessage(skipped: readonly Skipped[], count: number, to: string): string | undefined {
	const [first] = skipped;
	if (!first) return undefined;
	const isReopen = to === 'reported';
	if (count === 1) return `#${first.ticket} is already ${isReopen ? 'open' : wireWord(first.status)}`;
	const which = skipped.length === count ? `All ${count}` : `${skipped.length} of ${count}`;
	return `${which} tickets are already ${isReopen ? 'open' : `${wireWord(to)} or further`}`;
}
