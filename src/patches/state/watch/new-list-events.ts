import { largest, smallest } from '../../../base/collections.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { Patchset } from '../../../forge/shapes/lists.ts';
import type { Address } from '../../../mail/message/mail.ts';
import type { Concern, ListHappening } from '../../../platform/model/forge-events.ts';
import type { ListKey, SeriesKey } from '../../../platform/model/keys.ts';
import { readSubmitter, senderName } from '../../model/series/mails/from-mail-summary.ts';
import {
	mailsOf,
	messageIdOf,
	missingCount,
	ownersByMail,
	patchsetOf,
	type SeriesSummary,
	type ThreadSummaries,
	type VersionSummary,
} from '../lists/series-summary.ts';
import { threadRoots } from '../lists/thread-roots.ts';
import type { MailSummary } from '../mails/mail-summary.ts';
import { versionKey } from '../series/version-key.ts';
import { versionNames } from '../series/version-names.ts';
import type { WaitingItems } from './list-cursor.ts';

export interface ListFacts {
	readonly key: ListKey;
	readonly mails: ReadonlyMap<number, MailSummary>;
	readonly patchsets: ReadonlyMap<number, Patchset>;
	readonly threads: ThreadSummaries;
	/** The user name of the account, with the tilde. */
	readonly me: string;
}

interface NewItems {
	/** The ids of mails that are not reported. */
	readonly mails: ReadonlySet<number>;
	/** The ids of patchsets that are not reported. */
	readonly patchsets: ReadonlySet<number>;
	/** The keys of events that the last read has not reported, because the next one could have changed them. */
	readonly waiting: ReadonlySet<string>;
	readonly now: number;
}

/** After this time without a new mail of a series, those that are missing are not expected anymore. */
const incompleteMs = 60 * 60_000;

interface ListNews {
	/** In the order in which their last mails have arrived. */
	readonly events: readonly ListHappening[];
	readonly waiting: WaitingItems;
}

interface VersionOfSeries {
	readonly series: SeriesSummary;
	readonly version: VersionSummary;
}

const everyVersion = ({ threads }: ListFacts): readonly VersionOfSeries[] =>
	threads.series.flatMap((series) => series.chain.versions.map((version) => ({ series, version })));

/** What others have sent to a list: each version of a series once, when it is complete or no more of it is expected, and the other mails. */
export function listNews(facts: ListFacts, news: NewItems): ListNews {
	const found: { readonly lastMail: number; readonly event: ListHappening }[] = [];
	const keys: string[] = [];
	const waiting = { mails: new Set<number>(), patchsets: new Set<number>(), keys };
	const threads = new Threads(facts);
	for (const one of everyVersion(facts)) {
		const { version } = one;
		const mails = mailsOf(version);
		const newPatchsets = version.patchsets.filter((id) => news.patchsets.has(id));
		const hasNewMail = version.patchsets.length === 0 && mails.some(({ id }) => news.mails.has(id));
		if (newPatchsets.length === 0 && !hasNewMail) continue;
		const key = keyOfVersion(version);
		const readiness = readinessOf(one);
		const lastMail = Math.max(0, largest(mails.map(({ id }) => id)));
		const isGivenUp = isOlder(facts.mails.get(lastMail), news.now - incompleteMs);
		// If it was uncertain at the last read, too, no more is expected.
		const isReady =
			readiness === 'complete' ||
			(readiness === 'uncertain' && news.waiting.has(key)) ||
			(readiness === 'incomplete' && isGivenUp);
		if (isReady) {
			if (!threads.isOwn(version)) found.push({ lastMail, event: versionEvent(facts, threads, one, key) });
			continue;
		}
		if (readiness === 'uncertain') keys.push(key);
		for (const { id } of mails) waiting.mails.add(id);
		for (const id of newPatchsets) waiting.patchsets.add(id);
	}
	for (const id of news.mails) {
		const mail = facts.mails.get(id);
		if (!mail || threads.isOfSeries(mail) || threads.isMine(mail)) continue;
		found.push({ lastMail: id, event: mailEvent(facts, threads, mail) });
	}
	const events = found.toSorted((one, other) => one.lastMail - other.lastMail).map(({ event }) => event);
	return { events, waiting };
}

