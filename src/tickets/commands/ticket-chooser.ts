import type { TicketKey } from '../../platform/model/keys.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import type { FoundTicket } from './find/find.ts';
import { type ChosenTicket, ticketsOf } from './ticket-command-target.ts';
import type { TicketNavigation } from './ticket-navigation.ts';

interface ChooserOptions extends Pick<TicketNavigation, 'current'> {
	/** Lets the user search for a ticket. Undefined if the user cancels. */
	readonly find: () => Promise<FoundTicket | undefined>;
	/** Tells the user that a row was redrawn after they had opened its menu. */
	readonly didListChange: () => void;
}

/** Finds the tickets that a command applies to. */
export class TicketChooser {
	readonly #options: ChooserOptions;

	constructor(options: ChooserOptions) {
		this.#options = options;
	}

	/** Those that the command was called on, else the user's last choice, else one that the user searches for. */
	async choose(args: CommandArguments): Promise<readonly ChosenTicket[]> {
		const { current, find, didListChange } = this.#options;
		if (areRowsGone(args)) {
			didListChange();
			return [];
		}
		const named = ticketsOf(args);
		if (named.length > 0) return named;
		const chosen = await current();
		if (chosen) return chosen;
		const found = await find();
		return found ? [{ ...found, listId: undefined }] : [];
	}

	async keys(args: CommandArguments): Promise<readonly TicketKey[]> {
		return (await this.choose(args)).map(({ key }) => key);
	}
}
