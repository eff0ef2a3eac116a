import type * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';

type Memory = Pick<vscode.Memento, 'get' | 'update'>;

const memoryKey = 'tickets.seen';
/** The maximum number of tickets to remember. Those that were looked at last stay. */
const mostTickets = 400;

/** Includes the account, because two forges can have tickets with the same reference. */
const nameOf = (key: TicketKey): string => `${key.account} ${refOf(key)}`;

/** Remembers up to which time the user has read each ticket. */
export class SeenTickets {
	readonly #memory: Memory;

	constructor(memory: Memory) {
		this.#memory = memory;
	}

	get(key: TicketKey): string | undefined {
		return this.#all()[nameOf(key)];
	}

	put(key: TicketKey, at: string): void {
		const all = this.#all();
		const ticket = nameOf(key);
		if (all[ticket] === at) return;
		const { [ticket]: _, ...others } = all;
		const kept = Object.entries(others).slice(1 - mostTickets);
		background(this.#memory.update(memoryKey, { ...Object.fromEntries(kept), [ticket]: at }));
	}

	/** Forgets the tickets of accounts that have signed out. */
	forget(accounts: readonly string[]): void {
		const all = Object.entries(this.#all());
		const kept = all.filter(([ticket]) => !accounts.some((account) => ticket.startsWith(`${account} `)));
		if (kept.length < all.length) background(this.#memory.update(memoryKey, Object.fromEntries(kept)));
	}

	#all(): Readonly<Record<string, string>> {
		return this.#memory.get<Record<string, string>>(memoryKey) ?? {};
	}
}
