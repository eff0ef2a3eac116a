import { Emitter, type Event } from '../../base/emitter.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { idOfTicket, type TicketKey, type TrackerKey } from '../../platform/model/keys.ts';
import { userHover } from '../../platform/model/markdown/user-hover.ts';
import type { SavedQuery } from '../../platform/model/saved-queries.ts';
import type { ShownUser } from '../../platform/model/user-card.ts';
import type { ViewLists } from '../../platform/page/list-navigation.ts';
import type { Row } from '../../platform/view/row.ts';
import type { Grouping } from '../model/grouping.ts';
import { isPermitted } from '../model/permissions.ts';
import type { TicketOrder } from '../model/query/query.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { Tickets } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import {
	firstRows,
	isGroupOf,
	isListed,
	listTickets,
	type QueryRowInput,
	queryId,
	queryRow,
} from './query-rows.ts';
import { ticketRowId } from './ticket-row.ts';
import { type ShownTracker, trackerRowId } from './tracker-row.ts';

/** What the user has chosen for the lists. */
export interface ListSettings {
	readonly queries: readonly SavedQuery[];
	readonly grouping: Grouping;
	/** The order of queries that name none. */
	readonly order: TicketOrder;
	filterOf(key: TrackerKey): string | undefined;
	readonly onDidChange: Event<void>;
}

interface ListsOptions {
	readonly tickets: Tickets;
	readonly settings: ListSettings;
	/** The trackers of the view. */
	readonly shown: () => Iterable<{ readonly account: TicketAccount; readonly cache: TrackerCache }>;
}

/** The most tickets of a list, for pages that go from one to the next. */
const maxTickets = 500;

/** The lists of tickets in the view: what each query of each tracker finds, in the order shown. */
export class TicketLists implements ViewLists<TicketKey> {
	readonly idOf = idOfTicket;
	readonly #options: ListsOptions;
	/** Tickets as they were before the user changed them here. They decide the order, so that each keeps its place while the user works through a list. */
	readonly #ticketsBefore = new Map<string, Ticket>();
	/** The ids of the lists that have rows for all of their tickets. */
	readonly #inFull = new Set<string>();
	readonly #changes = new Emitter<void>();
	/** Fires when lists show more rows. */
	readonly onDidChange = this.#changes.event;

	constructor(options: ListsOptions) {
		this.#options = options;
	}

