import { Emitter, type Event } from '../../base/emitter.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { count, formatNumber } from '../../base/text/numbers.ts';
import { isTransient } from '../../forge/contract/errors.ts';
import { followOutbox } from '../../platform/items/follow-outbox.ts';
import type { LeadingItem, LeadingRowInput } from '../../platform/items/items-view-kind.ts';
import { itemRef } from '../../platform/model/item-name.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import { joinWords } from '../../platform/model/words.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { SavedComment } from '../model/review-comment.ts';
import type { ListCache } from '../state/lists/list-cache.ts';
import type { ListAccount, MailingLists } from '../state/mailing-lists.ts';
import type { MailSummary } from '../state/mails/mail-summary.ts';
import { MyLists, maxLists } from '../state/my-lists.ts';
import { ReviewIndex } from '../state/series/review-groups.ts';
import type { StatusChanges } from '../state/status/status-changes.ts';
import type { DescribeUsers } from './describe-users.ts';
import { draftsGroup, listsOfDrafts } from './draft-rows.ts';
import { listItems } from './list-items.ts';
import type { ReviewDrafts } from './sent-by-me.ts';
import { type SentRowsInput, type SeriesGroup, seriesGroup } from './sent-rows.ts';
import { hasWaitingStatuses, withWaitingStatus } from './waiting-statuses.ts';

interface MyReviewsOptions {
	readonly source: MailingLists;
	readonly lifetime: Lifetime;
	/** The statuses that are not on the forge yet. */
	readonly statuses: StatusChanges;
	/** The comments of all accounts, once they are read. */
	readonly drafts: () => Promise<ReviewDrafts>;
	readonly describeUsersOf: (account: ListAccount) => DescribeUsers;
}

interface OpenLists {
	readonly lists: MyLists;
	readonly lifetime: Lifetime;
}

/** *My Reviews*: what needs the user in the lists of all accounts, as far as it is stored. Sends no requests. */
export class MyReviews implements LeadingItem {
	readonly lastError = undefined;
	readonly asOf = undefined;
	readonly #options: MyReviewsOptions;
	readonly #changes: Emitter<void>;
	readonly #open = new Map<ListAccount, OpenLists>();
	readonly #index: ReviewIndex;
	#drafts: ReviewDrafts | undefined;
	/** The comments that all accounts have sent lately, by their lists. */
	#sent: ReadonlyMap<string, readonly SavedComment[]> = new Map();

	constructor(options: MyReviewsOptions) {
		this.#options = options;
		const { source, lifetime, statuses } = options;
		this.#changes = lifetime.add(new Emitter<void>());
		lifetime.add(followOutbox(statuses.outbox, () => this.#changes.fire()));
		lifetime.add(source.seen.onDidChange(() => this.#changes.fire()));
		this.#index = new ReviewIndex({
			namesAt: (forge) =>
				new Set(
					source.accounts.flatMap(({ instance, session }) =>
						instance.name === forge ? session.account : [],
					),
				),
			lastSent: (list, mails) => this.#lastSent(list, mails),
			withStatus: (series, list) =>
				hasWaitingStatuses(list, statuses) ? withWaitingStatus(series, list, statuses) : series,
		});
	}

	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	async open(): Promise<void> {}

	async refresh(): Promise<void> {}

	row({ id }: LeadingRowInput): Row {
		return {
			id,
			label: 'My Reviews',
			icon: 'checklist',
			tooltip: 'What needs you in the mailing lists of all accounts',
			spokenLabel: 'My Reviews, what needs you in the mailing lists of all accounts',
			isOpen: true,
			children: () => this.#rows(id),
		};
	}

	dispose(): void {
		this.#options.lifetime.dispose();
	}

	async #rows(id: string): Promise<readonly Row[]> {
		const { source, lifetime } = this.#options;
		const { accounts, seen } = source;
		const comments = await this.#options.drafts();
		this.#drafts ??= this.#follow(comments);
		const isOwn = ({ key }: SavedComment) => source.of(key.account) !== undefined;
		const drafts = this.#drafts.all().filter(isOwn);
		const written = this.#drafts.mails().filter(({ list }) => source.of(list.account) !== undefined);
		this.#sent = Map.groupBy(this.#drafts.sent(), ({ key }) => this.#listOnForge(key));
		await this.#openLists(accounts, drafts);
		if (lifetime.ended) return [];
		const toReview = accounts.flatMap((account) => this.#listsToReview(account));
		const groups = await this.#index.of(toReview);
		if (lifetime.ended) return [];
		const lists = new Set(accounts.flatMap(({ lists: { names } }) => names.map(itemRef)));
		const input: SentRowsInput = {
			names: lists.size > 1 ? ['submitter', 'list'] : ['submitter'],
			cacheOf: (list) => this.#cacheOf(list),
			countUnseen: (list, thread) =>
				seen.countUnseenOfMine(list, thread, source.of(list.account)?.session.account ?? ''),
			describeUsersOf: (account) => {
				const opened = source.of(account);
				return opened && this.#options.describeUsersOf(opened);
			},
		};
		const rows = [
			...seriesGroup(toReviewGroup, id, groups.toReview, input),
			...seriesGroup(newVersionGroup, id, groups.newVersion, input),
			...seriesGroup(answersGroup, id, groups.answers, input),
			...draftsGroup(id, drafts, { cacheOf: (list) => this.#cacheOf(list), written }),
		];
		const unread = this.#unreadRows(id, accounts);
		if (rows.length === 0 && unread.length === 0)
			return [noticeRow(`empty/${id}`, 'check', 'Nothing to review')];
		return [...rows, ...unread];
	}

	/** Reads the lists of all accounts from the disk. Closes those of accounts that are gone. */
	async #openLists(accounts: readonly ListAccount[], drafts: readonly SavedComment[]): Promise<void> {
		for (const [account, { lifetime }] of this.#open) {
			if (accounts.includes(account)) continue;
			this.#open.delete(account);
			lifetime.dispose();
		}
		await Promise.all(
			accounts.map(async (account) => {
				await account.sent.open();
				const { lists } = this.#openOf(account);
				const ofAccount = drafts.filter(({ key }) => key.account === account.session.id);
				await lists.open([...account.lists.names, ...listsOfDrafts(ofAccount)]);
			}),
		);
	}

	#openOf(account: ListAccount): OpenLists {
		const known = this.#open.get(account);
		if (known) return known;
		const lifetime = this.#options.lifetime.child();
		const lists = new MyLists(account, lifetime, () => this.#changes.fire());
		this.#open.set(account, { lists, lifetime });
		return { lists, lifetime };
	}

	#listsToReview(account: ListAccount) {
		const followed = new Set(account.lists.names.map(itemRef));
		return [...this.#openOf(account).lists.caches].map((cache) => ({
			key: cache.key,
			get threads() {
				return cache.threads;
			},
			isFollowed: followed.has(listRef(cache.key)),
			forge: account.instance.name,
		}));
	}

