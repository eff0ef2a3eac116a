import type { Text } from './text.ts';

const dayMs = 24 * 60 * 60_000;
const keptMs = { sent: dayMs, discarded: 30 * dayMs };
const maxDiscarded = 100;

/** The texts that are no longer kept: those sent more than a day ago, and those discarded long ago. The newest text comes first. */
export function oldTexts<Known extends Text<unknown, unknown, unknown>>(
	texts: readonly Known[],
	now: number,
): readonly Known[] {
	const tooMany = new Set(texts.filter(({ state }) => state === 'discarded').slice(maxDiscarded));
	const isOld = ({ state, saved }: Known) =>
		(state === 'sent' || state === 'discarded') && now - saved > keptMs[state];
	return texts.filter((text) => tooMany.has(text) || isOld(text));
}
