import { Lifetime } from '../../src/base/lifetime.ts';
import type { Log } from '../../src/base/log/log.ts';
import type { TicketKey } from '../../src/platform/model/keys.ts';
import { Tickets } from '../../src/tickets/state/tickets.ts';
import { openSoakAccounts, type SoakUser } from './soak-accounts.ts';

export interface SoakAccount extends SoakUser {
	/** The address of the trackers. */
	readonly trackers: string;
}

/** Opens sessions and tickets as a window of the editor does. They last until the process ends. */
export async function openSoakTickets({ trackers, ...user }: SoakAccount, log: Log) {
	const { registry, forges, signIn } = await openSoakAccounts(user, { name: 'forge.test', trackers }, log);
	const { folder } = user;
	const tickets = new Lifetime().add(await Tickets.open({ forges, folder, undoDelayMs: () => 50, log }));
	return { registry, tickets, signIn };
}

/** Whether the text still waits to be sent. */
export const isWaiting = ({ outbox }: Tickets, key: TicketKey, id: string): boolean =>
	outbox
		.of(key)
		.some(({ textId, state }) => textId === id && (state.kind === 'pending' || state.kind === 'sending'));
