import { timeLimit } from '../../base/clock.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { anotherTicketError, isSameTicket } from './changes/change.ts';
import { readTicket } from './reading/read-ticket.ts';
import type { TicketAccount } from './ticket-account.ts';
import type { Tickets } from './tickets.ts';

const readTimeoutMs = 10_000;

/**
 * Deletes a ticket on the forge, for everyone. Its changes that were not sent are discarded, and its comments that were not sent are
 * drafts again.
 */
export async function deleteTicket(tickets: Tickets, key: TicketKey): Promise<void> {
	const account = tickets.of(key.account);
	const extras = account?.connection.trackerExtras;
	if (!extras) throw new ForgeError('refused', 'On this forge, tickets can only be deleted in the browser.');
	const known = tickets.shown(key);
	try {
		const { created } = await account.client.ticket(pathOf(key));
		if (known && !isSameTicket(known, { created })) throw anotherTicketError(key, 'Nothing was deleted.');
		await extras.deleteTicket(pathOf(key));
	} catch (error) {
		if (!(error instanceof ForgeError) || !(await isDeleted(account, key, error))) throw error;
	}
	using lifetime = new Lifetime();
	await tickets.trackerCache(key, lifetime)?.remove(key.ticket);
	await tickets.outbox.discard(...tickets.outbox.of(key).map(({ id }) => id));
}

/**
 * Whether the ticket is gone although deleting it has failed: only the answer was lost, or another user was faster. That is not known if
 * its tracker is missing, too: it may have another name by now, or be hidden.
 */
async function isDeleted({ client }: TicketAccount, key: TicketKey, error: ForgeError): Promise<boolean> {
	if (!error.mayBeDone && error.kind !== 'missing') return false;
	const signal = timeLimit(readTimeoutMs);
	try {
		await client.tracker(pathOf(key), { signal });
	} catch {
		return false;
	}
	try {
		await readTicket(client, pathOf(key), signal);
		return false;
	} catch (failure) {
		return failure instanceof ForgeError && failure.kind === 'missing';
	}
}

const pathOf = ({ owner, tracker, ticket }: TicketKey) => ({ owner, tracker, ticket });
