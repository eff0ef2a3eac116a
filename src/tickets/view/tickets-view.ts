import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { isTransient } from '../../forge/errors.ts';
import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import { type AreaView, areaRows } from '../../platform/view/account-rows.ts';
import { connectionMessage } from '../../platform/view/connection-message.ts';
import { failureRow } from '../../platform/view/failure-rows.ts';
import type { Row } from '../../platform/view/row.ts';
import { type Requested, ShownConnection } from '../../platform/view/shown-connection.ts';
import { ShownItems } from '../../platform/view/shown-items.ts';
import { unreadablePinsRow } from '../../platform/view/unreadable-pins.ts';
import type { View, ViewChange } from '../../platform/view/view.ts';
import type { Account, Area } from '../../signin/connection.ts';
import type { TicketSettings } from '../settings.ts';
import type { SeenTickets } from '../state/seen-tickets.ts';
import type { TicketAccount, Tickets } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { followTrackers } from './follow-trackers.ts';
import { noTrackersRows } from './no-trackers-rows.ts';
import { queryRow } from './query-rows.ts';
import { ShownDrafts } from './shown-drafts.ts';
import { ShownLists } from './shown-lists.ts';
import { ShownWaiting } from './shown-waiting.ts';
import { trackerRow, trackerRowId } from './tracker-row.ts';

export interface TicketsViewOptions {
	readonly tickets: Tickets;
	readonly settings: Pick<TicketSettings, 'queries' | 'grouping' | 'order' | 'filterOf' | 'onDidChange'>;
	/** Called when rows change; without `change` when the whole view changes. */
	readonly changed: (change?: ViewChange) => void;
	readonly seen: Pick<SeenTickets, 'begin' | 'isUnseen' | 'onDidChange'>;
	readonly isVisible: () => boolean;
	readonly now?: () => number;
}

/** The rows of the Tickets view: the changes that wait to be sent, then the trackers, each with its queries and the tickets that they find, then the drafts. */
export class TicketsView implements View, AreaView, Disposable {
	readonly id = 'tildeforge.tickets';
	readonly area = 'trackers';
	readonly itemsName = 'ticket trackers';
	readonly scopes = ['trackers:read', 'tickets:read'];
	readonly lists: ShownLists;
	readonly #options: TicketsViewOptions;
	readonly #lifetime = new Lifetime();
	readonly #now: () => number;
	readonly #trackers: ShownItems<TicketAccount, TrackerCache>;
	readonly #drafts: ShownDrafts;
	readonly #connection = new ShownConnection();
	/** The row of the only tracker, which is not displayed: its queries are at the top. */
	#only: Row | undefined;
	readonly #waiting: ShownWaiting;
	/** The accounts whose trackers have been requested, each with a lifetime that ends when the account is gone. */
	readonly #followed = new Map<TicketAccount, Lifetime>();

