import { showInStatusBar } from '../../platform/editor/messages.ts';
import { spellKey } from '../../platform/model/keys.ts';
import { count, joinWords } from '../../platform/model/words.ts';
import { named } from '../state/outbox-text.ts';
import type { TicketEntry, TicketOutbox } from '../state/pending-change.ts';

/** Discards changes together. The status bar says which of them are being sent, and how many were sent before the user confirmed. */
export async function discardChanges(
	outbox: Pick<TicketOutbox, 'entries' | 'discard'>,
	chosen: readonly TicketEntry[],
): Promise<void> {
	if (chosen.length === 0) return;
	const discarded = new Set(await outbox.discard(...chosen.map(({ id }) => id)));
	const missed = chosen.filter(({ id }) => !discarded.has(id));
	const isLeft = ({ id }: TicketEntry) => outbox.entries.some((entry) => entry.id === id);
	const sent = missed.filter((entry) => !isLeft(entry)).length;
	const sending = [
		...new Map(missed.filter(isLeft).map(({ key }) => [spellKey(key), key] as const)).values(),
	];
	const reasons = [
		...(sending.length > 0 ? [`${named(sending)} ${sending.length === 1 ? 'is' : 'are'} being sent`] : []),
		...(sent > 0 ? [`${count(sent, 'change')} ${sent === 1 ? 'was' : 'were'} already sent`] : []),
	];
	if (reasons.length > 0) showInStatusBar(`Not discarded: ${joinWords(reasons)}`);
}
