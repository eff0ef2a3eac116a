import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import type { Prefill } from './code/prefill-from-code.ts';
import type { ChosenTicket } from './ticket-command-target.ts';

export interface OpenOptions {
	/** The initial title and text of a new ticket. */
	readonly prefill?: Prefill;
	/** The event whose entry the page shows. */
	readonly event?: number | undefined;
	/** Whether to focus the field for a comment. */
	readonly focusField?: boolean;
	/** The list of the view that the ticket was chosen from. */
	readonly listId?: string | undefined;
	/** Leaves the focus where it is. */
	readonly preserveFocus?: boolean;
	/** Opens the page in the tab that the next preview replaces. */
	readonly isPreview?: boolean;
	/** Whether a page that the next ticket would replace stays. By default, it stays when it is opened again. */
	readonly stays?: boolean;
}

/** Where tickets are shown: their pages, and the view with its selection. */
export interface TicketNavigation {
	/** Opens the page of a ticket or, given a tracker, of a new ticket in it. */
	readonly open: (key: TicketKey | TrackerKey, options?: OpenOptions) => Promise<void>;
	/** The tracker that a command without arguments applies to. */
	readonly currentTracker: () => Promise<TrackerKey | undefined>;
	/**
	 * The ticket whose page is in front, or the tickets selected in the view: whichever the user chose last. Undefined if
	 * there are none.
	 */
	readonly current: () => Promise<readonly ChosenTicket[] | undefined>;
	/** Call this before a ticket is changed, so that it keeps its place in the lists of the view. */
	readonly pinPosition: (key: TicketKey) => void;
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
