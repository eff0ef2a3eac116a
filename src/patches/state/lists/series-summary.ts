import { parseTime } from '../../../forge/contract/read.ts';
import type { Patchset, PatchsetStatus } from '../../../forge/shapes/lists.ts';
import type { Chain, Version } from '../../model/series/chain.ts';
import { type SeriesMailSummary, seriesMailsOf } from '../../model/series/mails/from-mail-summary.ts';
import { seriesPatchsetsOf } from '../../model/series/mails/from-patchset.ts';
import { chainsOf, compareStarts } from '../../model/series/series.ts';
import type { MailSummary } from '../mails/mail-summary.ts';
import { threadRoots } from './thread-roots.ts';
import { trailersOfVersion, type VersionTrailer } from './version-trailers.ts';

export type VersionSummary = Version<SeriesMailSummary>;

/** A series as a list shows it. */
export interface SeriesSummary {
	readonly chain: Chain<SeriesMailSummary>;
	/** The known mails of all its versions and the replies to them. */
	readonly mails: readonly MailSummary[];
	readonly newest: VersionSummary;
	/** The patchset of the latest version that has one: a forge may have none for a version that replies to an earlier one. */
	readonly patchset: Patchset | undefined;
	/** `pull` for a pull request, which has no patchset. */
	readonly status: PatchsetStatus | 'pull';
	/** Set if the user has set the status, and it is not on the forge yet. */
	readonly isWaiting?: boolean;
	/** When the last known mail of the series or reply to it arrived, in milliseconds since 1970; 0 if that is unknown. */
	readonly active: number;
	/** The user name of the account that sent the last known mail, with the tilde; undefined if that is unknown. */
	readonly lastSender?: string | undefined;
	/** The user name of the account that sent the newest version, with the tilde; undefined if that is unknown. */
	readonly sender?: string | undefined;
	/** How many known mails reply to the series. */
	readonly replies: number;
	/** The trailers for the newest version, as far as its mails and the replies were read whole. */
	readonly trailers: readonly VersionTrailer[];
}

/** A thread that does not begin with a series. */
export interface DiscussionSummary {
	/** The first known mail of the thread. */
	readonly mail: MailSummary;
	/** All known mails of the thread. */
	readonly mails: readonly MailSummary[];
	readonly replies: number;
	/** When the last known mail arrived, in milliseconds since 1970; 0 if that is unknown. */
	readonly active: number;
	/** The user name of the account that sent the last known mail, with the tilde; undefined if that is unknown. */
	readonly lastSender?: string | undefined;
}

export interface ThreadSummaries {
	/** The most recently active first. */
	readonly series: readonly SeriesSummary[];
	/** The most recently active first. */
	readonly discussions: readonly DiscussionSummary[];
}

/** All series, then all discussions. */
export const everyThread = ({
	series,
	discussions,
}: ThreadSummaries): readonly (SeriesSummary | DiscussionSummary)[] => [...series, ...discussions];

export type ChainSummary = Chain<SeriesMailSummary>;
type Mails = ReadonlyMap<number, MailSummary>;
type Patchsets = ReadonlyMap<number, Patchset>;

/** Which mails of a list belong together. */
interface GroupedMails {
	/** The known mails of each series and the replies to them. */
	readonly ofChain: (chain: ChainSummary) => readonly MailSummary[];
	/** The mails of threads that do not begin with a series, by the id of the mail that starts the thread. */
	readonly others: ReadonlyMap<number, readonly MailSummary[]>;
}

const noMails: readonly MailSummary[] = [];

/** Finds the series and the discussions in a list. */
export function findThreads(mails: Mails, patchsets: Patchsets): ThreadSummaries {
	const chains = chainsOf(seriesMailsOf(mails), seriesPatchsetsOf(patchsets, mails));
	const byMessageId = new Map(
		chains.flatMap((chain) =>
			chain.versions.flatMap(mailsOf).map(({ messageId }) => [messageId, chain] as const),
		),
	);
	const { ofChain, others } = groupMails(mails, byMessageId);
	const series = chains.flatMap((chain) => seriesSummaryOf(chain, ofChain(chain), patchsets) ?? []);
	return threadsWith(series, others, mails);
}

/** `byMessageId` has the series of the mails that belong to one. */
export function groupMails(mails: Mails, byMessageId: ReadonlyMap<string, ChainSummary>): GroupedMails {
	const chainOf = ownersByMail(mails, byMessageId);
	const byChain = Map.groupBy(mails.values(), ({ id }) => chainOf.get(id));
	const roots = threadRoots(mails);
	return {
		ofChain: (chain) => byChain.get(chain) ?? noMails,
		others: Map.groupBy(byChain.get(undefined) ?? [], ({ id }) => roots.get(id) ?? id),
	};
}

