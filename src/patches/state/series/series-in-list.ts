import type { Patchset } from '../../../forge/shapes/lists.ts';
import { isPatchsetKey, type SeriesKey } from '../../../platform/model/keys.ts';
import type { Chain } from '../../model/series/chain.ts';
import { addMailTexts } from '../../model/series/mails/add-mail-texts.ts';
import {
	isUnknownSender,
	type SeriesMailSummary,
	seriesMailsOf,
} from '../../model/series/mails/from-mail-summary.ts';
import { seriesPatchsetOf } from '../../model/series/mails/from-patchset.ts';
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
export interface ListData {
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
	/** The mails that start their threads. Their texts need not be known. */
	readonly roots: readonly number[];
	/** As in `SeriesReading`. */
	readonly newerPatches: readonly string[];
}

/** Finds the series of a key. `whole` has the mails whose texts are known. Undefined if the list does not know the series. */
export function seriesInList(
	key: SeriesKey,
	list: ListData,
	whole: ReadonlyMap<number, FullMail>,
): SeriesInList | undefined {
	const roots = threadRoots(list.mails);
	const scope = scopeOf(key, list, roots);
	if (!scope) return undefined;
	const { mails, patchsets } = scope;
	const chains = chainsOf(
		addMailTexts(seriesMailsOf(mails), whole),
		[...patchsets.values()].map(seriesPatchsetOf),
	);
	const own = chains.flatMap(({ versions }) => versions.flatMap(mailsOf));
	const ownerOf = ownersByMail(mails, new Map(own.map(({ messageId }) => [messageId, messageId])));
	const sent = isPatchsetKey(key) ? undefined : ownerOf.get(key.mail);
	const isSought = (version: VersionSummary) =>
		isPatchsetKey(key)
			? version.patchsets.includes(key.patchset)
			: mailsOf(version).some(({ messageId }) => messageId === sent);
	const chain = chains.find(({ versions }) => versions.some(isSought));
	const version = chain?.versions.find(isSought);
	if (!chain || !version)
		return isPatchsetKey(key) ? undefined : threadOf(key.mail, mails, { roots, ownerOf });
	const shown = shownMails(version, mails, ownerOf);
	const shownRoots = new Set(shown.flatMap(({ id }) => roots.get(id) ?? []));
	const isInThreads = ({ id }: SeriesMailSummary) => shownRoots.has(roots.get(id) ?? id);
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
		roots: [...shownRoots],
		newerPatches: newerPatches(
			chain,
			version,
			chains.flatMap(({ versions }) => versions).filter((one) => !chain.versions.includes(one)),
			isInThreads,
		),
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

/** The mails and patchsets that decide what the series is: those of its threads, and of the other versions. */
function scopeOf(key: SeriesKey, { mails, patchsets, threads }: ListData, rootOf: RootsByMail) {
	const ids = new Set<number>();
	const roots = new Set<number>();
	if (isPatchsetKey(key)) {
		if (!patchsets.has(key.patchset)) return undefined;
		ids.add(key.patchset);
	} else {
		const root = rootOf.get(key.mail);
		if (root === undefined) return undefined;
		roots.add(root);
	}
	const rootsOf = (version: VersionSummary) => mailsOf(version).flatMap(({ id }) => rootOf.get(id) ?? []);
	for (const { chain } of threads.series) {
		const isSought = chain.versions.some(
			(version) =>
				(isPatchsetKey(key) && version.patchsets.includes(key.patchset)) ||
				rootsOf(version).some((root) => roots.has(root)),
		);
		if (!isSought) continue;
		for (const version of chain.versions) {
			for (const id of version.patchsets) ids.add(id);
			for (const root of rootsOf(version)) roots.add(root);
		}
	}
	return {
		mails: new Map([...mails].filter(([id]) => roots.has(rootOf.get(id) ?? id))),
		patchsets: new Map([...patchsets].filter(([id]) => ids.has(id))),
	};
}

type RootsByMail = ReadonlyMap<number, number>;
type OwnersByMail = ReadonlyMap<number, string | undefined>;

/** The mails of a version, with those that it inherits, and the replies to them. `ownerOf` has the patch or cover letter of each reply. */
function shownMails(
	version: VersionSummary,
	mails: ListData['mails'],
	ownerOf: OwnersByMail,
): readonly MailSummary[] {
	const { cover, patches, extra, replaced } = version;
	const own = [...(cover ? [cover] : []), ...[...patches, ...extra].map(({ mail }) => mail), ...replaced];
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
	mails: ListData['mails'],
	{ roots, ownerOf }: { readonly roots: RootsByMail; readonly ownerOf: OwnersByMail },
): SeriesInList | undefined {
	const root = roots.get(id);
	if (root === undefined) return undefined;
	const ofThread = [...mails.values()].filter(
		(one) => roots.get(one.id) === root && ownerOf.get(one.id) === undefined,
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
