import { timeOfDay } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import { parseTime } from '../../forge/contract/read.ts';
import { missingScopes } from '../../platform/items/account-rows.ts';
import { followOutbox } from '../../platform/items/follow-outbox.ts';
import type { LeadingItem, LeadingRowInput } from '../../platform/items/items-view-kind.ts';
import type { ItemRefresh } from '../../platform/items/view-items.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import { missingPermissionRow } from '../../platform/view/failure-rows.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import { isClosedStatus } from '../model/closed-status.ts';
import type { SavedComment, SavedMail } from '../model/review-comment.ts';
import type { SentListMail } from '../state/lists/mail-with-patchset.ts';
import type { DiscussionSummary, SeriesSummary } from '../state/lists/series-summary.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import { MyLists } from '../state/my-lists.ts';
import type { MySeries, MyThreads } from '../state/series/my-series.ts';
import { lastChangeOf } from '../state/series/sent-threads.ts';
import type { SeriesSeenState } from '../state/series/series-seen-state.ts';
import type { StatusChanges } from '../state/status/status-changes.ts';
import type { DescribeUsers } from './describe-users.ts';
import { heldGroupRows, listsOfDrafts } from './draft-rows.ts';
import { listItems } from './list-items.ts';
import {
	type SentRowsInput,
	type SeriesGroup,
	sentDiscussionsRow,
	sentSeriesRows,
	seriesGroup,
	sumOf,
} from './sent-rows.ts';
import { newText } from './version-rows.ts';
import { withWaitingStatus } from './waiting-statuses.ts';

/** The comments that the user has written. */
export interface ReviewDrafts {
	/** The comments that were not sent. */
	readonly all: () => readonly SavedComment[];
	/** The mails that the user is writing. */
	readonly mails: () => readonly SavedMail[];
	/** The comments that were sent to lists lately. */
	readonly sent: () => readonly SavedComment[];
	readonly onDidChange: Event<unknown>;
}

/** What an account needs to list the mails that it has sent. */
const sentScopes = ['emails:read'];

/** How many unknown threads that the user has replied to are read at most. */
const maxUnknown = 20;
/** Unknown threads are not read if the user's reply is older. */
const recentMs = 90 * 24 * 60 * 60_000;
/** For how long replies to a closed series are looked for: the one that says why it was closed may come later. */
const closedLatelyMs = 14 * 24 * 60 * 60_000;

/** A mail that is not on its list after this time gets a row. Before, the row would appear and disappear with each mail. */
const usualMs = 60_000;

interface SentByMeOptions {
	readonly account: ListAccount;
	readonly lifetime: Lifetime;
	/** The statuses that are not on the forge yet. */
	readonly statuses: StatusChanges;
	readonly seen: SeriesSeenState;
	/** The comments of all accounts, once they are read. */
	readonly drafts: () => Promise<ReviewDrafts>;
	readonly describeUsers: DescribeUsers;
	readonly isVisible: () => boolean;
}

/** *Sent by Me*: the series that an account has sent and the threads that it has begun, with what its lists know about them. */
export class SentByMe implements LeadingItem {
	readonly #account: ListAccount;
	readonly #lifetime: Lifetime;
	readonly #options: SentByMeOptions;
	readonly #changes: Emitter<void>;
	readonly #lists: MyLists;
	/** What the rows are made of. */
	readonly #input: SentRowsInput;
	#drafts: ReviewDrafts | undefined;

	constructor(options: SentByMeOptions) {
		const { account, lifetime } = options;
		this.#account = account;
		this.#lifetime = lifetime;
		this.#options = options;
		this.#changes = lifetime.add(new Emitter<void>());
		this.#lists = new MyLists(account, lifetime, () => this.#changes.fire());
		this.#input = {
			names: ['status', 'list'],
			cacheOf: (list) => this.#lists.cacheOf(listItems.itemOf(list)),
			countUnseen: (list, thread) => this.#countUnseen(list, thread),
			describeUsersOf: () => options.describeUsers,
		};
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
		if (!which.newestOnly && this.#lists.isCheckDue) this.#changes.fire();
	}