/** The series, which may be in any order, with the discussions in the other mails. */
export function threadsWith(
	series: readonly SeriesSummary[],
	others: GroupedMails['others'],
	mails: Mails,
): ThreadSummaries {
	const discussions = [...others].map(([id, ofThread]) => {
		const mail = mails.get(id) ?? ofThread.reduce((first, one) => (one.id < first.id ? one : first));
		return {
			mail,
			mails: ofThread,
			replies: ofThread.length - 1,
			active: lastArrival(ofThread),
			lastSender: lastSenderOf(ofThread),
		};
	});
	return { series: series.toSorted(byActivityAndStart), discussions: discussions.toSorted(byActivity) };
}

/** Maps each mail to an owner: the one of its Message-ID in `owners`, or else the owner of the mail that it replies to. */
export function ownersByMail<Owner>(
	mails: Mails,
	owners: ReadonlyMap<string, Owner>,
): ReadonlyMap<number, Owner | undefined> {
	const found = new Map<number, Owner | undefined>();
	for (const mail of mails.values()) {
		const path: number[] = [];
		let owner: Owner | undefined;
		let at: MailSummary | undefined = mail;
		while (at && owner === undefined && !found.has(at.id)) {
			// Recorded already, so that the loop also ends if the mail is its own ancestor.
			found.set(at.id, undefined);
			path.push(at.id);
			owner = owners.get(messageIdOf(at));
			at = mails.get(at.parent ?? -1);
		}
		// The loop has ended at an owner, at a mail whose owner is known, or above the first mail.
		owner ??= at && found.get(at.id);
		for (const id of path) found.set(id, owner);
	}
	return found;
}

/** The Message-ID by which series identify a mail: a replacement if the mail has none. */
export const messageIdOf = ({ id, messageId }: MailSummary): string => messageId || `mail ${id}`;

/** `members` are the known mails of the series and the replies to them. */
export function seriesSummaryOf(
	chain: ChainSummary,
	members: readonly MailSummary[],
	patchsets: Patchsets,
): SeriesSummary | undefined {
	const newest = chain.versions.at(-1);
	if (!newest) return undefined;
	const own = new Set(chain.versions.flatMap(mailsOf).map(({ messageId }) => messageId));
	const last = chain.versions.findLast((version) => version.patchsets.length > 0);
	const patchset = last && patchsets.get(patchsetOf(last) ?? -1);
	return {
		chain,
		mails: members,
		newest,
		patchset,
		status: chain.kind === 'pull' ? 'pull' : (patchset?.status ?? 'unknown'),
		active: Math.max(lastArrival(members), newest.date ?? 0),
		lastSender: lastSenderOf(members),
		sender: senderOf(newest, members),
		replies: members.filter((mail) => !own.has(messageIdOf(mail))).length,
		trailers: trailersOfVersion(newest, members),
	};
}

/** Identifies a version in its list. */
export function versionId(version: VersionSummary): string {
	const [patchset] = version.patchsets;
	return patchset === undefined ? `mail/${mailsOf(version)[0]?.id}` : `${patchset}`;
}

/** Identifies a series in its list. It stays the same when a new version arrives. */
export function seriesIdOf({ chain, newest }: SeriesSummary): string {
	const [first = newest] = chain.versions;
	return versionId(first);
}

/** The id of a version's patchset: the newest if a forge has made several of its mails. */
export const patchsetOf = ({ patchsets }: VersionSummary): number | undefined =>
	patchsets.length === 0 ? undefined : patchsets.reduce((one, other) => Math.max(one, other));

/** The mails of a version, without those that it inherits from an earlier one. */
export const mailsOf = ({
	cover,
	patches,
	extra,
	replaced,
	isPartial,
}: VersionSummary): readonly SeriesMailSummary[] => [
	...(cover && !isPartial ? [cover] : []),
	...[...patches, ...extra].flatMap(({ mail, isInherited }) => (isInherited ? [] : [mail])),
	...replaced,
];

/** Mails that arrive later have higher ids. */
const lastSenderOf = (mails: readonly MailSummary[]): string | undefined =>
	mails.reduce<MailSummary | undefined>((last, mail) => (last && last.id > mail.id ? last : mail), undefined)
		?.sender?.canonical_name;

function senderOf(version: VersionSummary, mails: readonly MailSummary[]): string | undefined {
	const ids = new Set(mailsOf(version).map(({ id }) => id));
	return mails.find(({ id, sender }) => sender && ids.has(id))?.sender?.canonical_name;
}

const lastArrival = (mails: readonly MailSummary[]): number =>
	mails.reduce((latest, { created }) => Math.max(latest, parseTime(created) ?? 0), 0);

const byActivity = (one: { readonly active: number }, other: { readonly active: number }): number =>
	other.active - one.active;

function byActivityAndStart(one: SeriesSummary, other: SeriesSummary): number {
	return byActivity(one, other) || compareStarts(one.chain, other.chain);
}

/** How many patches of a version have not arrived. A version with a patchset is complete, because the forge makes none of an incomplete one. */
export const missingCount = ({ patchsets, missing, patches, of = 0 }: VersionSummary): number =>
	patchsets.length > 0 || missing.length === 0 ? 0 : of - patches.length;
