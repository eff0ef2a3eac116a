import { abortable } from '../../../base/abort.ts';
import { timeOfDay } from '../../../base/clock.ts';
import { append } from '../../../base/collections.ts';
import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { Ticket, TicketEvent } from '../../../forge/shapes/trackers.ts';
import type { DeliveryFacts } from '../../../forge/webhooks/delivery-facts.ts';
import type { TicketHappening } from '../../../platform/model/forge-events.ts';
import { type FoundNews, type NewsRequest, readNews } from '../../../platform/state/watch/read-news.ts';
import {
	creationOf,
	isMention,
	newTicketEvents,
	ticketsNamedIn,
	unknownChangeOf,
} from '../new-ticket-events.ts';
import type { TrackerCache } from '../tracker-cache.ts';
import {
	lastOf,
	maxConcurrentReads,
	newestEvent,
	type ReadContext,
	readEventsIfPossible,
	readTickets,
} from './ticket-reads.ts';
import {
	type ChangedTicket,
	changedTicket,
	changedTickets,
	isAheadOf,
	moveTrackerCursor,
	newestOf,
	type ReportedTicket,
	startTrackerCursor,
	type TrackerCursor,
	TrackerCursorShape,
	ticketsToCheck,
	versionOf,
} from './tracker-cursor.ts';

interface WatchTrackerOptions extends NewsRequest<TrackerCache>, ReadContext {
	/**
	 * At the first read, only what signed deliveries tell of is new, and what has come later. The tickets of deliveries are read even if they are
	 * not among the newest ones. Deliveries about no ticket may tell of labels.
	 */
	readonly deliveries?: readonly DeliveryFacts[];
	/** The user name of the account, with the tilde. What this user does is not reported. */
	readonly me: string;
}

type TrackerNewsFound = FoundNews<TrackerCursor, TicketHappening>;

/** The most tickets whose events one call reads. */
const maxRead = 20;
/** The most named tickets that are left to later calls. */
const maxLeft = 500;

const byKey = new Intl.Collator('en', { numeric: true });

/** Refreshes a tracker and returns what others have done in it since the cursor. Fails with a `ForgeError`. */
export function watchTracker(options: WatchTrackerOptions): Promise<TrackerNewsFound> {
	const { cache, cause, deliveries = [] } = options;
	const readsLabels =
		(cause ?? 'refresh') === 'refresh' || deliveries.some(({ ticket }) => ticket === undefined);
	return readNews(options, {
		shape: TrackerCursorShape,
		refresh: () => cache.refresh({ newestOnly: true, readsLabels }),
		start: async () => startTrackerCursor(cache, await newestEvent(options), timeOfDay(), deliveries),
		find: (cursor, isFirst) => newsSince(options, cursor, isFirst),
	});
}

async function newsSince(
	options: WatchTrackerOptions,
	cursor: TrackerCursor,
	isFirst: boolean,
): Promise<TrackerNewsFound> {
	const { cache, signal, deliveries = [] } = options;
	const mayHaveNewEvents =
		!isFirst || deliveries.some(({ isVerified, event }) => isVerified && event !== undefined);
	const newest = newestOf(cache.tickets);
	if (!mayHaveNewEvents && cursor.newest === newest) return { events: [], cursor };
	const isGap = cursor.newest + 1 < newest && !cache.tickets.has(cursor.newest + 1);
	// Without `wanted`, the pages after the first one would be read later, and some at a time.
	if (isGap) await abortable(cache.refresh({ newestOnly: true, wanted: [cursor.newest + 1] }), signal);
	const delivered = deliveries.flatMap(({ ticket }) => ticket ?? []);
	// The first read reads named tickets only if a delivery tells of an event. Otherwise, an old mention in one of them could count as new: because
	// a mention changes no ticket, it may have a higher id than the newest event that is known.
	const named = mayHaveNewEvents ? [...new Set([...(cursor.named ?? []), ...delivered])] : [];
	const room = Math.max(0, maxRead - changedTickets(cursor, cache.tickets).length);
	const readNamed = await readTickets(options, named.slice(0, room));
	const changed = changedTickets(cursor, cache.tickets);
	const toCheck = ticketsToCheck(cursor, cache.tickets, timeOfDay());
	const others = [...readNamed, ...toCheck].filter((ticket) =>
		changed.every((one) => one.ticket.id !== ticket.id),
	);
	const news = new TrackerNews(options, cursor);
	await news.add(changed);
	await news.addUnchanged(others);
	return news.result([...readNamed.map(({ id }) => id), ...named.slice(room)]);
}

/** Everything that one call has found. */
class TrackerNews {
	readonly #options: WatchTrackerOptions;
	readonly #cursor: TrackerCursor;
	readonly #found: TicketHappening[] = [];
	readonly #reported = new Map<number, ReportedTicket>();
	/** The numbers of the tickets whose events were read. */
	readonly #read = new Set<number>();
	/** The tickets that new texts name. */
	readonly #namedInTexts = new Set<number>();
	/** The changed tickets that are left to the next call. */
	#left: ReadonlySet<Ticket> = new Set();

	constructor(options: WatchTrackerOptions, cursor: TrackerCursor) {
		this.#options = options;
		this.#cursor = cursor;
	}

