import { abortable, isAbort } from '../../base/abort.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Ticket, Tracker } from '../../forge/shapes/trackers.ts';
import { isSameItem } from '../../platform/model/item-name.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { describeState } from '../model/describe-change.ts';
import type { Tickets } from './tickets.ts';

interface PublicTicket {
	readonly title: string;
	/** The status in words, such as `Resolved as fixed`. */
	readonly state: string;
}

/**
 * What everyone may know about a ticket. Asks the forge for the tracker and the ticket. If the forge does not answer for the ticket, uses
 * the stored one. Undefined if not everyone may read the ticket, if that is not known, or if the account does not follow its tracker.
 */
export async function publicTicket(
	tickets: Tickets,
	key: TicketKey,
	signal: AbortSignal,
): Promise<PublicTicket | undefined> {
	const { owner, tracker: name } = key;
	const account = tickets.of(key.account);
	const isFollowed = account?.trackers.names.some((one) => isSameItem(one, { owner, name }));
	if (!account || !isFollowed) return undefined;
	using lifetime = new Lifetime();
	const cache = tickets.trackerCache(key, lifetime);
	await (cache && abortable(cache.open(), signal));
	const [tracker, ticket] = await Promise.all([
		answerOf(account.client.tracker({ owner, tracker: name }, { signal }), signal),
		cache && answerOf(cache.read(key.ticket, signal), signal),
	]);
	if (typeof tracker !== 'object') return undefined;
	const answered = typeof ticket === 'object' ? ticket : undefined;
	if (answered && !mayEveryoneRead(tracker, answered)) return undefined;
	const stored = ticket === 'none' ? cache?.tickets.get(key.ticket) : undefined;
	// The permissions of the stored ticket are old, so they can only narrow those of its tracker.
	if (stored && !(isPublic(tracker) && mayEveryoneRead(tracker, stored))) return undefined;
	const known = answered ?? stored;
	return known && { title: known.title, state: describeState(known) };
}

/** What the forge has answered; `none` if it could not be reached, or not in time. */
async function answerOf<T extends object>(
	answer: Promise<T>,
	signal: AbortSignal,
): Promise<T | 'none' | 'refused'> {
	try {
		return await abortable(answer, signal);
	} catch (error) {
		if (isAbort(error) || isTimeout(error)) return 'none';
		if (error instanceof ForgeError)
			return /^(?:offline|busy|timeout)$/.test(error.kind) ? 'none' : 'refused';
		throw error;
	}
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

function mayEveryoneRead(tracker: Tracker, { permissions }: Ticket): boolean {
	const ofTicket = permissions?.anonymous;
	return ofTicket ? ofTicket.includes('browse') : isPublic(tracker);
}

/** An unlisted tracker is open to everyone who knows its name. A reference to a ticket contains that name. */
function isPublic({ visibility, default_permissions, default_access }: Tracker): boolean {
	if (visibility !== null)
		return /^(?:public|unlisted)$/i.test(visibility) && default_access?.includes('browse') !== false;
	return default_permissions?.anonymous?.includes('browse') === true;
}
