import type { Patchset } from '../../../forge/shapes/lists.ts';
import { isPatchsetKey, type SeriesKey } from '../../../platform/model/keys.ts';
import { allMails, type Chain } from '../../model/series/chain.ts';
import { addMailTexts } from '../../model/series/mails/add-mail-texts.ts';
import {
	isUnknownSender,
	type SeriesMailSummary,
	seriesMailsOf,
} from '../../model/series/mails/from-mail-summary.ts';
import { seriesPatchsetsOf } from '../../model/series/mails/from-patchset.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { chainsOf } from '../../model/series/series.ts';
import {
	mailsOf,
	messageIdOf,
	ownersByMail,
	type ThreadSummaries,
	type VersionSummary,
} from '../lists/series-summary.ts';
import { threadRoots } from '../lists/thread-roots.ts';
import type { MailSummary } from '../mails/mail-summary.ts';

/** What is known of a list. */
export interface ListContents {
	readonly mails: ReadonlyMap<number, MailSummary>;
	readonly patchsets: ReadonlyMap<number, Patchset>;
	readonly threads: ThreadSummaries;
}

/** What a list knows of the series or thread of a key. */
export interface SeriesInList {
	/** Undefined if the thread is not about a series. */
	readonly chain: Chain<SeriesMailSummary> | undefined;
	readonly version: VersionSummary | undefined;
	/** Of all versions, by id. */
	readonly patchsets: ReadonlyMap<number, Patchset>;
	/** The mails of the version and the replies to them, or those of the thread. */
	readonly mails: readonly MailSummary[];
	/** The ids of the mails that start the threads of `mails`. Such a mail need not be known. */
	readonly roots: readonly number[];
	/** Patches of a newer version in the same threads, such as `2/2`, whose sender is not known. */
	readonly newerPatches: readonly string[];
}

/** Finds the series of a key. `fullMails` has the mails whose texts are known. Undefined if the list does not know the series. */
export function seriesInList(
	key: SeriesKey,
	list: ListContents,
	fullMails: ReadonlyMap<number, FullMail>,
): SeriesInList | undefined {
	const rootOf = threadRoots(list.mails);
	const nearby = nearbyItems(key, list, rootOf);
	if (!nearby) return undefined;
	const { mails, patchsets } = nearby;
	const chains = chainsOf(addMailTexts(seriesMailsOf(mails), fullMails), seriesPatchsetsOf(patchsets, mails));
	const mailsOfSeries = chains.flatMap(({ versions }) => versions.flatMap(mailsOf));
	const ownerOf = ownersByMail(mails, new Map(mailsOfSeries.map(({ messageId }) => [messageId, messageId])));
	const ownerOfKey = isPatchsetKey(key) ? undefined : ownerOf.get(key.mail);
	const hasKey = (version: VersionSummary) =>
		isPatchsetKey(key)
			? version.patchsets.includes(key.patchset)
			: mailsOf(version).some(({ messageId }) => messageId === ownerOfKey);
	const chain = chains.find(({ versions }) => versions.some(hasKey));
	const version = chain?.versions.find(hasKey);
	if (!chain || !version) return isPatchsetKey(key) ? undefined : threadOf(key.mail, mails, rootOf, ownerOf);
	const shown = shownMails(version, mails, ownerOf);
	const roots = new Set(shown.flatMap(({ id }) => rootOf.get(id) ?? []));
	const others = chains.filter((other) => other !== chain).flatMap(({ versions }) => versions);
	return {
		chain,
		version,
		patchsets: new Map(
			chain.versions.flatMap(({ patchsets: ids }) =>
				ids.flatMap((id) => {
					const patchset = patchsets.get(id);
					return patchset ? [[id, patchset] as const] : [];
				}),
			),
		),
		mails: shown,
		roots: [...roots],
		newerPatches: newerPatches(chain, version, others, ({ id }) => roots.has(rootOf.get(id) ?? id)),
	};
}

/** Patches of other series that may be a part of a newer version. If a newer version is known, it tells more. */
function newerPatches(
	chain: Chain<SeriesMailSummary>,
	shown: VersionSummary,
	others: readonly VersionSummary[],
	isInThreads: (mail: SeriesMailSummary) => boolean,
): readonly string[] {
	if (shown !== chain.versions.at(-1)) return [];
	const { of = 0 } = shown;
	const numbers = others
		.filter((other) => other.version > shown.version && other.of === of)
		.flatMap(({ patches }) => patches)
		.filter(({ mail }) => isUnknownSender(mail.from) && isInThreads(mail))
		.map(({ number }) => number);
	return [...new Set(numbers)].sort((one, other) => one - other).map((number) => `${number}/${of}`);
}

/** The mails and patchsets that decide what the series is: its own, those in its threads, and those of other series with mails in its threads. */
function nearbyItems(key: SeriesKey, { mails, patchsets, threads }: ListContents, rootOf: RootsByMail) {
	const patchsetIds = new Set<number>();
	const roots = new Set<number>();
	if (isPatchsetKey(key)) {
		if (!patchsets.has(key.patchset)) return undefined;
		patchsetIds.add(key.patchset);
	} else {
		const root = rootOf.get(key.mail);
		if (root === undefined) return undefined;
		roots.add(root);
	}
	const all = threads.series.map(({ chain: { versions } }) => ({
		patchsets: versions.flatMap((version) => version.patchsets),
		roots: versions.flatMap(mailsOf).flatMap(({ id }) => rootOf.get(id) ?? []),
	}));
	const addNearby = () => {
		const found = all.filter(
			(one) => one.patchsets.some((id) => patchsetIds.has(id)) || one.roots.some((root) => roots.has(root)),
		);
		for (const one of found) {
			for (const id of one.patchsets) patchsetIds.add(id);
			for (const root of one.roots) roots.add(root);
		}
	};
	// The series, which may have further threads, then those that share a thread with it.
	addNearby();
	addNearby();
	return {
		mails: new Map([...mails].filter(([id]) => roots.has(rootOf.get(id) ?? id))),
		patchsets: new Map([...patchsets].filter(([id]) => patchsetIds.has(id))),
	};
}

/** The id of the mail that starts the thread of each mail. */
type RootsByMail = ReadonlyMap<number, number>;
/** The Message-ID of the mail of a series that each mail is or replies to. */
type OwnersByMail = ReadonlyMap<number, string | undefined>;

/** The mails of a version, with those that it inherits, and the replies to them. */
function shownMails(
	version: VersionSummary,
	mails: ListContents['mails'],
	ownerOf: OwnersByMail,
): readonly MailSummary[] {
	const own = allMails(version);
	const ids = new Set(own.map(({ id }) => id));
	const messageIds = new Set(own.map(({ messageId }) => messageId));
	return [...mails.values()].filter((mail) => {
		const messageId = ownerOf.get(mail.id);
		if (messageId === undefined || !messageIds.has(messageId)) return false;
		// A mail that was received twice is shown once.
		return ids.has(mail.id) || messageIdOf(mail) !== messageId;
	});
}

/** The thread of a mail that does not belong to a series. */
function threadOf(
	id: number,
	mails: ListContents['mails'],
	rootOf: RootsByMail,
	ownerOf: OwnersByMail,
): SeriesInList | undefined {
	const root = rootOf.get(id);
	if (root === undefined) return undefined;
	const ofThread = [...mails.values()].filter(
		(mail) => rootOf.get(mail.id) === root && ownerOf.get(mail.id) === undefined,
	);
	return {
		chain: undefined,
		version: undefined,
		patchsets: new Map(),
		mails: ofThread,
		roots: [root],
		newerPatches: [],
	};
}