	/** Says which followed lists are not searched: those that were not read yet, which a click loads, and those that it cannot load. */
	#unreadRows(id: string, accounts: readonly ListAccount[]): readonly Row[] {
		const unread: ListKey[] = [];
		const leftOut: ListKey[] = [];
		for (const account of accounts)
			for (const name of account.lists.names) {
				const cache = this.#openOf(account).lists.cacheOf(name);
				if (cache?.isComplete) continue;
				const canLoad = cache && (!cache.lastError || isTransient(cache.lastError));
				(canLoad ? unread : leftOut).push(listItems.keyOf(account.session.id, name));
			}
		const lists = unread.map((list) => ({ list }));
		const command = { id: 'tildeforge.loadMorePatchsets', title: 'Load', arguments: [lists[0], lists] };
		const reason = `At most ${maxLists} lists are searched, and none that cannot be read`;
		return [
			...listsRow(`unread/${id}`, 'not loaded yet', 'Click to load their patchsets', unread, { command }),
			...listsRow(`left-out/${id}`, 'left out', reason, leftOut),
		];
	}

	/** Identifies a list for all accounts. */
	#listOnForge(list: ListKey): string {
		return `${this.#options.source.of(list.account)?.instance.name} ${listRef(list)}`;
	}

	#cacheOf(list: ListKey): ListCache | undefined {
		const account = this.#options.source.of(list.account);
		return account && this.#open.get(account)?.lists.cacheOf(listItems.itemOf(list));
	}

	#lastSent(list: ListKey, mails: readonly MailSummary[]): number {
		const sent = this.#sent.get(this.#listOnForge(list)) ?? [];
		return sent.reduce(
			(last, { key, saved }) => (mails.some(({ id }) => id === key.mail) ? Math.max(last, saved) : last),
			0,
		);
	}

	#follow(drafts: ReviewDrafts): ReviewDrafts {
		const { lifetime } = this.#options;
		if (!lifetime.ended) lifetime.add(drafts.onDidChange(() => this.#changes.fire()));
		return drafts;
	}
}

const toReviewGroup: SeriesGroup = {
	name: 'to-review',
	label: 'To Review',
	icon: 'eye',
	tooltip: `Proposed patchsets in your lists that were not reviewed, and those addressed to you that you have not reviewed.
Older ones whose mails are not loaded are left out.`,
	isOpen: true,
};
const newVersionGroup: SeriesGroup = {
	name: 'new-version',
	label: 'New Version',
	icon: 'versions',
	tooltip: 'Patchsets with a newer version than you reviewed',
	isOpen: true,
};
const answersGroup: SeriesGroup = {
	name: 'answers',
	label: 'Answers to Me',
	icon: 'reply',
	tooltip: 'Patchsets in which your last mail was answered',
	isOpen: true,
};

/** The row of lists that are not searched. Several accounts may follow the same one. */
function listsRow(
	id: string,
	state: string,
	explanation: string,
	lists: readonly ListKey[],
	more: Partial<Row> = {},
): readonly Row[] {
	const names = [...new Set(lists.map(listRef))];
	if (names.length === 0) return [];
	const left = names.length - maxNamed;
	const named = [...names.slice(0, maxNamed), ...(left > 0 ? [`${formatNumber(left)} more`] : [])];
	const label = `${count(names.length, 'mailing list')} ${state}`;
	return [noticeRow(id, 'info', label, { tooltip: `${explanation}: ${joinWords(named)}`, ...more })];
}

/** How many lists a tooltip names. */
const maxNamed = 10;
