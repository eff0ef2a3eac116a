import { truncate } from '../../base/text/truncate.ts';
import { isPatchsetKey, listRef, patchsetRef, type SeriesKey } from '../../platform/model/keys.ts';
import { versionName } from '../model/series/version-name.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { displayTitle } from './people/display-title.ts';

const longestTitle = 40;

/** The title of the tab of a series or a thread. `reading` is undefined until something is known. */
export function seriesTabTitle(key: SeriesKey, reading: SeriesReading | undefined): string {
	const { version, chain, mails } = reading ?? {};
	if (version && chain) {
		const name = chain.versions.length > 1 || version.version > 1 ? `${versionName(version)} ` : '';
		return truncate(`${name}${displayTitle(version.title)}`, longestTitle);
	}
	const [first] = [...(mails?.values() ?? [])].toSorted((one, other) => one.id - other.id);
	if (first) return truncate(displayTitle(first.mail.subject), longestTitle);
	return isPatchsetKey(key) ? patchsetRef(key) : listRef(key);
}