/**
 * Whether all of a version is known. The forge makes its patchset when the last mail has arrived, and some forges make none for a later version.
 * If only the patchset is known, or only the mails, the next read may bring the other. Until then it is uncertain whether the event would
 * change.
 */
function readinessOf({ series, version }: VersionOfSeries): 'complete' | 'uncertain' | 'incomplete' {
	if (series.chain.kind === 'pull') return 'complete';
	if (version.patchsets.length > 0) return mailsOf(version).length > 0 ? 'complete' : 'uncertain';
	return version.patches.length > 0 && version.missing.length === 0 ? 'uncertain' : 'incomplete';
}

const isOlder = (mail: MailSummary | undefined, time: number): boolean =>
	(parseTime(mail?.created ?? '') ?? Number.POSITIVE_INFINITY) < time;

/** Does not change if the forge makes a patchset of the mails later. */
function keyOfVersion(version: VersionSummary): string {
	const mails = mailsOf(version);
	return mails.length > 0
		? `series ${smallest(mails.map(({ id }) => id))}`
		: `patchset ${patchsetOf(version) ?? ''}`;
}

function versionEvent(
	{ key: place, mails, patchsets }: ListFacts,
	threads: Threads,
	{ series, version }: VersionOfSeries,
	key: string,
): ListHappening {
	const patchset = patchsets.get(patchsetOf(version) ?? 0);
	const own = mailsOf(version).flatMap(({ id }) => mails.get(id) ?? []);
	const sender = own.find((mail) => mail.sender)?.sender;
	const last = own.toSorted((one, other) => one.id - other.id).at(-1);
	const isPull = series.chain.kind === 'pull';
	const missing = missingCount(version);
	const patchCount = isPull ? undefined : (version.of ?? version.patches.length) || undefined;
	return {
		key,
		at: last?.created || patchset?.created || '',
		by: sender?.canonical_name ?? writtenName(version.submitter),
		title: version.title || patchset?.subject || '',
		concerns: concernsOf(threads.hasWritten(series)),
		kind: isPull ? 'pull-request' : 'patchset',
		place: listKey(place),
		item: versionKey(place, version) ?? null,
		versions: versionNames(series.chain),
		...(!isPull && { version: version.version, patchCount }),
		...(missing > 0 && { missingCount: missing }),
	};
}

function mailEvent({ key: place, mails }: ListFacts, threads: Threads, mail: MailSummary): ListHappening {
	const owner = threads.ownerOf(mail);
	const root = threads.rootOf(mail);
	const isReply = owner !== undefined || mail.parent !== null || mail.thread !== null;
	const thread: SeriesKey = { ...listKey(place), mail: root };
	return {
		key: `mail ${mail.id}`,
		at: mail.created,
		by: mail.sender?.canonical_name ?? submitterOf(mail.patchset?.submitter),
		title: owner ? owner.series.chain.title : (mails.get(root) ?? mail).subject,
		concerns: threads.concernsOf(mail),
		kind: isReply ? 'reply' : 'thread',
		place: listKey(place),
		item: (owner && versionKey(place, owner.version)) ?? thread,
		...(owner && { versions: versionNames(owner.series.chain) }),
		...(isReply && { mail: mail.id }),
	};
}

/**
 * The events of changed statuses. `before` has the earlier statuses, by the ids of the patchsets. If the list has the later version of one that
 * was superseded, only that has an event. Forges do not say who has set a status: `isOwn` says whether the user has set the one that a patchset
 * has.
 */
