import type { ListKey, SeriesKey } from '../../platform/model/keys.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { DiffToOpen, KeyedPatch } from '../model/side-texts/diff-rows.ts';
import type { ContentPatch, SeriesContent } from './parts/series-content.ts';
import { seriesTabTitle } from './tab-title.ts';

/** What is opened in VS Code's diff editor: the chosen patches of a version, without those that were not read. */
export function patchesForDiffEditor(
	key: SeriesKey,
	{ reading, content }: { readonly reading: SeriesReading; readonly content: SeriesContent },
	isChosen: (patch: ContentPatch) => boolean,
): DiffToOpen {
	return {
		title: reading.version?.title ?? seriesTabTitle(key, reading),
		patches: content.patches.filter(isChosen).flatMap((one) => keyedPatch(key, one) ?? []),
	};
}

function keyedPatch(
	{ account, owner, list }: ListKey,
	{ mailId, patch, nth }: ContentPatch,
): KeyedPatch | undefined {
	return mailId === undefined || !patch
		? undefined
		: { key: { account, owner, list, mail: mailId, patch: nth }, patch };
}
