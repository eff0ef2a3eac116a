import { isTransient } from '../../forge/contract/errors.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { failureRow, isSameFailure } from '../../platform/view/failure-rows.ts';
import type { Row } from '../../platform/view/row.ts';
import type { ViewItems } from '../../platform/view/view-items.ts';
import type { TicketSettings } from '../settings/settings.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { TicketSeenState } from '../state/ticket-seen-state.ts';
import type { Tickets } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { queryRow } from './query-rows.ts';
import type { TicketLists } from './ticket-lists.ts';
import { trackerRow, trackerRowId } from './tracker-row.ts';

interface TrackerRowsOptions {
	readonly tickets: Pick<Tickets, 'outbox' | 'drafts' | 'bulkComments'>;
	readonly settings: Pick<TicketSettings, 'filterOf'>;
	readonly seen: Pick<TicketSeenState, 'begin'>;
	readonly trackers: ViewItems<TicketAccount, TrackerCache>;
	readonly lists: TicketLists;
	readonly now: () => number;
}

/** The rows of trackers, each with its failure and its queries below. */
export class TrackerRows {
	readonly #options: TrackerRowsOptions;

	constructor(options: TrackerRowsOptions) {
		this.#options = options;
	}

	/** The ids of the trackers whose tickets the drafts or the waiting changes name. Their rows need more than the stored numbers. */
	named(): ReadonlySet<string> {
		const { outbox, drafts, bulkComments } = this.#options.tickets;
		const keys = [
			...[...outbox.entries, ...drafts.all()].map(({ key }) => key),
			...bulkComments.drafts.all().flatMap(({ key }) => key),
		];
		return new Set(keys.map(trackerRowId));
	}

	/** `isFirst`: the row is the first of the view, so its first query is expanded. */
	async row(account: TicketAccount, key: TrackerKey, isFirst: boolean, named = this.named()): Promise<Row> {
		const { trackers: shown, lists, now } = this.#options;
		const trackerCache = shown.cache(account, trackerRowId(key), (holder) =>
			account.trackers.cache({ owner: key.owner, name: key.tracker }, holder),
		);
		await (named.has(trackerRowId(key)) ? trackerCache.open() : trackerCache.openRow());
		const { trackers } = account;
		return trackerRow({
			trackerCache: lists.withPending(trackerCache),
			me: account.session.account,
			isPinned: account.trackers.pins.all.some((pin) => pin.owner === key.owner && pin.name === key.tracker),
			details: () =>
				trackers.details({ owner: key.owner, name: key.tracker }) ?? account.permissions.tracker(key),
			readDetails: (signal) => account.permissions.readWithin(key, signal),
			now,
			isFirst,
			children: () => this.#children(account, key, trackerCache, isFirst),
		});
	}

	#children(
		account: TicketAccount,
		key: TrackerKey,
		trackerCache: TrackerCache,
		isFirst: boolean,
	): readonly Row[] {
		const { trackers, lists, seen, settings } = this.#options;
		trackers.didOpen(trackerRowId(key));
		const { isComplete, tickets, asOf } = trackerCache;
		if (isComplete) seen.begin(key, tickets.values(), asOf);
		const filters = settings.filterOf(key) === undefined ? 0 : 1;
		const rows = lists.queries(key).map((query, nth) => ({
			...queryRow({ ...lists.input(account, trackerCache, query), isTyped: nth < filters }),
			isOpen: nth < filters || (isFirst && nth === filters),
		}));
		return [...failureRows(account, trackerCache), ...rows];
	}
}

/** The view's message is about the connection, and the account has a row for its own list, so only other failures have a row. */
function failureRows(
	{ session, trackers: { own } }: TicketAccount,
	{ key, lastError }: TrackerCache,
): readonly Row[] {
	if (!lastError || isTransient(lastError) || isSameFailure(lastError, own.lastError)) return [];
	return [{ ...failureRow(lastError, session), id: `notice/failed/${trackerRowId(key)}` }];
}
