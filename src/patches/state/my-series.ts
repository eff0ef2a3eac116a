import { parseTime } from '../../forge/read.ts';
import type { Patchset } from '../../forge/shapes/lists.ts';
import type { Pin } from '../../platform/state/pins.ts';
import { type ListedSeries, type ListedThreads, mailsOf, threadsOf } from './listed-series.ts';
import { patchsetsOf, type SentMail } from './mail-with-patchset.ts';

/** A series that the user has sent. */
export interface MySeries {
	readonly list: Pin;
	readonly series: ListedSeries;
}

const spellPin = ({ owner, name }: Pin): string => `${owner}/${name}`;

/** The lists that the user has sent mails to, each once. */
export const listsOfSent = (sent: Iterable<SentMail>): readonly Pin[] => [
	...new Map([...sent].map(({ list }) => [spellPin(list), list])).values(),
];

/**
 * The series that the user has sent, the most recently active first. `threadsOfList` has what is known of a list, with the replies of
 * others.
 */
export function mySeries(
	sent: Iterable<SentMail>,
	threadsOfList: (list: Pin) => Pick<ListedThreads, 'series'> | undefined,
): readonly MySeries[] {
	const byList = Map.groupBy(sent, ({ list }) => spellPin(list));
	const all = [...byList.values()].flatMap((ofList) => {
		const [{ list } = { list: undefined }] = ofList;
		return list
			? seriesInList(ofList, threadsOfList(list)?.series ?? []).map((series) => ({ list, series }))
			: [];
	});
	return all.toSorted((one, other) => other.series.active - one.series.active);
}

function seriesInList(sent: readonly SentMail[], known: readonly ListedSeries[]): readonly ListedSeries[] {
	const patchsets = patchsetsOf(sent);
	const ids = new Set(sent.map(({ mail }) => mail.id));
	const isMine = ({ chain }: ListedSeries) =>
		chain.versions.some(
			(version) =>
				version.patchsets.some((id) => patchsets.has(id)) || mailsOf(version).some(({ id }) => ids.has(id)),
		);
	const mine = known.filter(isMine);
	const covered = new Set(
		mine.flatMap(({ chain }) => chain.versions.flatMap((version) => mailsOf(version).map(({ id }) => id))),
	);
	const coveredPatchsets = new Set(
		mine.flatMap(({ chain }) => chain.versions.flatMap((version) => version.patchsets)),
	);
	const others = sent.filter(
		({ mail, patchset }) => !covered.has(mail.id) && !(patchset && coveredPatchsets.has(patchset.id)),
	);
	const rest = threadsOf(
		new Map(others.map(({ mail }) => [mail.id, mail])),
		new Map([...patchsets].filter(([id]) => !coveredPatchsets.has(id))),
	);
	return [...mine.map((series) => withNewerStatus(series, patchsets)), ...rest.series];
}

/** A list may have been read before the status of its patchset changed. */
function withNewerStatus(series: ListedSeries, patchsets: ReadonlyMap<number, Patchset>): ListedSeries {
	const { patchset } = series;
	const listed = patchset && patchsets.get(patchset.id);
	const isNewer = listed && (parseTime(listed.updated) ?? 0) > (parseTime(patchset.updated) ?? 0);
	return isNewer ? { ...series, patchset: { ...patchset, ...listed }, status: listed.status } : series;
}
