import { background } from '../../base/background.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { count, formatNumber } from '../../base/text/numbers.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { LeadingItem, LeadingRowInput } from '../../platform/items/account-items-view.ts';
import { missingScopes } from '../../platform/items/account-rows.ts';
import { followOutbox } from '../../platform/items/follow-outbox.ts';
import type { ItemRefresh } from '../../platform/items/view-items.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import { missingPermissionRow } from '../../platform/view/failure-rows.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import type { SentMail } from '../state/lists/mail-with-patchset.ts';
import type { DiscussionSummary, SeriesSummary } from '../state/lists/series-summary.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import { listsOfSent, type MySeries, type MyThreads, myThreads } from '../state/series/my-series.ts';
import { lastChangeOf, type SentThread, sentThreads } from '../state/series/sent-threads.ts';
import type { SeriesSeenState } from '../state/series/series-seen-state.ts';
import { waitingForMe } from '../state/series/waiting-for-me.ts';
import type { StatusChanges } from '../state/status/status-changes.ts';
import type { DescribeUsers } from './describe-users.ts';
import { discussionRow } from './discussion-rows.ts';
import { maxShown, moreRow } from './more-row.ts';
import { withPendingStatus } from './pending-statuses.ts';
import { seriesRow } from './series-rows.ts';
import { statusGroup } from './status-groups.ts';
import { newText } from './version-rows.ts';

/** What an account needs to list the mails that it has sent. */
const sentScopes = ['emails:read'];

/** How many lists are opened for the replies to what the user has sent. */
const maxLists = 50;
/** Threads of others of which nothing is known are asked for if the user has replied to them lately: so many, and for so long. */
const maxUnknown = 20;
const recentMs = 90 * 24 * 60 * 60_000;
/** For how long replies to a closed series are looked for: the one that says why it was closed may come later. */
const closedLatelyMs = 14 * 24 * 60 * 60_000;

interface SentByMeOptions {
	readonly account: ListAccount;
	readonly lifetime: Lifetime;
	/** The statuses that are not on the forge yet. */
	readonly statuses: StatusChanges;
	readonly seen: SeriesSeenState;
	readonly describeUsers: DescribeUsers;
	readonly isVisible: () => boolean;
	readonly now: () => number;
}

/** *Sent by Me*: the series that an account has sent or replied to and the threads that it has begun, with what its lists know about them. */
export class SentByMe implements LeadingItem {
	readonly #account: ListAccount;
	readonly #lifetime: Lifetime;
	readonly #options: SentByMeOptions;
	readonly #changes: Emitter<void>;
	/** The caches of lists with series of the user, by their names with the owner. For this row, only replies to the user are read from the forge. */
	readonly #caches = new Map<string, ListCache>();
	/** What was found in the lists, and what it was found in. */
	#found: { readonly sources: readonly unknown[]; readonly threads: MyThreads } | undefined;
	/** The threads in which replies are of interest. */
	#threads: readonly SentThread[] = [];

