import { abortable, isAbort } from '../../base/abort.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Ticket, Tracker } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { describeState } from '../model/describe-change.ts';
import type { TicketAccount, Tickets } from './tickets.ts';

interface PublicTicket {
	readonly title: string;
	/** Such as `Resolved as fixed`. */
	readonly state: string;
}

/**
 * What may be told of a ticket to anyone, as the forge has it now, or else as it was last read. Undefined if not everyone may read the ticket,
 * if that is not known, or if it is in a tracker that the account does not follow.
 */
export async function publicTicket(
	tickets: Pick<Tickets, 'of' | 'trackerCache'>,
	key: TicketKey,
	signal: AbortSignal,
): Promise<PublicTicket | undefined> {
	const account = tickets.of(key.account);
	const item = { owner: key.owner, name: key.tracker };
	const isFollowed = account?.trackers.names.some(
		({ owner, name }) => owner === item.owner && name === item.name,
	);
	if (!account || !isFollowed) return undefined;
	const holder = new Lifetime();
	try {
		const cache = tickets.trackerCache(key, holder);
		const [tracker, ticket] = await Promise.all([
			trackerOf(account, key, signal),
			cache && readOrKnown(cache, key.ticket, signal),
		]);
		if (!tracker || !ticket || !mayEveryoneRead(tracker, ticket)) return undefined;
		return { title: ticket.title, state: describeState(ticket) };
	} finally {
		holder.dispose();
	}
}

/** The details of the user's own trackers are cached; those of others are requested. */
const trackerOf = ({ trackers, client }: TicketAccount, { owner, tracker }: TicketKey, signal: AbortSignal) =>
	trackers.details({ owner, name: tracker }) ??
	orUndefined(client.tracker({ owner, tracker }, { signal }), signal);

async function readOrKnown(
	cache: NonNullable<ReturnType<Tickets['trackerCache']>>,
	number: number,
	signal: AbortSignal,
): Promise<Ticket | undefined> {
	await abortable(cache.open(), signal);
	return (await orUndefined(cache.read(number, signal), signal)) ?? cache.tickets.get(number);
}

async function orUndefined<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	try {
		return await abortable(answer, signal);
	} catch (error) {
		if (error instanceof ForgeError || isAbort(error) || isTimeout(error)) return undefined;
		throw error;
	}
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/** An unlisted tracker is open to everyone who knows its name, as those do who name its tickets. */
function mayEveryoneRead(
	{ visibility, default_permissions, default_access }: Tracker,
	{ permissions }: Ticket,
): boolean {
	const ofTicket = permissions?.anonymous;
	if (ofTicket) return ofTicket.includes('browse');
	if (visibility !== null)
		return /^(?:public|unlisted)$/i.test(visibility) && default_access?.includes('browse') !== false;
	return default_permissions?.anonymous.includes('browse') === true;
}
