import { rememberByObject } from '../../../base/remember.ts';
import { createSlices } from '../../../base/slices.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { ListKey } from '../../../platform/model/keys.ts';
import { isClosedStatus } from '../../model/closed-status.ts';
import { readSubject, readSubmitter } from '../../model/series/mails/from-mail-summary.ts';
import { isViaList } from '../../model/series/mails/identity.ts';
import { mailsOf, type SeriesSummary, type ThreadSummaries } from '../lists/series-summary.ts';
import type { MailSummary } from '../mails/mail-summary.ts';
import { type AccountSeries, uniqueSeries } from './account-series.ts';

/** The series that need the user, each in one group, the most recently active first. */
export interface ReviewGroups {
	/** Proposed series of others that no user has reviewed, and those that are addressed to the user and that they have not reviewed. */
	readonly toReview: readonly AccountSeries[];
	/** Series of others that have a newer version than the user has reviewed. */
	readonly newVersion: readonly AccountSeries[];
	/** Series in which another user has answered the user since the user's last mail. */
	readonly answers: readonly AccountSeries[];
}

/** A list, as an account sees it. */
export interface ReviewedList {
	readonly key: ListKey;
	/** Found when they are first read. */
	readonly threads: ThreadSummaries;
	/** Whether it is one of the account's own, subscribed or pinned lists. */
	readonly isFollowed: boolean;
	/** The name of the forge. */
	readonly forge: string;
}

interface ReviewInput {
	/** The user names of the accounts of a forge, with the tilde. */
	readonly namesAt: (forge: string) => ReadonlySet<string>;
	/** When the user last sent a comment on one of these mails that may not be on the list yet, in milliseconds since 1970; 0 if never. */
	readonly lastSent: (list: ListKey, mails: readonly MailSummary[]) => number;
	/** The series with the status that the user has set. */
	readonly withStatus: (series: SeriesSummary, list: ListKey) => SeriesSummary;
}

/** What is known of an open series. Times are in milliseconds since 1970, and 0 if there was no such mail. */
interface ReviewFacts {
	readonly isOwn: boolean;
	/** When the user's last mail arrived. */
	readonly wroteAt: number;
	/** When the last answer of another user to a mail of the user arrived. */
	readonly answeredAt: number;
	readonly isReviewedByOthers: boolean;
	readonly recipients: readonly string[];
}

/** Finds what needs the user in lists. What is known of a series is computed again only when the series changes. */
export class ReviewIndex {
	readonly #input: ReviewInput;
	/** By the names of the user. */
	readonly #factsFor = new Map<string, ReturnType<typeof factsFor>>();

	constructor(input: ReviewInput) {
		this.#input = input;
	}

	/** Divided into slices: the first time, the threads of each list are found. */
	async of(lists: readonly ReviewedList[]): Promise<ReviewGroups> {
		const slice = createSlices();
		const addresses = new Set<string>();
		for (const list of lists) {
			for (const address of this.#at(list).addresses(list.threads)) addresses.add(address);
			await slice();
		}
		const found: Record<keyof ReviewGroups, AccountSeries[]> = { toReview: [], newVersion: [], answers: [] };
		for (const list of lists) {
			const { facts: factsOf } = this.#at(list);
			for (const known of list.threads.series) {
				if (isClosedStatus(known.status)) continue;
				const facts = factsOf(known);
				const series = this.#input.withStatus(known, list.key);
				const group = this.#groupOf(series, facts, list, addresses);
				if (group) found[group].push({ list: list.key, series });
			}
			await slice();
		}
		const forges = new Map(lists.map(({ key, forge }) => [key.account, forge]));
		const shown = (all: readonly AccountSeries[]) =>
			uniqueSeries(all, (account) => forges.get(account)).toSorted(
				(one, other) => other.series.active - one.series.active,
			);
		return {
			toReview: shown(found.toReview),
			newVersion: shown(found.newVersion),
			answers: shown(found.answers),
		};
	}

	#groupOf(
		{ status, newest, chain, mails }: SeriesSummary,
		{ isOwn, answeredAt, isReviewedByOthers, recipients, ...facts }: ReviewFacts,
		{ key, isFollowed }: ReviewedList,
		addresses: ReadonlySet<string>,
	): keyof ReviewGroups | undefined {
		if (isClosedStatus(status)) return undefined;
		const isOthers = !isOwn && !addresses.has(chain.submitter.email.toLowerCase());
		const wroteAt = Math.max(facts.wroteAt, this.#input.lastSent(key, mails));
		if (isOthers && wroteAt > 0 && (newest.date ?? 0) > wroteAt) return 'newVersion';
		if (answeredAt > wroteAt && (isOthers || status !== 'approved')) return 'answers';
		// Without its mails, it is unknown who has reviewed it.
		if (!isOthers || wroteAt > 0 || status !== 'proposed' || mails.length === 0) return undefined;
		const isAddressed = recipients.some((address) => addresses.has(address));
		return isAddressed || (isFollowed && !isReviewedByOthers) ? 'toReview' : undefined;
	}

	#at({ forge }: ReviewedList): ReturnType<typeof factsFor> {
		const names = this.#input.namesAt(forge);
		const id = [...names].join(' ');
		const known = this.#factsFor.get(id) ?? factsFor(names);
		this.#factsFor.set(id, known);
		return known;
	}
}

/** Computes what is known of series and lists for a user with these names. Remembers it, as summaries are never changed in place. */
function factsFor(names: ReadonlySet<string>) {
	const isMine = ({ sender }: MailSummary) => sender !== null && names.has(sender.canonical_name);
	const facts = rememberByObject(({ chain, newest, mails, sender }: SeriesSummary): ReviewFacts => {
		const sent = new Set(chain.versions.flatMap(mailsOf).map(({ id }) => id));
		const mine = mails.filter(isMine);
		const myIds = new Set(mine.map(({ id }) => id));
		const replies = mails.filter((mail) => !sent.has(mail.id) && readSubject(mail.subject).isReply);
		const isAuthor = (mail: MailSummary) =>
			sender === undefined
				? mail.sender === null && mail.from?.email === newest.submitter.email
				: mail.sender?.canonical_name === sender;
		const ofOthers = replies.filter((mail) => !isMine(mail));
		return {
			isOwn: mine.some(({ id }) => sent.has(id)),
			wroteAt: lastOf(mine),
			answeredAt: lastOf(ofOthers.filter(({ parent }) => parent !== null && myIds.has(parent))),
			isReviewedByOthers: ofOthers.some((mail) => !isAuthor(mail)),
			recipients: mails.flatMap(({ id, recipients = [] }) => (sent.has(id) ? recipients : [])),
		};
	});
	/** The addresses that the user has sent patches from. */
	const addresses = rememberByObject(({ series }: ThreadSummaries): ReadonlySet<string> => {
		const mine = series.flatMap(({ mails }) => mails.filter(isMine));
		const submitters = mine.flatMap(({ patchset }) => readSubmitter(patchset?.submitter ?? '') ?? []);
		return new Set(submitters.flatMap((one) => (isViaList(one.name) ? [] : one.email.toLowerCase() || [])));
	});
	return { facts, addresses };
}

const lastOf = (mails: readonly MailSummary[]): number =>
	mails.reduce((last, { created }) => Math.max(last, parseTime(created) ?? 0), 0);
