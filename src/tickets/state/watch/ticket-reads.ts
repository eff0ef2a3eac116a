import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import type { Log } from '../../../base/log/log.ts';
import { ForgeError, isTransient, needsSignIn } from '../../../forge/contract/errors.ts';
import type { Ticket, TicketEvent } from '../../../forge/shapes/trackers.ts';
import { refOf } from '../../../platform/model/keys.ts';
import type { TrackerCache } from '../tracker-cache.ts';
import { lastUpdated, versionOf } from './tracker-cursor.ts';

/** For reads of single tickets of a watched tracker. What fails for one ticket must not hide the news of the others. */
export interface ReadContext {
	readonly cache: TrackerCache;
	readonly log: Log;
	readonly signal: AbortSignal;
}

export const maxConcurrentReads = 4;
/** How many tickets are tried to find out which event is the newest. */
const maxTried = 5;

/**
 * The events of a ticket; none if it is gone. Those of one ticket may be unreadable while all others are readable. `mayBeKnown`: whether the
 * events need not be read again if they were read since the ticket was as it is now, such as for its page.
 */
export async function readEventsIfPossible(
	{ cache, signal, log }: ReadContext,
	number: number,
	mayBeKnown: boolean,
): Promise<readonly TicketEvent[] | 'unreadable'> {
	const known = mayBeKnown ? knownEvents(cache, number) : undefined;
	if (known) return known;
	try {
		return await readEvents(cache, number, signal);
	} catch (error) {
		if (!isOfOneTicket(error)) throw error;
		if (error.kind === 'missing') return [];
		log.warn(`The events of ${refOf({ ...cache.key, ticket: number })} could not be read`, error);
		return 'unreadable';
	}
}

/** Reads tickets again. Leaves out those that are gone. */
export async function readTickets(
	{ cache, signal, log }: ReadContext,
	numbers: readonly number[],
): Promise<readonly Ticket[]> {
	const found: Ticket[] = [];
	await forEachConcurrently(new Set(numbers), maxConcurrentReads, async (number) => {
		try {
			found.push(await cache.read(number, signal));
		} catch (error) {
			if (!isOfOneTicket(error)) throw error;
			log.warn(`${refOf({ ...cache.key, ticket: number })} could not be read`, error);
		}
	});
	return found;
}

function knownEvents(
	{ discussions, tickets }: TrackerCache,
	number: number,
): readonly TicketEvent[] | undefined {
	const read = discussions.readOf(number);
	const ticket = tickets.get(number);
	return read && ticket && versionOf(read) === versionOf(ticket) ? discussions.of(number).value : undefined;
}

async function readEvents(
	cache: TrackerCache,
	number: number,
	signal: AbortSignal,
): Promise<readonly TicketEvent[]> {
	const events = cache.discussions.of(number);
	await events.open();
	await events.refresh(signal);
	if (events.lastError) throw events.lastError;
	return events.value ?? [];
}

/** The highest id of an event in the tracker: an event of the ticket that has changed last. */
export async function newestEvent({ cache, signal, log }: ReadContext): Promise<number> {
	let failure: unknown;
	for (const { id } of lastUpdated(cache.tickets.values(), maxTried)) {
		try {
			return lastOf(await readEvents(cache, id, signal));
		} catch (error) {
			if (!isOfOneTicket(error)) throw error;
			log.warn(`The events of ${refOf({ ...cache.key, ticket: id })} could not be read`, error);
			failure = error;
		}
	}
	if (failure !== undefined) throw failure;
	return 0;
}

/** The highest id of an event; 0 if there is none. */
export const lastOf = (events: readonly TicketEvent[]): number =>
	events.reduce((newest, { id }) => Math.max(newest, id), 0);

/**
 * Whether a failure may concern only this ticket, such as an internal error of the server. Others are failures of the whole read, which
 * is tried again later.
 */
const isOfOneTicket = (error: unknown): error is ForgeError =>
	error instanceof ForgeError && (!isTransient(error) || error.kind === 'surprise') && !needsSignIn(error);