	/** The filter that the user typed, then the saved queries. */
	queries(key: TrackerKey): readonly SavedQuery[] {
		return [...this.#filters(key), ...this.#options.settings.queries];
	}

	/** The ids that the rows of a query have below the trackers of the view. */
	queryIds(name: string): readonly string[] {
		return [...this.#options.shown()].map(({ cache }) => queryId(cache.key, name));
	}

	/** The rows below a tracker. `isFirst`: the tracker is the first of the view, so its first query is expanded. */
	rows(account: TicketAccount, trackerCache: TrackerCache, isFirst: boolean): readonly Row[] {
		const rowOf = (query: SavedQuery, isTyped: boolean) =>
			queryRow({ ...this.input(account, trackerCache, query), isTyped });
		const { queries } = this.#options.settings;
		return [
			...this.#filters(trackerCache.key).map((filter) => ({ ...rowOf(filter, true), isOpen: true })),
			...queries.map((query, index) => ({ ...rowOf(query, false), isOpen: isFirst && index === 0 })),
		];
	}

	/** What the rows of a query are made of. */
	input(account: TicketAccount, trackerCache: TrackerCache, query: SavedQuery): QueryRowInput {
		const { tickets, settings } = this.#options;
		const { key } = trackerCache;
		const me = account.session.account;
		const { grouping, order } = settings;
		return {
			key,
			query,
			grouping,
			order,
			me,
			trackerCache: this.withWaiting(trackerCache),
			remainingChangeOf: (one) => tickets.remainingChangeOf(one),
			versionForOrder: (ticket) =>
				this.#ticketsBefore.get(idOfTicket({ ...key, ticket: ticket.id })) ?? ticket,
			maxTickets,
			isInFull: (listId) => this.isInFull(listId),
			resolveOnly: tickets.quirks.of(account.instance.name).resolveOnly,
			hasExtras: account.connection.trackerExtras !== undefined,
			isPermitted: (what, ticket) => {
				const known = account.permissions.tracker(key);
				const { default_permissions: permissions, access } = known ?? {};
				return isPermitted(what, { ticket, permissions, access, me, owner: key.owner });
			},
			isSubscribed: (ticket) => trackerCache.subscriptions.of(ticket),
			isUnseen: (ticket) => tickets.seen.isUnseen({ ...key, ticket: ticket.id }, ticket, me),
			hasDraft: (one) => tickets.texts.editingOf(one) !== undefined,
			describePeople: async (people, signal) => {
				const names = people.map(({ name }) => name);
				const users = await tickets.users.readSome(account, names, signal);
				const roleOf = ({ user }: ShownUser) => people.find(({ name }) => name === user)?.role ?? '';
				return users.flatMap((user) => ['---', roleOf(user), userHover(user)]).join('\n\n');
			},
		};
	}

	/** A tracker with its tickets as they will be when their waiting changes are on the forge. */
	withWaiting(trackerCache: TrackerCache): ShownTracker {
		const { tickets } = this.#options;
		return {
			key: trackerCache.key,
			labels: trackerCache.labels,
			get storedCounts() {
				return trackerCache.storedCounts;
			},
			open: () => trackerCache.open(),
			get tickets() {
				return tickets.shownIn(trackerCache);
			},
			get isComplete() {
				return trackerCache.isComplete;
			},
			get lastError() {
				return trackerCache.lastError;
			},
		};
	}

	/** The id of the row above the first list that contains the ticket. */
	firstListWith(key: TicketKey): string | undefined {
		for (const { cache: trackerCache, account } of this.#options.shown()) {
			if (trackerRowId(trackerCache.key) !== trackerRowId(key)) continue;
			const query = this.queries(trackerCache.key).find((one) =>
				isListed(key.ticket, this.input(account, trackerCache, one)),
			);
			return query && queryId(trackerCache.key, query.name);
		}
		return undefined;
	}

	/** The tickets of a list, in the order shown. `listId` is the id of the row above them. */
	itemsOf(listId: string): readonly TicketKey[] {
		for (const { cache: trackerCache, account } of this.#options.shown()) {
			const queries = this.queries(trackerCache.key);
			const rowIdOf = ({ name }: SavedQuery) => queryId(trackerCache.key, name);
			// The name of a query can begin with that of another one.
			const query =
				queries.find((one) => rowIdOf(one) === listId) ??
				queries.find((one) => isGroupOf(rowIdOf(one), listId));
			if (!query) continue;
			const tickets = listTickets(listId, this.input(account, trackerCache, query));
			return tickets.map(({ id }) => ({ ...trackerCache.key, ticket: id }));
		}
		return [];
	}

	/** Whether a list has rows for all of its tickets, and not only for the first ones. */
	isInFull(listId: string): boolean {
		return this.#inFull.has(listId);
	}

	/** Shows all rows of a list. Returns the id of the first row that was not shown before. */
	showAll(listId: string): string | undefined {
		const first = this.itemsOf(listId)[firstRows];
		this.#inFull.add(listId);
		this.#changes.fire();
		return first && this.rowIdIn(listId, first);
	}

	/** Shows the rows below the first ones a little earlier than they are needed, because they are drawn later. */
	willShow(listId: string, index: number): void {
		if (index < firstRows - 5 || this.#inFull.has(listId)) return;
		this.#inFull.add(listId);
		this.#changes.fire();
	}

	rowIdIn(listId: string, { ticket }: TicketKey): string {
		return ticketRowId(listId, ticket);
	}

	/** Call before a ticket is changed here: it keeps its place until a refresh, a changed setting or a sign-out. */
	pinPosition(key: TicketKey): void {
		const ticket = this.#options.tickets.known(key);
		if (ticket && !this.#ticketsBefore.has(idOfTicket(key))) this.#ticketsBefore.set(idOfTicket(key), ticket);
	}

	/** Sorts all tickets by what they are now. */
	forgetPositions(): void {
		this.#ticketsBefore.clear();
	}

	/** The filter that the user typed for a tracker, as a query; empty if there is none. */
	#filters(key: TrackerKey): readonly SavedQuery[] {
		const text = this.#options.settings.filterOf(key);
		return text === undefined ? [] : [{ name: `Filter: ${text}`, text }];
	}
}
