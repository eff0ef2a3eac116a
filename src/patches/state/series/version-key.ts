import type { ListKey, SeriesKey } from '../../../platform/model/keys.ts';
import { mailsOf, patchsetOf, type VersionSummary } from '../lists/series-summary.ts';

/** Identifies the page of a version: by its patchset or, if it has none, by its first mail. Undefined if it has neither. */
export function versionKey(list: ListKey, version: VersionSummary): SeriesKey | undefined {
	const { account, owner, list: name } = list;
	const key = { account, owner, list: name };
	const patchset = patchsetOf(version);
	if (patchset !== undefined) return { ...key, patchset };
	const [first] = mailsOf(version);
	return first && { ...key, mail: first.id };
}
