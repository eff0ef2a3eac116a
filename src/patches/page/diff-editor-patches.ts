import type { ListKey, SeriesKey } from '../../platform/model/keys.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import {
	type DiffToOpen,
	type KeyedPatch,
	type NetDiffToOpen,
	patchFolder,
} from '../model/side-texts/diff-rows.ts';
import type { NetContent, NetFile } from './parts/net-content.ts';
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

/** What a version changes as a whole, or only one file of it. */
export function netDiffForEditor(
	key: SeriesKey,
	{ reading, content }: { readonly reading: SeriesReading; readonly content: SeriesContent },
	{ files }: NetContent,
	only?: string,
): NetDiffToOpen {
	const { patches } = patchesForDiffEditor(key, { reading, content }, () => true);
	const shown = only === undefined ? files : files.filter((file) => file.content.key === only);
	const series = seriesTabTitle(key, reading);
	const [first] = only === undefined ? [] : shown;
	const name = first && (first.content.file.new ?? first.content.file.old)?.split('/').at(-1);
	return {
		title: name === undefined ? `${series} (all changes)` : `${name} (all changes of ${series})`,
		patches,
		files: shown.map((file) => ({
			changes: file.changes.flatMap(({ patch, content: { index } }) => {
				const keyed = keyedPatch(key, patch);
				return keyed ? { ...keyed.key, file: index } : [];
			}),
			file: file.content.file,
			folder: folderOf(file, content),
		})),
	};
}

function folderOf({ isSeparate, changes }: NetFile, { patches }: SeriesContent): string {
	const change = isSeparate ? changes[0] : undefined;
	return change
		? patchFolder(change.content.patch.subject, patches.indexOf(change.patch), patches.length)
		: '';
}

function keyedPatch(
	{ account, owner, list }: ListKey,
	{ mailId, patch, nth }: ContentPatch,
): KeyedPatch | undefined {
	return mailId === undefined || !patch
		? undefined
		: { key: { account, owner, list, mail: mailId, patch: nth }, patch };
}
