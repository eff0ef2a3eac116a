import type { Text } from './text.ts';

const dayMs = 24 * 60 * 60_000;
/** How long a text that was sent is kept, unless its format says something else. */
const usualSentMs = dayMs;
const discardedMs = 30 * dayMs;
const maxDiscarded = 100;

/** The texts that are no longer kept: those sent long ago, and those discarded long ago. The newest text comes first. */
export function oldTexts<Known extends Text<unknown, unknown, unknown>>(
	texts: readonly Known[],
	now: number,
	sentMs = usualSentMs,
): readonly Known[] {
	const keptMs = { sent: sentMs, discarded: discardedMs };
	const tooMany = new Set(texts.filter(({ state }) => state === 'discarded').slice(maxDiscarded));
	const isOld = ({ state, saved }: Known) =>
		(state === 'sent' || state === 'discarded') && now - saved > keptMs[state];
	return texts.filter((text) => tooMany.has(text) || isOld(text));
}
