import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { parseTime } from '../../forge/contract/read.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
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
		if (known && secondOf(created) !== secondOf(known.created))
			throw new ForgeError('refused', isAnother(key));
		await extras.deleteTicket(pathOf(key));
	} catch (error) {
		if (!(error instanceof ForgeError) || !(await isDeleted(account, key, error))) throw error;
	}
	const lifetime = new Lifetime();
	try {
		await tickets.trackerCache(key, lifetime)?.remove(key.ticket);
	} finally {
		lifetime.dispose();
	}
	await tickets.outbox.discard(...tickets.outbox.of(key).map(({ id }) => id));
}

/**
 * Whether the ticket is gone although deleting it has failed: only the answer was lost, or another user was faster. That is not known if
 * its tracker is missing, too: it may have another name by now, or be hidden.
 */
async function isDeleted({ client }: TicketAccount, key: TicketKey, error: ForgeError): Promise<boolean> {
	if (!error.mayBeDone && error.kind !== 'missing') return false;
	const signal = AbortSignal.timeout(readTimeoutMs);
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

/** After a tracker was renamed or deleted, its name can belong to another one, whose ticket has the same number. */
const isAnother = (key: TicketKey) =>
	`${refOf(key)} is now a different ticket, because another tracker has taken the name. Nothing was deleted.`;

/** Forges write the same time with or without its fraction. */
const secondOf = (time: string) => Math.floor((parseTime(time) ?? 0) / 1000);

const pathOf = ({ owner, tracker, ticket }: TicketKey) => ({ owner, tracker, ticket });