	constructor(options: TicketsViewOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { tickets, settings, seen, changed, isVisible } = options;
		const accounts = () => tickets.accounts;
		const trackerChanged = (row: Row) => changed(row.id === this.#only?.id ? 'some' : row);
		const didRefresh = () => changed('head');
		this.#trackers = this.#lifetime.add(
			new ShownItems<TicketAccount, TrackerCache>({
				accounts,
				ownOf: ({ trackers }) => trackers.own,
				changed: trackerChanged,
				didRefresh,
				isVisible,
				now: this.#now,
			}),
		);
		const trackers = this.#trackers;
		this.lists = new ShownLists({ tickets, settings, seen, trackers, now: this.#now });
		this.#drafts = this.#lifetime.add(new ShownDrafts({ tickets, changed, now: this.#now }));
		this.#lifetime.add(seen.onDidChange((key) => this.#trackers.didChange(trackerRowId(key))));
		const changedTicket = (key: TicketKey) => this.#trackers.didChange(trackerRowId(key));
		this.#waiting = this.#lifetime.add(new ShownWaiting({ tickets, changed, changedTicket, now: this.#now }));
		this.#lifetime.add(tickets.onDidChange(() => this.#forgetGone()));
		this.#lifetime.add(
			settings.onDidChange(() => {
				this.lists.forgetPositions();
				changed();
			}),
		);
	}

	async roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		const rows = await areaRows(this, accounts, problems);
		const waiting = this.#waiting.rows();
		const drafts = this.#drafts.rows({ isSignedIn: accounts.length > 0, hasOthers: waiting.length > 0 });
		// The user would not see changes that wait for a decision below a long list.
		return [...waiting, ...(await this.#withoutOnlyTracker(rows)), ...drafts];
	}

	/** If there is only one tracker, returns its queries in its place. The title of the view then has its name and its menu. */
	async #withoutOnlyTracker(rows: readonly Row[]): Promise<readonly Row[]> {
		const trackers = rows.filter(({ about }) => about?.kind === 'tracker');
		const [only] = trackers;
		this.#only = trackers.length === 1 ? only : undefined;
		if (!only || !this.#only) return rows;
		this.#trackers.recordRow(only);
		const queries = (await only.children?.()) ?? [];
		return rows.flatMap((row) => (row === only ? queries : [row]));
	}

	async rows({ session }: Pick<TicketAccount, 'session'>): Promise<readonly Row[]> {
		const account = this.#options.tickets.of(session.id);
		if (!account) return [];
		const { own, pins } = account.trackers;
		if (!this.#followed.has(account)) {
			const lifetime = this.#lifetime.child();
			this.#followed.set(account, lifetime);
			followTrackers(account.trackers, lifetime, () => this.#options.changed());
			const refreshed = own.refresh();
			if (own.value === undefined) await refreshed;
		}
		const names = (own.value ?? [])
			.map(({ owner, name }) => ({ owner: owner.canonical_name, name }))
			.sort((a, b) => a.name.localeCompare(b.name));
		const pinned = pins.filter(
			(pin) => !names.some((one) => one.owner === pin.owner && one.name === pin.name),
		);
		const rows = await Promise.all(
			[...names, ...pinned].map(({ owner, name }, nth) =>
				this.#trackerRow(account, { account: session.id, owner, tracker: name }, nth === 0),
			),
		);
		this.#trackers.keepOnly(account, rows);
		const { lastError } = own;
		const failures = lastError && !isTransient(lastError) ? [failureRow(lastError, session)] : [];
		const notices = account.trackers.arePinsUnreadable ? [unreadablePinsRow(session.id, 'trackers')] : [];
		if (rows.length + failures.length + notices.length === 0 && own.value !== undefined) {
			return noTrackersRows(session.id);
		}
		return [...failures, ...rows, ...notices];
	}

	get description(): string | undefined {
		return this.#only?.label;
	}

	get message(): string | undefined {
		return connectionMessage(this.#connection.unreached(this.#requested()), this.#now());
	}

	get contextKeys(): Readonly<Record<string, string | undefined>> {
		return { 'tildeforge.onlyTracker': this.#only?.context };
	}

	didAnswer({ session }: Account, area: Area): boolean {
		const account = this.#options.tickets.of(session.id);
		if (!account || area !== this.area || !this.#connection.didAnswer(this.#requested(account))) return false;
		this.#options.changed('head');
		this.#trackers.retrySoon();
		return false;
	}

	/** The view is visible again. */
	didBecomeVisible(): void {
		this.#trackers.refreshStale();
	}

	/** Reads everything that is displayed from the forge again. */
	refresh(): void {
		this.lists.forgetPositions();
		this.#trackers.refresh();
	}

	/** Records a row that is displayed. */
	didShow(row: Row): void {
		this.#trackers.recordRow(row);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #trackerRow(account: TicketAccount, key: TrackerKey, isFirst: boolean): Promise<Row> {
		const trackerCache = this.#trackers.cache(account, trackerRowId(key), (holder) =>
			account.trackers.tracker(key.owner, key.tracker, holder),
		);
		await trackerCache.open();
		const { own } = account.trackers;
		return trackerRow({
			trackerCache: this.lists.withPending(trackerCache),
			me: account.session.account,
			description: () =>
				own.value?.find((one) => one.owner.canonical_name === key.owner && one.name === key.tracker)
					?.description,
			isFirst,
			children: () => this.#trackerChildren(account, key, trackerCache, isFirst),
		});
	}

	/** What the view requests: the lists of trackers and the trackers, of one account or of all. */
	#requested(only?: TicketAccount): readonly Requested[] {
		const isMeant = (account: TicketAccount) => only === undefined || account === only;
		const lists = this.#options.tickets.accounts.filter(isMeant).map(({ trackers: { own } }) => own);
		const caches = [...this.#trackers.all()].filter(({ account }) => isMeant(account));
		return [
			...lists.map(({ lastError, asOf }) => ({ error: lastError, asOf })),
			...caches.map(({ cache: { lastError, asOf, tickets } }) => ({
				error: lastError,
				asOf: tickets.size > 0 ? asOf : undefined,
			})),
		];
	}

	#trackerChildren(
		account: TicketAccount,
		key: TrackerKey,
		trackerCache: TrackerCache,
		isFirst: boolean,
	): readonly Row[] {
		this.#trackers.didOpen(trackerRowId(key));
		const { isComplete, tickets, asOf } = trackerCache;
		if (isComplete) this.#options.seen.begin(key, tickets.values(), asOf);
		const filters = this.#options.settings.filterOf(key) === undefined ? 0 : 1;
		const rows = this.lists.queries(key).map((query, nth) => ({
			...queryRow({ ...this.lists.input(account, trackerCache, query), isTyped: nth < filters }),
			isOpen: nth < filters || (isFirst && nth === filters),
		}));
		return [...this.#failureRows(account, trackerCache), ...rows];
	}

	/** The view's message tells about the connection, so only other failures have a row. */
	#failureRows({ session }: TicketAccount, { key, lastError }: TrackerCache): readonly Row[] {
		if (!lastError || isTransient(lastError)) return [];
		return [{ ...failureRow(lastError, session), id: `notice/failed/${trackerRowId(key)}` }];
	}

	#forgetGone(): void {
		const present = new Set(this.#options.tickets.accounts);
		this.#trackers.keepOnlyOf(present);
		for (const [account, lifetime] of this.#followed) {
			if (present.has(account)) continue;
			this.#followed.delete(account);
			lifetime.dispose();
			this.lists.forgetPositions();
		}
		this.#options.changed();
	}
}