	/** Adds what is new of changed tickets, the most recently changed of which comes first. */
	async add(changed: readonly ChangedTicket[]): Promise<void> {
		const { cache, me } = this.#options;
		// Only the events of a ticket say who has changed it. The oldest changes come first, because the cursor says up to when changes are reported.
		const touched = changed.filter((one) => !isUntouched(one)).toReversed();
		const toRead = touched.slice(0, maxRead);
		this.#left = new Set(touched.slice(maxRead).map(({ ticket }) => ticket));
		for (const { ticket, isNew } of changed) {
			if (!isNew) continue;
			const creation = creationOf({ place: cache.key, ticket, me });
			if (creation) this.#found.push(creation);
			this.#addNames(ticket.description);
			if (!this.#left.has(ticket)) this.#reported.set(ticket.id, { ticket, event: this.#cursor.event });
		}
		await this.#addEvents(toRead, true);
		// What has happened to a ticket in the second in which it was created does not show in the ticket.
		const untouched = changed.filter(isUntouched).slice(0, maxRead - toRead.length);
		await this.#addEvents(untouched, true);
	}

	/** Adds the new events of tickets that have not changed, and of those that new texts name. */
	async addUnchanged(tickets: readonly Ticket[]): Promise<void> {
		const { cache } = this.#options;
		await this.#addEvents(this.#unread(tickets), false);
		const named = [...this.#namedInTexts].flatMap((number) => cache.tickets.get(number) ?? []);
		await this.#addEvents(this.#unread(named), false);
	}

	/** `named` are the tickets that deliveries name, without those that could not be read. */
	result(named: readonly number[]): TrackerNewsFound {
		const { cache } = this.#options;
		const left = [...this.#left];
		const reportedOrLeft = new Set([...this.#reported.keys(), ...left.map(({ id }) => id)]);
		const inTexts = [...this.#namedInTexts].filter((number) => cache.tickets.has(number));
		const all = new Set([...named, ...inTexts]);
		const unread = [...all].filter((number) => !reportedOrLeft.has(number)).slice(0, maxLeft);
		return {
			// Events of the same time are told apart by their ids.
			events: this.#found.toSorted((one, other) => byKey.compare(one.key, other.key)),
			cursor: moveTrackerCursor(this.#cursor, {
				tickets: cache.tickets,
				isComplete: cache.isComplete,
				reported: this.#reported.values(),
				left,
				named: unread,
				now: timeOfDay(),
			}),
			hasMore: left.length + unread.length > 0,
		};
	}

	/** `hasChanged`: whether the tickets differ from those of the cursor, so that an event should say how. */
	async #addEvents(tickets: readonly ChangedTicket[], hasChanged: boolean): Promise<void> {
		const { cache, me } = this.#options;
		await forEachConcurrently(tickets, maxConcurrentReads, async (one) => {
			const { ticket, isNew, mayBeOld, isNewEvent, wasReportedAhead, wasUnexplained } = one;
			this.#read.add(ticket.id);
			const facts = { place: cache.key, ticket, me };
			const needsEvent = hasChanged && !isNew && !mayBeOld;
			const events = await readEventsIfPossible(this.#options, ticket.id, hasChanged && !wasUnexplained);
			if (events === 'unreadable') {
				if (needsEvent) this.#found.push(unknownChangeOf(facts, versionOf(ticket)));
				this.#reported.set(ticket.id, { ticket, event: this.#cursor.event });
				return;
			}
			append(this.#found, newTicketEvents({ ...facts, events, isNew: isNewEvent }));
			// A mention has the text of the comment that contains it, whose own event names the tickets.
			for (const event of events)
				if (isNewEvent(event) && !isMention(event)) this.#addNames(event.comment?.text ?? '');
			const explains = (event: TicketEvent) => isNewEvent(event) || wasReportedAhead(event);
			const isUnexplained = needsEvent && events.length > 0 && !events.some(explains);
			// The event may be stored later than the change. If it is still missing at the second read, the change is reported without it.
			const isToReadAgain = isUnexplained && !wasUnexplained;
			if (isUnexplained && wasUnexplained) this.#found.push(unknownChangeOf(facts, versionOf(ticket)));
			this.#reported.set(ticket.id, {
				ticket,
				event: lastOf(events),
				isAhead: events.some((event) => isAheadOf(event, ticket)),
				isUnexplained: isToReadAgain,
			});
		});
	}

	#addNames(text: string): void {
		for (const number of ticketsNamedIn(text, this.#options.cache.key)) this.#namedInTexts.add(number);
	}

	#unread(tickets: readonly Ticket[]): readonly ChangedTicket[] {
		return tickets
			.filter(({ id }) => !this.#read.has(id))
			.slice(0, Math.max(0, maxRead - this.#read.size))
			.map((ticket) => changedTicket(this.#cursor, ticket));
	}
}

/** Whether nothing has happened to a new ticket since the second in which it was created. */
const isUntouched = ({
	isNew,
	ticket: { created, updated, status, labels, assignees },
}: ChangedTicket): boolean =>
	isNew &&
	(parseTime(updated) ?? 0) <= (parseTime(created) ?? 0) &&
	status === 'reported' &&
	labels.length === 0 &&
	assignees.length === 0;