export function statusEvents(
	facts: ListFacts,
	before: Readonly<Record<string, string>>,
	isOwn: (patchset: Patchset) => boolean,
): readonly ListHappening[] {
	const changed = Object.entries(before).flatMap(([id, status]) => {
		const patchset = facts.patchsets.get(Number(id));
		return patchset && patchset.status !== status && !isOwn(patchset) ? [patchset] : [];
	});
	if (changed.length === 0) return [];
	const versions = new Map(
		everyVersion(facts).flatMap((one) => one.version.patchsets.map((id) => [id, one] as const)),
	);
	const threads = new Threads(facts);
	return changed.flatMap((patchset) => {
		const { id, status, updated, subject } = patchset;
		const one = versions.get(id);
		if (status === 'superseded' && one && one.version !== one.series.chain.versions.at(-1)) return [];
		const place = listKey(facts.key);
		const isToMine = one && threads.isOwn(one.version);
		const hasWritten = one && threads.hasWritten(one.series);
		return [
			{
				// The status can be set to the same value again, at another time.
				key: `patchset ${id} ${status} ${updated}`,
				at: updated,
				by: '',
				title: one?.version.title || subject,
				concerns: concernsOf(hasWritten, isToMine),
				kind: 'patchset-status',
				place,
				item: { ...place, patchset: id },
				...(one && { versions: versionNames(one.series.chain) }),
				status,
			},
		];
	});
}

function concernsOf(hasWritten = false, isToMine = false): readonly Concern[] {
	if (isToMine) return ['patch-sent'];
	return [hasWritten ? 'participated' : 'watched'];
}

const listKey = ({ account, owner, list }: ListKey): ListKey => ({ account, owner, list });

const submitterOf = (header: string | null | undefined): string => {
	const submitter = readSubmitter(header ?? '');
	return submitter ? writtenName(submitter) : '';
};

/** The name in a From header, which anyone can write. It is not shown as the user name of an account, and never taken for the user's. */
export function writtenName(from: Address): string {
	const name = senderName(from);
	if (!name.startsWith('~')) return name;
	return from.email.includes('@') ? from.email : '';
}

/** Which mails belong together, and which of them the user has sent. */
class Threads {
	readonly #facts: ListFacts;
	/** By the Message-IDs of the mails of versions. */
	readonly #versions: ReadonlyMap<string, VersionOfSeries>;
	readonly #owners: ReadonlyMap<number, VersionOfSeries | undefined>;
	readonly #roots: ReadonlyMap<number, number>;
	/** The threads in which the user has written, by the mails that start them. */
	readonly #written: ReadonlySet<number>;

	constructor(facts: ListFacts) {
		const { mails } = facts;
		this.#facts = facts;
		this.#versions = new Map(
			everyVersion(facts).flatMap((one) =>
				mailsOf(one.version).map(({ messageId }) => [messageId, one] as const),
			),
		);
		this.#owners = ownersByMail(mails, this.#versions);
		this.#roots = threadRoots(mails);
		this.#written = new Set(
			[...mails.values()].flatMap((mail) => (this.isMine(mail) ? this.rootOf(mail) : [])),
		);
	}

	isMine({ sender }: MailSummary): boolean {
		return sender?.canonical_name === this.#facts.me;
	}

	/** Whether a mail is a part of a series, or a copy of one, and not a reply to it. */
	isOfSeries(mail: MailSummary): boolean {
		return this.#versions.has(messageIdOf(mail));
	}

	/** The version that a mail belongs to or replies to. */
	ownerOf({ id }: MailSummary): VersionOfSeries | undefined {
		return this.#owners.get(id);
	}

	rootOf({ id }: { readonly id: number }): number {
		return this.#roots.get(id) ?? id;
	}

	/** Whether the user has sent a version. */
	isOwn(version: VersionSummary): boolean {
		return mailsOf(version).some(({ id }) => {
			const mail = this.#facts.mails.get(id);
			return mail !== undefined && this.isMine(mail);
		});
	}

	/** Whether the user has written in a thread of the series. */
	hasWritten({ chain }: SeriesSummary): boolean {
		return chain.versions.flatMap(mailsOf).some((mail) => this.#written.has(this.rootOf(mail)));
	}

	concernsOf(mail: MailSummary): readonly Concern[] {
		const { mails } = this.#facts;
		const series = this.ownerOf(mail)?.series;
		const answered = [mail.parent, this.rootOf(mail)].flatMap((id) => mails.get(id ?? -1) ?? []);
		const isToMine =
			answered.some((one) => this.isMine(one)) ||
			series?.chain.versions.some((version) => this.isOwn(version));
		const hasWritten = this.#written.has(this.rootOf(mail)) || (series && this.hasWritten(series));
		return concernsOf(hasWritten, isToMine);
	}
}
