import { idOfSeries, isPatchsetKey, type SeriesKey } from '../../../platform/model/keys.ts';
import { nearDate } from '../../../platform/model/words.ts';
import { versionName } from '../../model/series/version-name.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import { patchsetOf } from '../../state/lists/series-summary.ts';
import { versionKey } from '../../state/series/version-key.ts';
import type { ShownVersion } from '../protocol/protocol.ts';

/** The versions of a series, oldest first; none if there is only one. */
export function versionParts(
	key: SeriesKey,
	{ chain, version: shown }: SeriesReading,
	now: number,
	zone: string | undefined,
): readonly ShownVersion[] {
	const versions = chain?.versions ?? [];
	if (versions.length < 2) return [];
	return versions.flatMap((version) => {
		const own = version === shown ? key : versionKey(key, version);
		if (!own) return [];
		const sent = version.date === undefined ? '' : shortDate(version.date, now, zone);
		const detail = [sent, version === versions.at(-1) ? 'latest' : ''].filter(Boolean).join(', ');
		return [{ key: idOfSeries(own), name: versionName(version), detail, isShown: version === shown }];
	});
}

/** `today 18:03`, `19 Nov 2026`. */
export const shortDate = (ms: number, now: number, zone: string | undefined): string =>
	nearDate(new Date(ms).toISOString(), now, zone).replace(/, \d\d:\d\d$/, '');

/** The patchset of a version as the page identifies it: that of its key, or else that of the version. */
export const shownPatchset = (key: SeriesKey, { version, patchsets }: SeriesReading) => {
	const id = isPatchsetKey(key) ? key.patchset : version && patchsetOf(version);
	return id === undefined ? undefined : patchsets.get(id);
};
