import { largest } from '../../../base/collections.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Text } from './text.ts';
import type { TextFolder } from './text-folder.ts';
import { isSameStored, type TextMemory } from './text-memory.ts';

const dayMs = 24 * 60 * 60_000;
/** How long a text that was sent is kept, unless its format says something else. */
const usualSentMs = dayMs;
const discardedMs = 30 * dayMs;
const maxDiscarded = 100;

/** The texts that are no longer kept: those sent long ago, and those discarded long ago. The newest text comes first. */
export function oldTexts<Known extends Text<unknown, unknown>>(
	texts: readonly Known[],
	now: number,
	sentMs = usualSentMs,
): readonly Known[] {
	// A clock that is ahead for a moment must not remove discarded texts, so their age ends at the newest text.
	const last = Math.min(now, largest(texts.map(({ saved }) => saved)));
	const tooMany = new Set(texts.filter(({ state }) => state === 'discarded').slice(maxDiscarded));
	const isOld = ({ state, saved, entries }: Known) =>
		(state === 'sent' && !entries && now - saved > sentMs) ||
		(state === 'discarded' && last - saved > discardedMs);
	return texts.filter((text) => tooMany.has(text) || isOld(text));
}

/** Removes the texts that are no longer kept. Never rejects. */
export async function removeOldTexts<Key, Body>(
	folder: TextFolder<Key, Body>,
	memory: TextMemory<Key, Body>,
	now: number,
	sentMs: number | undefined,
	log: Log,
): Promise<void> {
	try {
		for (const text of oldTexts(memory.all, now, sentMs)) {
			// Another window may have restored it meanwhile.
			const left = await folder.change(text.id, (onDisk) =>
				onDisk && isSameStored(onDisk, text) ? undefined : onDisk,
			);
			if (left) memory.putStored(left);
			else memory.remove(text.id);
		}
	} catch (error) {
		log.warn('Old drafts could not be removed', error);
	}
}
