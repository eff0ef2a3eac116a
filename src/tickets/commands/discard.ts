import { showInStatusBar } from '../../platform/editor/messages.ts';
import { count, joinWords } from '../../platform/model/words.ts';
import { named } from '../state/outbox-text.ts';
import type { TicketEntry, TicketOutbox } from '../state/pending-change.ts';

/** Discards changes together. The status bar says which of them are being sent, and how many were sent before the user confirmed. */
export async function discardChanges(
	outbox: Pick<TicketOutbox, 'entries' | 'discardAll'>,
	chosen: readonly TicketEntry[],
): Promise<void> {
	if (chosen.length === 0) return;
	const discarded = new Set(await outbox.discardAll(chosen.map(({ id }) => id)));
	const missed = chosen.filter(({ id }) => !discarded.has(id));
	const sending = missed.filter(({ id }) => outbox.entries.some((entry) => entry.id === id));
	const sent = missed.length - sending.length;
	const reasons = [
		...(sending.length > 0 ? [`${named(sending.map(({ key }) => key))} is being sent`] : []),
		...(sent > 0 ? [`${count(sent, 'change')} ${sent === 1 ? 'was' : 'were'} already sent`] : []),
	];
	if (reasons.length > 0) showInStatusBar(`Not discarded: ${joinWords(reasons)}`);
}
