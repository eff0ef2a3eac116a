import { shownStateOf } from '../../platform/state/outbox/queue.ts';
import { fullReason, isListed } from '../../platform/state/outbox/text.ts';
import { describeTicketEntry } from '../state/change-words.ts';
import type { TicketEntry } from '../state/pending-change.ts';
import type { SnapshotInput } from './snapshot-input.ts';

const buttons: Readonly<Record<string, string>> = { refused: 'Send Again', conflict: 'Use Mine' };

/** The first change of a ticket that waits to be sent, or that was not made. */
export const listedEntry = (entries: readonly TicketEntry[], now: number): TicketEntry | undefined =>
	entries.find((entry) => isListed(entry, now));

/** What the page says about a change that `listedEntry` returns. */
export function waitingText(entry: TicketEntry, now: number): SnapshotInput['waiting'] {
	const situation = shownStateOf(entry, now);
	return {
		text: fullReason(describeTicketEntry(entry), now),
		button: buttons[situation] ?? 'Send Now',
		isProblem: situation !== 'waiting',
	};
}
