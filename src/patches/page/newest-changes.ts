import type { SeriesReading } from '../model/series-reading.ts';
import { compareVersions } from '../state/comparison/compare-versions.ts';
import { KnownComparison } from './known-comparison.ts';
import { changesText } from './parts/comparison.ts';
import type { ComparingOptions } from './version-comparison.ts';

/** Counts what the newest version has changed, if the page shows an older one: `1 patch changed, 1 dropped, 1 added`. */
export const newestChanges = (
	options: ComparingOptions,
	shown: () => SeriesReading | undefined,
): KnownComparison<string> =>
	new KnownComparison({
		...options,
		shown,
		other: ({ chain, version }) => {
			const newest = chain?.versions.at(-1);
			return newest === version ? undefined : newest;
		},
		compare: async (old, newest, signal) =>
			changesText((await compareVersions(old, newest, options.run, signal)).pairs),
	});
