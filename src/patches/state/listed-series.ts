import { parseTime } from '../../forge/read.ts';
import type { Patchset, PatchsetStatus } from '../../forge/shapes/lists.ts';
import type { Chain, Version } from '../model/series/chain.ts';
import { type ListedSeriesMail, seriesMailOfListed } from '../model/series/from-listed-mail.ts';
import { seriesPatchsetOf } from '../model/series/from-patchset.ts';
import { chainsOf } from '../model/series/series.ts';
import type { ListedMail } from './listed-mail.ts';

/** A series as a list shows it: its newest version, with the older ones. */
export interface ListedSeries {
	readonly chain: Chain<ListedSeriesMail>;
	readonly newest: Version<ListedSeriesMail>;
	/** Of the newest version; undefined if the forge has made no patchset of its mails. */
	readonly patchset: Patchset | undefined;
	/** `pull` for a request to pull, which has no patchset. */
	readonly status: PatchsetStatus | 'pull';
	/** When the newest version was sent or last answered, in milliseconds since 1970. */
	readonly active: number;
	/** How many known mails of its threads are answers. */
	readonly replies: number;
}

/** A thread that is not about a series. */
export interface ListedDiscussion {
	/** The mail that starts the thread. */
	readonly mail: ListedMail;
	readonly replies: number;
	/** When the last known mail arrived, in milliseconds since 1970. */
	readonly active: number;
}

export interface ListedThreads {
	/** The most recently active first. */
	readonly series: readonly ListedSeries[];
	/** The most recently active first. */
	readonly discussions: readonly ListedDiscussion[];
}

/** Finds the series and the discussions in a list. */
export function threadsOf(
	mails: ReadonlyMap<number, ListedMail>,
	patchsets: ReadonlyMap<number, Patchset>,
): ListedThreads {
	const messageIdOf = (id: number) => mails.get(id)?.messageId;
	const listed = [...mails.values()].map((mail) => seriesMailOfListed(mail, messageIdOf));
	const chains = chainsOf(listed, [...patchsets.values()].map(seriesPatchsetOf));
	const threads = Map.groupBy(mails.values(), ({ id, thread }) => thread ?? id);
	const ofSeries = new Set<number>();
	const series = chains.flatMap((chain) => {
		const newest = chain.versions.at(-1);
		if (!newest) return [];
		const own = chain.versions.flatMap(mailsOf);
		for (const { thread } of own) ofSeries.add(thread);
		return listedSeriesOf(chain, newest, own, { patchsets, threads });
	});
	const discussions = [...threads].flatMap(([id, members]) => {
		const mail = mails.get(id);
		if (!mail || ofSeries.has(id)) return [];
		return { mail, replies: members.length - 1, active: lastArrival(members) };
	});
	return { series: series.toSorted(byActivity), discussions: discussions.toSorted(byActivity) };
}

interface Known {
	readonly patchsets: ReadonlyMap<number, Patchset>;
	readonly threads: ReadonlyMap<number, readonly ListedMail[]>;
}

function listedSeriesOf(
	chain: Chain<ListedSeriesMail>,
	newest: Version<ListedSeriesMail>,
	own: readonly ListedSeriesMail[],
	{ patchsets, threads }: Known,
): ListedSeries {
	// A forge may make several patchsets of the mails of one version.
	const patchset = patchsets.get(Math.max(...newest.patchsets));
	const members = [...new Set(own.map(({ thread }) => thread))].flatMap((id) => threads.get(id) ?? []);
	const ids = new Set(own.map(({ id }) => id));
	return {
		chain,
		newest,
		patchset,
		status: chain.kind === 'pull' ? 'pull' : (patchset?.status ?? 'unknown'),
		active: Math.max(lastArrival(members), newest.date ?? 0, parseTime(patchset?.created) ?? 0),
		replies: members.filter(({ id }) => !ids.has(id)).length,
	};
}

/** The mails of a version, without those that it inherits from an earlier one. */
const mailsOf = ({
	cover,
	patches,
	extra,
	replaced,
}: Version<ListedSeriesMail>): readonly ListedSeriesMail[] => [
	...(cover ? [cover] : []),
	...[...patches, ...extra].flatMap(({ mail, isInherited }) => (isInherited ? [] : [mail])),
	...replaced,
];

const lastArrival = (mails: readonly ListedMail[]): number =>
	mails.reduce((latest, { created }) => Math.max(latest, parseTime(created) ?? 0), 0);

const byActivity = (one: { readonly active: number }, other: { readonly active: number }): number =>
	other.active - one.active;

/** The numbers of patches that have not arrived. The forge makes no patchset of an incomplete series. */
export const missingIn = ({ patchsets, missing }: Version<ListedSeriesMail>): readonly number[] =>
	patchsets.length > 0 ? [] : missing;
