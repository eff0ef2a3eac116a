import { type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { isPermitted } from '../model/permissions.ts';
import type { Change } from '../state/change.ts';
import type { Tickets } from '../state/tickets.ts';
import type { Outcome } from './bulk-failures.ts';
import type { ChosenTicket } from './targets.ts';

/** Asks the user what to change. Undefined if the user cancels. */
export type Choose = (keys: readonly TicketKey[]) => Promise<Change | undefined>;

interface ChangeCommand {
	readonly permission: 'comment' | 'triage';
	readonly choose: Choose;
}

interface ChangeHost {
	readonly tickets: Pick<Tickets, 'of' | 'known'>;
	readonly inform: (message: string) => void;
	/** As in `TicketNavigation`. */
	readonly rememberFocus: (chosen: readonly ChosenTicket[]) => () => PromiseLike<void>;
	readonly change: (keys: readonly TicketKey[], change: Change) => Promise<readonly Outcome[]>;
}

/** How long to wait for a forge to report permissions. After that the change is tried, and the forge decides. */
const timeoutMs = 2000;

/** Asks the user for a change and makes it. If the user may not change one of the tickets, says so instead of asking. */
export async function changeChosen(
	chosen: readonly ChosenTicket[],
	{ permission, choose }: ChangeCommand,
	{ tickets, inform, rememberFocus, change }: ChangeHost,
): Promise<readonly Outcome[]> {
	const keys = chosen.map(({ key }) => key);
	const forbidden = await findForbidden(tickets, permission, keys);
	if (forbidden) {
		const verb = permission === 'comment' ? 'comment on' : 'change';
		inform(`You don't have permission to ${verb} tickets in ${trackerRef(forbidden)}.`);
		return [];
	}
	const wanted = keys.length > 0 ? await choose(keys) : undefined;
	if (!wanted) return [];
	const restoreFocus = rememberFocus(chosen);
	const outcomes = await change(keys, wanted);
	await restoreFocus();
	return outcomes;
}

/** The first ticket that the user may not change. Requests the permissions of trackers where they are not known. */
async function findForbidden(
	tickets: ChangeHost['tickets'],
	permission: ChangeCommand['permission'],
	keys: readonly TicketKey[],
): Promise<TicketKey | undefined> {
	const trackers = new Map(keys.map((key) => [`${key.account} ${trackerRef(key)}`, key]));
	const signal = AbortSignal.timeout(timeoutMs);
	await Promise.all(
		[...trackers.values()].map((key) => tickets.of(key.account)?.trackers.permissions.read(key, signal)),
	);
	return keys.find((key) => {
		const account = tickets.of(key.account);
		const permissions = account?.trackers.permissions.of(key);
		const me = account?.session.account;
		return !isPermitted(permission, { ticket: tickets.known(key), permissions, me, owner: key.owner });
	});
}
