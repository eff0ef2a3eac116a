import { showInStatusBar } from '../../platform/editor/messages.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Tickets } from '../state/tickets.ts';
import { findTicket } from './find.ts';
import {
	areRowsGone,
	type ChosenTicket,
	type CommandArguments,
	isForFocusedRow,
	ticketsOf,
} from './targets.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

/** Finds the tickets that a command applies to. */
export class TicketChooser {
	readonly #tickets: Tickets;
	readonly #navigation: Pick<TicketNavigation, 'current' | 'focused'>;

	constructor(tickets: Tickets, navigation: Pick<TicketNavigation, 'current' | 'focused'>) {
		this.#tickets = tickets;
		this.#navigation = navigation;
	}

	/** Those that the command was called on or, for a letter, that have the focus; else the user's last choice, else one that the user searches for. */
	async choose(args: CommandArguments): Promise<readonly ChosenTicket[]> {
		if (areRowsGone(args)) {
			showListChanged();
			return [];
		}
		if (isForFocusedRow(args)) {
			const focused = await this.#navigation.focused();
			if (focused.length === 0) showInStatusBar('Select a ticket first.', 3000);
			return focused;
		}
		const named = ticketsOf(args);
		if (named.length > 0) return named;
		const current = await this.#navigation.current();
		if (current) return current;
		const found = await findTicket(this.#tickets, 'Select Ticket');
		return found ? [{ key: found, listId: undefined }] : [];
	}

	async keys(args: CommandArguments): Promise<readonly TicketKey[]> {
		return (await this.choose(args)).map(({ key }) => key);
	}
}

/** Tells the user that a row was redrawn after they had opened its menu. */
export function showListChanged(): void {
	showInStatusBar('The list changed. Select the row again.', 5000);
}
