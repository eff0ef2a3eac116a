import { background } from '../../base/background.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { count, formatNumber } from '../../base/text/numbers.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import type { LeadingItem, LeadingRowInput } from '../../platform/items/account-items-view.ts';
import { missingScopes } from '../../platform/items/account-rows.ts';
import { followOutbox } from '../../platform/items/follow-outbox.ts';
import type { ItemRefresh } from '../../platform/items/view-items.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import { missingPermissionRow } from '../../platform/view/failure-rows.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import { listsOfSent, type MySeries, type MyThreads, myThreads } from '../state/series/my-series.ts';
import { lastChangeOf, type SentThread, sentThreads } from '../state/series/sent-threads.ts';
import type { SeriesSeenState } from '../state/series/series-seen-state.ts';
import type { StatusChanges } from '../state/status/status-changes.ts';
import type { DescribeUsers } from './describe-users.ts';
import { discussionRow } from './discussion-rows.ts';
import { maxShown, moreRow } from './more-row.ts';
import { withPendingStatus } from './pending-statuses.ts';
import { seriesRow } from './series-rows.ts';
import { statusGroup } from './status-groups.ts';

/** What an account needs to list the mails that it has sent. */
const sentScopes = ['emails:read'];

/** How many lists are opened for the replies to what the user has sent. */
const maxLists = 50;
/** For how long replies to a closed series are looked for: the one that says why it was closed may come later. */
const closedLatelyMs = 14 * 24 * 60 * 60_000;

interface MineOptions {
	readonly account: ListAccount;
	readonly lifetime: Lifetime;
	/** The statuses that are not on the forge yet. */
	readonly statuses: StatusChanges;
	readonly seen: SeriesSeenState;
	readonly describeUsers: DescribeUsers;
	readonly isVisible: () => boolean;
	readonly now: () => number;
}

/** *Mine*: the series that an account has sent and the threads that it has begun, with what its lists know about them. */
export class Mine implements LeadingItem {
	readonly #account: ListAccount;
	readonly #lifetime: Lifetime;
	readonly #options: MineOptions;
	readonly #changes: Emitter<void>;
	/** The caches of lists with series of the user, by their names with the owner. For this row, only replies to the user are read from the forge. */
	readonly #caches = new Map<string, ListCache>();
	/** The threads in which replies are of interest. */
	#threads: readonly SentThread[] = [];

	constructor(options: MineOptions) {
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
		return {
			id: input.id,
			label: 'Mine',
			icon: 'person',
			tooltip: 'Patches and discussions you sent to any mailing list',
			spokenLabel: 'Mine, patches and discussions that you have sent',
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
		const threads = myThreads(sent.items.values(), (list) => this.#cacheOf(list)?.threads);
		const all = threads.series.map(({ list, series }) => ({
			list,
			series: withPendingStatus(series, this.#keyOf(list), statuses),
		}));
		const { discussions } = threads;
		const failed = failures();
		if (all.length + discussions.length === 0) {
			if (failed.length > 0 || sent.lastError) return failed;
			return [
				sent.isComplete
					? noticeRow(`empty/${id}`, 'info', 'No patches sent yet')
					: noticeRow(`loading/${id}`, 'loading~spin', 'Loading patches…'),
			];
		}
		const isClosed = ({ series }: MySeries) => statusGroup(series.status).isClosed;
		const closed = all.filter(isClosed);
		const others = all.filter((one) => !isClosed(one));
		const closedLately = closed.filter(({ series }) => lastChangeOf(series) > now() - closedLatelyMs);
		this.#checkReplies({ series: [...others, ...closedLately], discussions });
		return [
			...this.#seriesRows(id, others),
			...(closed.length > 0 ? [this.#closedRow(`${id}/closed`, closed)] : []),
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

	#closedRow(id: string, closed: readonly MySeries[]): Row {
		return {
			id,
			label: 'Closed',
			description: formatNumber(closed.length),
			icon: 'pass',
			spokenLabel: `Closed, ${formatNumber(closed.length)}`,
			children: () => this.#seriesRows(id, closed),
		};
	}

	#discussionsRow(id: string, discussions: ReturnType<typeof myThreads>['discussions']): Row {
		const { session } = this.#account;
		const { seen, describeUsers, now } = this.#options;
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
						isUnseen: seen.isUnseenOfMine(this.#keyOf(list), discussion, session.account),
					}),
				),
				...moreRow(discussions.length, id),
			],
		};
	}

	#keyOf = ({ owner, name }: ItemName): ListKey => ({ account: this.#account.session.id, owner, list: name });

	#seriesRows(id: string, all: readonly MySeries[]): readonly Row[] {
		const { seen, describeUsers, now } = this.#options;
		const me = this.#account.session.account;
		const rows = all.slice(0, maxShown).flatMap(({ list, series }) => {
			const listCache = this.#cacheOf(list);
			const listRowId = `${id}/${refOf(list)}`;
			if (!listCache) return [];
			const isUnseen = seen.isUnseenOfMine(listCache.key, series, me);
			return [
				seriesRow({
					listCache,
					series,
					listRowId,
					listId: id,
					isMine: true,
					isUnseen,
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

const refOf = ({ owner, name }: ItemName): string => `${owner}/${name}`;
