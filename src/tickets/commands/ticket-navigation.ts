import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import type { Prefill } from './prefill-from-code.ts';
import type { ChosenTicket } from './targets.ts';

interface OpenOptions {
	/** The initial title and text of a new ticket. */
	readonly prefill?: Prefill;
	/** Whether to focus the field for a comment. */
	readonly focusField?: boolean;
	/** The list of the view that the ticket was chosen from. */
	readonly listId?: string | undefined;
	/** Leaves the focus where it is. */
	readonly preserveFocus?: boolean;
	/** Whether the page stays when the next ticket of the list is shown. */
	readonly stays?: boolean;
}

export interface GoOptions {
	/** Previews the ticket, and leaves the focus in the view. */
	readonly preserveFocus?: boolean;
	/** Does so from the row of the view that has the focus. */
	readonly onFocusedRow?: boolean;
}

/** Where tickets are shown: their pages, and the view with its selection. */
export interface TicketNavigation {
	/** Opens the page of a ticket or, given a tracker, of a new ticket in it. */
	readonly open: (key: TicketKey | TrackerKey, options?: OpenOptions) => Promise<void>;
	/**
	 * The ticket whose page is in front, or the tickets selected in the view: whichever the user chose last. Undefined if
	 * there are none.
	 */
	readonly current: () => Promise<readonly ChosenTicket[] | undefined>;
	/** A letter was pressed in the view. Its keybinding toggles the selection of the row with the focus next. */
	readonly willToggleRow: () => void;
	/**
	 * The tickets that the letter acts on: that of the row with the focus and, if this row is selected, those of the other
	 * selected rows, which come first. None if the row has no ticket.
	 */
	readonly focused: () => Promise<readonly ChosenTicket[]>;
	/**
	 * Call this before tickets are changed, and the returned function afterwards. If the last of the tickets has left its list in
	 * the view, that function moves the focus to the next one there.
	 */
	readonly rememberFocus: (chosen: readonly ChosenTicket[]) => () => PromiseLike<void>;
	/** Shows the next or previous ticket of the list that the page in front belongs to. */
	readonly go: (step: 1 | -1) => unknown;
	/** Previews the next or previous ticket of the list that contains `from`, and leaves the focus in the view. */
	readonly preview: (step: 1 | -1, from: ChosenTicket | undefined) => Promise<void>;
}
