import { type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { isPermitted } from '../model/permissions.ts';
import type { Tickets } from '../state/tickets.ts';
import type { ChosenTicket } from './targets.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

interface ChangeCommand<Wanted, Result> {
	readonly permission: 'comment' | 'triage';
	/** Asks the user what to change. Undefined if the user cancels. */
	readonly choose: (keys: readonly TicketKey[]) => Promise<Wanted | undefined>;
	readonly change: (keys: readonly TicketKey[], wanted: Wanted) => Promise<Result>;
}

interface ChangeHost extends Pick<TicketNavigation, 'rememberFocus'> {
	readonly tickets: Pick<Tickets, 'of' | 'known'>;
	readonly inform: (message: string) => void;
}

/** How long to wait for a forge to report permissions. After that the change is tried, and the forge decides. */
const timeoutMs = 2000;

/**
 * Asks the user for a change and makes it. If the user may not change one of the tickets, says so instead of asking. Undefined if
 * nothing is changed.
 */
export async function changeChosen<Wanted, Result>(
	chosen: readonly ChosenTicket[],
	{ permission, choose, change }: ChangeCommand<Wanted, Result>,
	{ tickets, inform, rememberFocus }: ChangeHost,
): Promise<Result | undefined> {
	const keys = chosen.map(({ key }) => key);
	const forbidden = await findForbidden(tickets, permission, keys);
	if (forbidden) {
		const verb = permission === 'comment' ? 'comment on' : 'change';
		inform(`You don't have permission to ${verb} tickets in ${trackerRef(forbidden)}.`);
		return undefined;
	}
	const wanted = keys.length > 0 ? await choose(keys) : undefined;
	if (wanted === undefined) return undefined;
	const restoreFocus = rememberFocus(chosen);
	const result = await change(keys, wanted);
	await restoreFocus();
	return result;
}

/** The first ticket that the user may not change. Requests the permissions of trackers where they are not known. */
async function findForbidden(
	tickets: ChangeHost['tickets'],
	permission: 'comment' | 'triage',
	keys: readonly TicketKey[],
): Promise<TicketKey | undefined> {
	const trackers = new Map(keys.map((key) => [`${key.account} ${trackerRef(key)}`, key]));
	const signal = AbortSignal.timeout(timeoutMs);
	await Promise.all(
		[...trackers.values()].map((key) => tickets.of(key.account)?.permissions.read(key, signal)),
	);
	return keys.find((key) => {
		const account = tickets.of(key.account);
		const permissions = account?.permissions.of(key);
		const me = account?.session.account;
		return !isPermitted(permission, { ticket: tickets.known(key), permissions, me, owner: key.owner });
	});
}
