import { showListChanged } from '../../platform/editor/messages.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import type { Tickets } from '../state/tickets.ts';
import { findTicket, findTicketOrNone, type PickedTicket } from './find/find-ticket.ts';
import { type ChosenTicket, ticketsOf } from './ticket-command-target.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

/** Finds the tickets that a command applies to. */
export class TicketChooser {
	readonly #tickets: Tickets;
	readonly #navigation: TicketNavigation;
	/** The trackers of the workspace's projects. */
	readonly #project: ProjectItems | undefined;

	constructor(tickets: Tickets, navigation: TicketNavigation, project?: ProjectItems) {
		this.#tickets = tickets;
		this.#navigation = navigation;
		this.#project = project;
	}

	/** The tickets that the command was called on, else the user's last choice, else a ticket that the user searches for. */
	async choose(args: CommandArguments): Promise<readonly ChosenTicket[]> {
		if (areRowsGone(args)) {
			showListChanged();
			return [];
		}
		const named = ticketsOf(args);
		if (named.length > 0) return named;
		const chosen = await this.#navigation.current();
		if (chosen) return chosen;
		const found = await this.find('Select Ticket');
		return found ? [{ ...found, listId: undefined }] : [];
	}

	async keys(args: CommandArguments): Promise<readonly TicketKey[]> {
		return (await this.choose(args)).map(({ key }) => key);
	}

	/** Lets the user search for a ticket. With `opensOthers`, what else they name is opened. Undefined if the user cancels. */
	find(title: string, opensOthers = false): Promise<PickedTicket | undefined> {
		return findTicket(this.#tickets, { title, project: this.#project, opensOthers });
	}

	/** Asks of which ticket these are duplicates. Returns null if the user does not want to name it. */
	findOriginal(title: string, duplicates: readonly TicketKey[]): Promise<TicketKey | null | undefined> {
		const [first, ...others] = duplicates;
		const only = others.length === 0 ? first : undefined;
		const tracker = first && { account: first.account, owner: first.owner, tracker: first.tracker };
		return findTicketOrNone(this.#tickets, {
			title,
			// Of several, one can be the original of the others.
			exclude: only ? [only] : [],
			similarTo: tracker && {
				tracker,
				title: only && this.#tickets.shown(only)?.title,
				ticket: only?.ticket,
			},
			project: this.#project,
			placeholder: 'Search for the original ticket by number, title or label',
			none: 'Resolve Without Naming the Original',
		});
	}
}