	constructor(options: SentByMeOptions) {
		const { account, lifetime } = options;
		this.#account = account;
		this.#lifetime = lifetime;
		this.#options = options;
		this.#changes = lifetime.add(new Emitter<void>());
		lifetime.add(account.sent.onDidChange(() => this.#changes.fire()));
		const changed = (list: ListKey) => {
			if (list.account === account.session.id) this.#changes.fire();
		};
		lifetime.add(followOutbox(options.statuses.outbox, changed));
		lifetime.add(options.seen.onDidChange(changed));
	}

	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get lastError(): ForgeError | undefined {
		return this.#account.sent.lastError;
	}

	get asOf(): number | undefined {
		return this.#account.sent.asOf;
	}

	async open(): Promise<void> {
		await this.#account.sent.open();
	}

	async refresh(which: ItemRefresh = {}): Promise<void> {
		if (missingScopes(sentScopes, this.#account).length > 0) return;
		const { sent, replyChecks } = this.#account;
		if (which.isManual) replyChecks.askAgain();
		await sent.refresh(which);
		// If the rows below are displayed, they are requested again, which begins the check.
		if (!which.newestOnly && replyChecks.isDue(this.#threads)) this.#changes.fire();
	}

	row(input: LeadingRowInput): Row {
		const unseen = newText(this.#countAllUnseen());
		return {
			id: input.id,
			label: 'Sent by Me',
			icon: 'person',
			...(unseen !== '' && { description: unseen }),
			tooltip: 'Patches, reviews and discussions you sent to any mailing list',
			spokenLabel: ['Sent by Me, patches, reviews and discussions that you have sent', unseen]
				.filter(Boolean)
				.join(', '),
			children: () => this.#rows(input),
			current: () => this.row(input),
		};
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #rows({ id, failures, didOpen }: LeadingRowInput): Promise<readonly Row[]> {
		const { session, sent } = this.#account;
		const { statuses, seen, now } = this.#options;
		const missing = missingScopes(sentScopes, this.#account);
		if (missing.length > 0) return [missingPermissionRow(session, missing)];
		// Begins a refresh if the data is old.
		didOpen();
		seen.beginMine(session.id, now());
		await this.#openLists();
		const threads = this.#myThreads();
		const all = threads.series.map(({ list, series }) => ({
			list,
			series: withPendingStatus(series, this.#keyOf(list), statuses),
		}));
		const { discussions } = threads;
		const reviewed = threads.reviewed.map((one) => ({
			...one,
			series: withPendingStatus(one.series, this.#keyOf(one.list), statuses),
		}));
		const isClosed = ({ series }: MySeries) => statusGroup(series.status).isClosed;
		const closed = all.filter(isClosed);
		const others = all.filter((one) => !isClosed(one));
		const closedLately = closed.filter(({ series }) => lastChangeOf(series) > now() - closedLatelyMs);
		const openReviews = reviewed.filter((one) => !isClosed(one));
		this.#checkReplies({
			series: [...others, ...closedLately],
			discussions,
			reviewed: openReviews,
			unknown: threads.unknown.filter(({ reply }) => isRecent(reply, now())).slice(0, maxUnknown),
		});
		const failed = failures();
		if (all.length + discussions.length + reviewed.length === 0) {
			if (failed.length > 0 || sent.lastError) return failed;
			return [
				sent.isComplete
					? noticeRow(`empty/${id}`, 'info', 'No patches sent yet')
					: noticeRow(`loading/${id}`, 'loading~spin', 'Loading patches…'),
			];
		}
		const waiting = waitingForMe(others, openReviews, session.account);
		return [
			...(waiting.length > 0
				? [this.#groupRow(`${id}/waiting`, 'Waiting for Me', 'bell', waiting, waitingTooltip)]
				: []),
			...this.#seriesRows(id, others),
			...(reviewed.length > 0
				? [this.#groupRow(`${id}/reviewed`, 'Reviewed by Me', 'eye', reviewed, reviewedTooltip)]
				: []),
			...(closed.length > 0 ? [this.#groupRow(`${id}/closed`, 'Closed', 'pass', closed)] : []),
			...(discussions.length > 0 ? [this.#discussionsRow(`${id}/discussions`, discussions)] : []),
			...failed,
		];
	}

	/** Call when the rows are displayed. Looks for new replies, which update the rows when they arrive. */
	#checkReplies(shown: MyThreads): void {
		const { sent, replyChecks } = this.#account;
		const { isVisible } = this.#options;
		this.#threads = sentThreads(shown, sent.items, (list) => this.#cacheOf(list));
		background(replyChecks.check(this.#threads, () => isVisible() && !this.#lifetime.ended));
	}

	#groupRow(id: string, label: string, icon: string, all: readonly MySeries[], tooltip?: string): Row {
		const unseen = newText(sumOf(all.map((one) => this.#countUnseen(one.list, one.series))));
		const numbers = [formatNumber(all.length), unseen].filter(Boolean);
		return {
			id,
			label,
			description: numbers.join(' · '),
			icon,
			...(tooltip !== undefined && { tooltip }),
			spokenLabel: [label, ...numbers].join(', '),
			children: () => this.#seriesRows(id, all),
		};
	}

	/** The user's threads, as far as lists are open. Found again only after a list or what the user has sent has changed. */
	#myThreads(): MyThreads {
		const { sent } = this.#account;
		const sources = [sent.revision, ...[...this.#caches.values()].map(({ threads }) => threads)];
		const isKnown = this.#found?.sources.every((source, nth) => source === sources[nth]);
		if (!this.#found || !isKnown || this.#found.sources.length !== sources.length) {
			const threads = myThreads(sent.items.values(), (list) => this.#cacheOf(list)?.threads);
			this.#found = { sources, threads };
		}
		return this.#found.threads;
	}

	#countUnseen(list: ItemName, thread: SeriesSummary | DiscussionSummary): number {
		const { session } = this.#account;
		return this.#options.seen.countUnseenOfMine(this.#keyOf(list), thread, session.account);
	}

	/** How many mails are new in all threads. None before the user first expands the row: until then, the lists are not open. */
	#countAllUnseen(): number {
		if (this.#caches.size === 0) return 0;
		const { series, reviewed, discussions } = this.#myThreads();
		return sumOf([
			...[...series, ...reviewed].map((one) => this.#countUnseen(one.list, one.series)),
			...discussions.map(({ list, discussion }) => this.#countUnseen(list, discussion)),
		]);
	}

	#discussionsRow(id: string, discussions: ReturnType<typeof myThreads>['discussions']): Row {
		const { describeUsers, now } = this.#options;
		return {
			id,
			label: 'Discussions',
			description: formatNumber(discussions.length),
			icon: 'comment-discussion',
			tooltip: 'Threads you started in any mailing list',
			spokenLabel: `Discussions, ${count(discussions.length, 'thread')}`,
			children: () => [
				...discussions.slice(0, maxShown).map(({ list, discussion }) =>
					discussionRow(discussion, {
						list: this.#keyOf(list),
						groupId: id,
						isMine: true,
						describeUsers,
						now,
						unseen: this.#countUnseen(list, discussion),
					}),
				),
				...moreRow(discussions.length, id),
			],
		};
	}

	#keyOf = ({ owner, name }: ItemName): ListKey => ({ account: this.#account.session.id, owner, list: name });

	#seriesRows(id: string, all: readonly MySeries[]): readonly Row[] {
		const { describeUsers, now } = this.#options;
		const rows = all.slice(0, maxShown).flatMap((one) => {
			const { list, series } = one;
			const listCache = this.#cacheOf(list);
			const listRowId = `${id}/${refOf(list)}`;
			if (!listCache) return [];
			const unseen = this.#countUnseen(list, series);
			return [
				seriesRow({
					listCache,
					series,
					listRowId,
					listId: id,
					isMine: true,
					namesSubmitter: 'repliedAt' in one,
					unseen,
					describeUsers,
					now,
				}),
			];
		});
		return [...rows, ...moreRow(all.length, id)];
	}

	#cacheOf(list: ItemName): ListCache | undefined {
		return this.#caches.get(refOf(list));
	}

	/** Opens what the disk has of the lists, which makes no request. */
	async #openLists(): Promise<void> {
		const { lists, sent } = this.#account;
		const all = listsOfSent(sent.items.values());
		const added = all
			.filter((list) => !this.#cacheOf(list))
			.slice(0, Math.max(0, maxLists - this.#caches.size));
		await Promise.all(
			added.map(async (list) => {
				const cache = lists.cache(list, this.#lifetime);
				this.#caches.set(refOf(list), cache);
				await cache.open();
				if (!this.#lifetime.ended) this.#lifetime.add(cache.onDidChange(() => this.#changes.fire()));
			}),
		);
	}
}

const waitingTooltip =
	'Your series that need a revision or that others answered last, and reviewed series with a newer version';
const reviewedTooltip = 'Series of others that you replied to';

const isRecent = ({ mail }: SentMail, now: number): boolean =>
	(parseTime(mail.created) ?? 0) > now - recentMs;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const refOf = ({ owner, name }: ItemName): string => `${owner}/${name}`;
