import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { isTransient } from '../../forge/errors.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { spellKey, type TicketKey, type TrackerKey } from '../../platform/model/keys.ts';
import { formatNumber, nearDate } from '../../platform/model/words.ts';
import type { ViewLists } from '../../platform/page/list-navigation.ts';
import { type AreaView, areaRows } from '../../platform/view/account-rows.ts';
import { failureRow, missingRow } from '../../platform/view/failure-rows.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { View } from '../../platform/view/view.ts';
import type { Account } from '../../signin/connection.ts';
import { isOpen } from '../model/query/match.ts';
import type { SavedQuery } from '../model/query/saved.ts';
import { contextOf, kindOf } from '../model/tracker-kind.ts';
import type { TicketSettings } from '../settings.ts';
import type { TicketAccount, Tickets } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { listTickets, type QueryRowInput, queryId, queryRow } from './query-rows.ts';
import { ShownDrafts } from './shown-drafts.ts';
import { ShownTrackers, trackerRowId } from './shown-trackers.ts';
import { ShownWaiting } from './shown-waiting.ts';
import { rowIn } from './ticket-row.ts';
import { unreadablePinsRow } from './unreadable-rows.ts';

export interface TicketsViewOptions {
	readonly tickets: Tickets;
	readonly settings: Pick<TicketSettings, 'queries' | 'grouping' | 'order' | 'filter' | 'onDidChange'>;
	/** Called when a row or a row below it changes; without a row when the whole view changes. */
	readonly changed: (row?: Row) => void;
	readonly isVisible: () => boolean;
	readonly now?: () => number;
}

const mostShown = 500;

/** The rows of the Tickets view: drafts, and below each tracker its queries with the tickets that they find. */
export class TicketsView implements View, AreaView, ViewLists<TicketKey>, Disposable {
	readonly id = 'tildeforge.tickets';
	readonly area = 'trackers';
	readonly itemsName = 'ticket trackers';
	readonly scopes = ['trackers:read', 'tickets:read'];
	readonly #options: TicketsViewOptions;
	readonly #lifetime = new Lifetime();
	readonly #now: () => number;
	readonly #trackers: ShownTrackers;
	readonly #drafts: ShownDrafts;
	readonly #waiting: ShownWaiting;
	/** Tickets as they were before the user changed them here: each keeps its place while the user works through a list. */
	readonly #pinned = new Map<string, Ticket>();
	/** The accounts whose trackers have been requested, each with a lifetime that ends when the account is gone. */
	readonly #followed = new Map<TicketAccount, Lifetime>();

