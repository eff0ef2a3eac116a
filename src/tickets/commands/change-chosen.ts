import { isAbort } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { timeLimit } from '../../base/clock.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { confirm, showInformation } from '../../platform/editor/messages.ts';
import { refOf, type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { capitalize } from '../../platform/model/words.ts';
import { isPermitted, type TicketAction } from '../model/permissions.ts';
import type { Bases } from '../state/changes/text-sender.ts';
import type { Tickets } from '../state/tickets.ts';
import type { ChosenTicket } from './ticket-command-target.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

interface ChangeCommand<Wanted, Result> {
	readonly permission: TicketAction;
	/** Leaves out the tickets that need no change. */
	readonly filter?: ((keys: readonly TicketKey[]) => readonly TicketKey[]) | undefined;
	/** Asks the user what to change. Undefined if the user cancels. */
	readonly choose: (keys: readonly TicketKey[]) => Promise<Wanted | undefined>;
	/** `bases` are the tickets as the user saw them when the command began. */
	readonly change: (keys: readonly TicketKey[], wanted: Wanted, bases: Bases) => Promise<Result>;
}

const verbs = {
	comment: 'comment on',
	triage: 'change',
	assign: 'change',
	edit: 'change',
	delete: 'delete',
} as const satisfies Record<TicketAction, string>;

/** More names do not fit into a dialog. */
const maxNames = 10;

/** How long to wait for a forge to return tickets and permissions. After that the change is tried, and the forge decides. */
const timeoutMs = 2000;

/**
 * Asks the user for a change and makes it. The tickets stay known until then, even if no view or page shows them. If the user may not change
 * some of them, names those and offers to change the others. Undefined if nothing is changed. Reasons: docs/decisions/permissions-first.md.
 */
export async function changeChosen<Wanted, Result>(
	chosen: readonly ChosenTicket[],
	{ permission, filter = (keys) => keys, choose, change }: ChangeCommand<Wanted, Result>,
	tickets: Tickets,
	{ rememberFocus }: TicketNavigation,
): Promise<Result | undefined> {
	using lifetime = new Lifetime();
	const all = chosen.map(({ key }) => key);
	const signal = timeLimit(timeoutMs);
	await Promise.all([readUnknown(tickets, all, lifetime, signal), readPermissions(tickets, all, signal)]);
	const bases = tickets.basesOf(all);
	const keys = await permittedTickets(tickets, permission, filter(all), signal);
	const wanted = keys.length > 0 ? await choose(keys) : undefined;
	if (wanted === undefined) return undefined;
	const restoreFocus = rememberFocus(chosen.filter(({ key }) => keys.includes(key)));
	const result = await change(keys, wanted, bases);
	await restoreFocus();
	return result;
}

/** Reads the tickets that are not known, and keeps all of them known until `lifetime` ends. What the forge does not return stays unknown. */
async function readUnknown(
	tickets: Tickets,
	keys: readonly TicketKey[],
	lifetime: Lifetime,
	signal: AbortSignal,
): Promise<void> {
	await Promise.all(
		keys.map(async (key) => {
			const trackerCache = tickets.trackerCache(key, lifetime);
			if (!trackerCache || trackerCache.tickets.has(key.ticket)) return;
			await trackerCache.open();
			if (trackerCache.tickets.has(key.ticket)) return;
			try {
				await trackerCache.read(key.ticket, signal);
			} catch (error) {
				if (!(error instanceof ForgeError) && !isAbort(error) && error !== signal.reason) throw error;
			}
		}),
	);
}

/** Requests the permissions of the tickets' trackers where they are not known. */
async function readPermissions(
	tickets: Tickets,
	keys: readonly TicketKey[],
	signal: AbortSignal,
): Promise<void> {
	const trackers = new Map(keys.map((key) => [`${key.account} ${trackerRef(key)}`, key]));
	await Promise.all(
		[...trackers.values()].map((key) => tickets.of(key.account)?.permissions.read(key, signal)),
	);
}

/** The tickets that the user may change. If there are others, names them and asks whether to go on; the result is empty if not. */
export async function permittedTickets(
	tickets: Tickets,
	permission: TicketAction,
	keys: readonly TicketKey[],
	signal = timeLimit(timeoutMs),
): Promise<readonly TicketKey[]> {
	const forbidden = await findForbidden(tickets, permission, keys, signal);
	if (forbidden.length > 0 && !(await confirmOthers(permission, forbidden, keys.length))) return [];
	return keys.filter((key) => !forbidden.includes(key));
}

/** Names the tickets that the user may not change, and asks whether to change the others. `total` is the number of all tickets. */
async function confirmOthers(
	permission: TicketAction,
	forbidden: readonly TicketKey[],
	total: number,
): Promise<boolean> {
	const verb = verbs[permission];
	const others = total - forbidden.length;
	if (others === 0) {
		const trackers = [...new Set(forbidden.map(trackerRef))].join(', ');
		background(showInformation(`You don't have permission to ${verb} tickets in ${trackers}.`));
		return false;
	}
	const names = forbidden.slice(0, maxNames).map(refOf);
	const more = forbidden.length - names.length;
	const rest = others === 1 ? 'Ticket' : `${others} Tickets`;
	return confirm(
		`You don't have permission to ${verb} ${forbidden.length} of the ${total} tickets.`,
		[...names, ...(more > 0 ? [`${more} more`] : [])].join(', '),
		`${capitalize(verb)} the Other ${rest}`,
	);
}

/** The tickets that the user may not change. Requests the permissions of trackers where they are not known. */
async function findForbidden(
	tickets: Tickets,
	permission: TicketAction,
	keys: readonly TicketKey[],
	signal: AbortSignal,
): Promise<readonly TicketKey[]> {
	await readPermissions(tickets, keys, signal);
	return keys.filter((key) => {
		const account = tickets.of(key.account);
		const permissions = account?.permissions.of(key);
		const access = account?.permissions.tracker(key)?.access;
		const me = account?.session.account;
		return !isPermitted(permission, {
			ticket: tickets.known(key),
			permissions,
			access,
			me,
			owner: key.owner,
		});
	});
}
