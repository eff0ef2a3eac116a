import { showInStatusBar } from '../editor/messages.ts';
import { count, joinWords } from '../model/words.ts';
import type { DescribedEntry, DescribedOutbox } from '../state/outbox/described.ts';
import { named } from '../state/outbox/text.ts';

/** Discards changes together. The status bar says which of them are being sent, and how many were sent before the user confirmed. */
export async function discardChanges(
	outbox: Pick<DescribedOutbox, 'entries' | 'discard'>,
	chosen: readonly DescribedEntry[],
): Promise<void> {
	if (chosen.length === 0) return;
	const discarded = new Set(await outbox.discard(...chosen.map(({ id }) => id)));
	const missed = chosen.filter(({ id }) => !discarded.has(id));
	const isLeft = ({ id }: DescribedEntry) => outbox.entries.some((entry) => entry.id === id);
	const sent = missed.filter((entry) => !isLeft(entry)).length;
	const sending = missed.filter(isLeft);
	const isOne = new Set(sending.map(({ item }) => item)).size === 1;
	const reasons = [
		...(sending.length > 0 ? [`${named(sending)} ${isOne ? 'is' : 'are'} being sent`] : []),
		...(sent > 0 ? [`${count(sent, 'change')} ${sent === 1 ? 'was' : 'were'} already sent`] : []),
	];
	if (reasons.length > 0) showInStatusBar(`Not discarded: ${joinWords(reasons)}`);
}