	constructor(options: TicketsViewOptions) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		const { tickets, settings, changed, isVisible } = options;
		const accounts = () => tickets.accounts;
		this.#trackers = this.#lifetime.add(new ShownTrackers({ accounts, changed, isVisible, now: this.#now }));
		this.#drafts = this.#lifetime.add(new ShownDrafts({ tickets, changed, now: this.#now }));
		const changedTicket = (key: TicketKey) => this.#trackers.didChange(key);
		this.#waiting = this.#lifetime.add(new ShownWaiting({ tickets, changed, changedTicket, now: this.#now }));
		this.#lifetime.add(tickets.onDidChange(() => this.#forgetGone()));
		this.#lifetime.add(
			settings.onDidChange(() => {
				this.#pinned.clear();
				changed();
			}),
		);
	}

	async roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		const rows = await areaRows(this, accounts, problems);
		const waiting = this.#waiting.rows();
		const drafts = this.#drafts.rows({ isSignedIn: accounts.length > 0, hasOthers: waiting.length > 0 });
		return [...drafts, ...rows, ...waiting];
	}

	async rows({ session }: Pick<TicketAccount, 'session'>): Promise<readonly Row[]> {
		const account = this.#options.tickets.of(session.id);
		if (!account) return [];
		const { own, pins } = account.trackers;
		if (!this.#followed.has(account)) {
			const lifetime = this.#lifetime.child();
			this.#followed.set(account, lifetime);
			this.#follow(account, lifetime);
			const refreshed = own.refresh();
			if (own.value === undefined) await refreshed;
		}
		const names = [
			...(own.value ?? []).map(({ owner, name }) => ({ owner: owner.canonical_name, name })),
		].sort((a, b) => a.name.localeCompare(b.name));
		const pinned = pins.filter(
			(pin) => !names.some((one) => one.owner === pin.owner && one.name === pin.name),
		);
		const rows = await Promise.all(
			[...pinned, ...names].map(({ owner, name }, nth) =>
				this.#trackerRow(account, { account: session.id, owner, tracker: name }, nth === 0),
			),
		);
		this.#trackers.keepOnly(account, rows);
		const failures = [
			...(own.lastError ? [failureRow(own.lastError, session)] : []),
			...(account.trackers.arePinsUnreadable ? [unreadablePinsRow(session.id)] : []),
		];
		if (rows.length === 0 && failures.length === 0) {
			return [
				noticeRow(`none/${session.id}`, 'info', `${session.account} has no trackers`, {
					description: 'create or pin one',
					context: 'none',
				}),
			];
		}
		return [...failures, ...rows];
	}

	/** The id of the row above the first list that contains the ticket. */
	listWith(key: TicketKey): string | undefined {
		for (const { trackerCache, account } of this.#trackers.all()) {
			if (trackerRowId(trackerCache.key) !== trackerRowId(key)) continue;
			const isIn = (query: SavedQuery) =>
				listTickets(queryId(trackerCache.key, query), this.#queryInput(account, trackerCache, query)).some(
					({ id }) => id === key.ticket,
				);
			const query = this.#queries(trackerCache.key).find(isIn);
			return query && queryId(trackerCache.key, query);
		}
		return undefined;
	}

	/** The tickets of a list, in the order shown. `listId` is the id of the row above them. */
	listOf(listId: string): readonly TicketKey[] {
		for (const { trackerCache, account } of this.#trackers.all()) {
			const query = this.#queries(trackerCache.key).find((one) =>
				isWithin(listId, queryId(trackerCache.key, one)),
			);
			if (!query) continue;
			const tickets = listTickets(listId, this.#queryInput(account, trackerCache, query));
			return tickets.map(({ id }) => ({ ...trackerCache.key, ticket: id }));
		}
		return [];
	}

	rowIn(listId: string, { ticket }: TicketKey): string {
		return rowIn(listId, ticket);
	}

	readonly spell = spellKey;

	/** The view is visible again. */
	didBecomeVisible(): void {
		this.#trackers.refreshStale();
	}

	/** Call before a ticket is changed here: it keeps its place until a refresh, a changed setting or a sign-out. */
	pinPosition(key: TicketKey): void {
		const ticket = this.#options.tickets.known(key);
		if (ticket && !this.#pinned.has(spellKey(key))) this.#pinned.set(spellKey(key), ticket);
	}

	/** Asks the forge again for everything that is on the screen. */
	refresh(): void {
		this.#pinned.clear();
		this.#trackers.refresh();
	}

	/** Records a row that is on the screen. */
	didShow(row: Row): void {
		this.#trackers.recordRow(row);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #trackerRow(account: TicketAccount, key: TrackerKey, isFirst: boolean): Promise<Row> {
		const trackerCache = this.#trackers.trackerCache(account, key);
		await trackerCache.open();
		const createRow = (): Row => {
			const { owner, tracker } = key;
			const open = [...this.#options.tickets.shownIn(trackerCache).values()].filter(({ status }) =>
				isOpen(status),
			).length;
			const known = trackerCache.isComplete || trackerCache.tickets.size > 0;
			const count = `${formatNumber(open)}${trackerCache.isComplete ? '' : '+'} open`;
			const about = account.trackers.own.value?.find(
				(one) => one.owner.canonical_name === owner && one.name === tracker,
			);
			return {
				id: trackerRowId(key),
				label: `${owner}/${tracker}`,
				icon: 'checklist',
				isOpen: isFirst,
				...(known && { description: count }),
				tooltip: [`${owner}/${tracker}`, about?.description?.trim().slice(0, 500)]
					.filter(Boolean)
					.join('\n\n'),
				spokenLabel: `${owner}/${tracker}${known ? `, ${count}` : ''}`,
				context: contextOf(kindOf(owner, account.session.account)),
				children: () => this.#trackerChildren(account, key, trackerCache, isFirst),
				current: createRow,
				about: { kind: 'tracker', key },
			};
		};
		return createRow();
	}

	#trackerChildren(
		account: TicketAccount,
		key: TrackerKey,
		trackerCache: TrackerCache,
		isFirst: boolean,
	): readonly Row[] {
		this.#trackers.didOpen(key);
		const filters = this.#options.settings.filter(key) === undefined ? 0 : 1;
		const rows = this.#queries(key).map((query, nth) => ({
			...queryRow({ ...this.#queryInput(account, trackerCache, query), isTyped: nth < filters }),
			isOpen: nth < filters || (isFirst && nth === filters),
		}));
		return [...this.#failureRows(account, trackerCache), ...rows];
	}

	#queryInput(account: TicketAccount, trackerCache: TrackerCache, query: SavedQuery): QueryRowInput {
		const { tickets, settings } = this.#options;
		const { key } = trackerCache;
		const { grouping, order } = settings;
		return {
			...{ key, query, grouping, order },
			trackerCache: {
				labels: trackerCache.labels,
				get tickets() {
					return tickets.shownIn(trackerCache);
				},
				get isComplete() {
					return trackerCache.isComplete;
				},
				get lastError() {
					return trackerCache.lastError;
				},
			},
			pendingOf: (one) => tickets.pendingOf(one),
			me: account.session.account,
			versionForOrder: (ticket) => this.#pinned.get(spellKey({ ...key, ticket: ticket.id })) ?? ticket,
			most: mostShown,
			resolveOnly: tickets.quirks.of(account.instance.name).resolveOnly,
			hasDraft: (one) => tickets.drafts.get(one) !== undefined,
			now: this.#now,
		};
	}

	/** The filter that the user typed, then the saved queries. */
	#queries(key: TrackerKey): readonly SavedQuery[] {
		const { settings } = this.#options;
		const text = settings.filter(key);
		return [...(text === undefined ? [] : [{ name: `Filter: ${text}`, text }]), ...settings.queries];
	}

	#failureRows(
		{ session, trackers }: TicketAccount,
		{ key, lastError, asOf, tickets }: TrackerCache,
	): readonly Row[] {
		if (!lastError) return [];
		if (lastError.scopes.length > 0) return [missingRow(session, lastError.scopes)];
		if (asOf === undefined || tickets.size === 0) return [failureRow(lastError, session)];
		// If the list of trackers could not be read either, its row gives the reason once for all trackers.
		const isListUnreachable = trackers.own.lastError !== undefined && isTransient(trackers.own.lastError);
		const when = nearDate(new Date(asOf).toISOString(), this.#now());
		return [
			noticeRow(`trouble/${trackerRowId(key)}`, 'warning', `Last updated ${when}`, {
				...(!isListUnreachable && { description: lastError.message }),
				tooltip: `${lastError.message} Click to try again.`,
				command: { id: 'tildeforge.refresh', title: 'Try Again' },
			}),
		];
	}

	/** Refreshes the view when the account's trackers, their descriptions, its pins or its last error change. */
	#follow({ trackers }: TicketAccount, lifetime: Lifetime): void {
		const { own } = trackers;
		const describeTrackers = () => {
			const names = own.value?.map(({ owner, name, description }) => [
				owner.canonical_name,
				name,
				description,
			]);
			return JSON.stringify([names, trackers.pins, own.lastError?.message]);
		};
		let known = describeTrackers();
		lifetime.add(
			trackers.onDidChange(() => {
				const now = describeTrackers();
				if (now !== known) this.#options.changed();
				known = now;
			}),
		);
	}

	#forgetGone(): void {
		const present = new Set(this.#options.tickets.accounts);
		this.#trackers.keepOnlyOf(present);
		for (const [account, lifetime] of this.#followed) {
			if (present.has(account)) continue;
			this.#followed.delete(account);
			lifetime.dispose();
			this.#pinned.clear();
		}
		this.#options.changed();
	}
}

/** Whether the id is that of the query's row or of one of its groups. */
const isWithin = (id: string, query: string): boolean => id === query || id.startsWith(`${query}/`);