	row(input: LeadingRowInput): Row {
		const unseen = newText(this.#countAllUnseen());
		return {
			id: input.id,
			label: 'Sent by Me',
			icon: 'person',
			...(unseen !== '' && { description: unseen }),
			tooltip: 'Patches and discussions you sent to any mailing list',
			spokenLabel: ['Sent by Me, patches and discussions that you have sent', unseen]
				.filter(Boolean)
				.join(', '),
			keepsOrder: this.#account.sent.isComplete,
			children: () => this.#rows(input),
			current: () => this.row(input),
		};
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #rows({ id, failures, didOpen }: LeadingRowInput): Promise<readonly Row[]> {
		const { session, sent } = this.#account;
		const { seen, isVisible } = this.#options;
		const missing = missingScopes(sentScopes, this.#account);
		if (missing.length > 0) return [missingPermissionRow(session, missing)];
		// Begins a refresh if the data is old.
		didOpen();
		seen.beginMine(session.id, timeOfDay());
		const sentLately = await this.#sentComments();
		await this.#lists.open(listsOfDrafts(sentLately));
		const held = this.#notOnLists(sentLately.filter(({ saved }) => saved < timeOfDay() - usualMs));
		this.#lists.lookForSent(listsOfDrafts(held), isVisible);
		const threads = this.#threads();
		const { series, discussions } = threads;
		const closed = series.filter(isClosed);
		const open = series.filter((one) => !isClosed(one));
		this.#lists.checkReplies(
			{
				series: [...open, ...closed.filter(wasClosedLately)],
				discussions,
				reviewed: threads.reviewed.filter((one) => !isClosed(one)),
				unknown: threads.unknown.filter(({ reply }) => isRecent(reply)).slice(0, maxUnknown),
			},
			isVisible,
		);
		const failed = failures();
		const input = this.#input;
		const heldRows = heldGroupRows(id, held, {
			cacheOf: (list) => this.#lists.cacheOf(listItems.itemOf(list)),
		});
		if (series.length + discussions.length + heldRows.length === 0) {
			if (failed.length > 0 || sent.lastError) return failed;
			return [this.#emptyRow(id)];
		}
		const keyed = <T extends { readonly list: ItemName }>(one: T) => ({
			...one,
			list: this.#keyOf(one.list),
		});
		return [
			...heldRows,
			...sentSeriesRows(id, open.map(keyed), input),
			...seriesGroup(closedGroup, id, closed.map(keyed), input),
			...(discussions.length > 0
				? [sentDiscussionsRow(`${id}/discussions`, discussions.map(keyed), input)]
				: []),
			...failed,
		];
	}

	/** The user's threads, with the statuses that they have set. */
	#threads(): MyThreads {
		const { threads } = this.#lists;
		const { statuses } = this.#options;
		const withStatus = <T extends MySeries>(one: T): T => ({
			...one,
			series: withWaitingStatus(one.series, this.#keyOf(one.list), statuses),
		});
		const { series, reviewed } = threads;
		return { ...threads, series: series.map(withStatus), reviewed: reviewed.map(withStatus) };
	}

	/** The comments of the account that were sent to lists, the newest first. */
	async #sentComments(): Promise<readonly SavedComment[]> {
		if (!this.#drafts) {
			const drafts = await this.#options.drafts();
			this.#drafts ??= this.#follow(drafts);
		}
		return this.#drafts.sent().filter(({ key }) => key.account === this.#account.session.id);
	}

	/** The sent comments whose mails are not on their lists, as far as is known. */
	#notOnLists(sent: readonly SavedComment[]): readonly SavedComment[] {
		const missing = new Set(sent.map(({ body }) => body.sentIn));
		for (const { mail } of this.#account.sent.items.values()) missing.delete(mail.messageId);
		for (const list of listsOfDrafts(sent))
			for (const { messageId } of this.#lists.cacheOf(list)?.mails.values() ?? []) missing.delete(messageId);
		return sent.filter(({ body }) => missing.has(body.sentIn));
	}

	#follow(drafts: ReviewDrafts): ReviewDrafts {
		if (!this.#lifetime.ended) this.#lifetime.add(drafts.onDidChange(() => this.#changes.fire()));
		return drafts;
	}

	/** Takes the place of rows if there are none. */
	#emptyRow(id: string): Row {
		const { sent } = this.#account;
		if (!sent.isComplete) return noticeRow(`loading/${id}`, 'loading~spin', 'Loading patches…');
		if (sent.items.size === 0) return noticeRow(`empty/${id}`, 'info', 'No patches sent yet');
		return noticeRow(`empty/${id}`, 'info', 'Your latest mails are replies, not patches', {
			tooltip: 'Series that you replied to are shown once they were read',
		});
	}

	#countUnseen(list: ListKey, thread: SeriesSummary | DiscussionSummary): number {
		return this.#options.seen.countUnseenOfMine(list, thread, this.#account.session.account);
	}

	/** How many mails are new in all threads. None before the user first expands the row: until then, the lists are not open. */
	#countAllUnseen(): number {
		if (!this.#lists.areOpen) return 0;
		const { series, discussions } = this.#lists.threads;
		return sumOf([
			...series.map((one) => this.#countUnseen(this.#keyOf(one.list), one.series)),
			...discussions.map(({ list, discussion }) => this.#countUnseen(this.#keyOf(list), discussion)),
		]);
	}

	#keyOf = ({ owner, name }: ItemName): ListKey => ({ account: this.#account.session.id, owner, list: name });
}

const closedGroup: SeriesGroup = { name: 'closed', label: 'Closed', icon: 'pass' };

const isClosed = ({ series }: MySeries): boolean => isClosedStatus(series.status);

const wasClosedLately = ({ series }: MySeries): boolean =>
	lastChangeOf(series) > timeOfDay() - closedLatelyMs;

const isRecent = ({ mail }: SentListMail): boolean => (parseTime(mail.created) ?? 0) > timeOfDay() - recentMs;
