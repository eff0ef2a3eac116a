import { Lifetime } from '../../base/lifetime.ts';
import type { Client } from '../../forge/connect.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { statusName } from '../../platform/model/words.ts';
import type { Sender } from '../../platform/state/outbox/sender.ts';
import { describeLabels, describeState } from '../model/describe-change.ts';
import { type Change, remainingChange, type TicketBase } from './change.ts';
import { type Changed, type Conflict, changeTicket } from './change-ticket.ts';
import type { ForgeQuirks } from './forge-quirks.ts';
import type { PendingChange } from './pending-change.ts';
import type { Trackers } from './trackers.ts';

/** The accounts and what is known of their forges. */
export interface TicketAccounts {
	readonly of: (account: string) =>
		| {
				readonly client: Client<typeof trackerRows>;
				readonly trackers: Trackers;
				readonly instance: { readonly name: string };
		  }
		| undefined;
	readonly quirks: ForgeQuirks;
}

interface Options {
	readonly force?: boolean;
	readonly signal?: AbortSignal;
}

const signedOut = () =>
	new ForgeError('signed-out', 'The account of this ticket is signed out. Sign in with it again.');

/** Changes a ticket as its account. `base` is the ticket as the user saw it. Fails with a `ForgeError`. */
export async function changeAsAccount(
	accounts: TicketAccounts,
	key: TicketKey,
	change: Change,
	base: TicketBase | undefined,
	options: Options = {},
): Promise<Changed | Conflict> {
	const account = accounts.of(key.account);
	if (!account) throw signedOut();
	const { quirks } = accounts;
	const user = new Lifetime();
	try {
		const { client, trackers, instance } = account;
		const context = {
			client,
			trackerCache: trackers.tracker(key.owner, key.tracker, user),
			quirks: quirks.of(instance.name),
			learn: (quirk: Parameters<ForgeQuirks['learn']>[1]) => quirks.learn(instance.name, quirk),
		};
		return await changeTicket(context, key, change, base, options);
	} finally {
		user.dispose();
	}
}

/** Sends pending changes of tickets. */
export const ticketSender = (accounts: TicketAccounts): Sender<TicketKey, PendingChange> => ({
	send: async (key, { change, base }, { isForced, signal }) => {
		const result = await changeAsAccount(accounts, key, change, base, { force: isForced, signal });
		if (result.kind === 'conflict') return { kind: 'conflict', theirs: theirsOf(result) };
		const actual = result.differs?.actual.status;
		const note = actual === undefined ? undefined : `set the status to ${statusName(actual)}`;
		return { kind: 'sent', note };
	},
	wasApplied: async (key, { change }, signal) => {
		const account = accounts.of(key.account);
		if (!account) throw signedOut();
		const user = new Lifetime();
		try {
			const trackerCache = account.trackers.tracker(key.owner, key.tracker, user);
			const ticket = await trackerCache.read(key.ticket, signal);
			return Object.keys(remainingChange(ticket, change)).length === 0;
		} finally {
			user.dispose();
		}
	},
});

/** The other user's change, in the fields that conflict. */
const theirsOf = ({ ticket, fields }: Conflict): string =>
	[
		...(fields.some((field) => field !== 'labels') ? [describeState(ticket)] : []),
		...(fields.includes('labels') ? [describeLabels(ticket.labels)] : []),
	].join(', ');
