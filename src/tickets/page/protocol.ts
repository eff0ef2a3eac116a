import type { Icon } from '../../platform/model/icon.ts';
import type { Person } from '../../platform/model/words.ts';
import { pageRequests } from '../../platform/page/page-requests.ts';
import { type TextSnapshot, textRequests } from '../../platform/page/page-text.ts';
import { fields, listOf, nothing, oneOf, row } from '../../platform/page/requests.ts';
import type {
	Choice,
	Fact,
	ListPosition,
	Note,
	Owner,
	ShownEntry,
	ShownLabel,
	ShownUnseen,
	Suggestion,
	TimelinePart,
	Tone,
} from '../../platform/page/snapshot-parts.ts';
import type { DraftBody } from '../model/ticket-draft.ts';
import { isTicketText, long, ticketTextRules, word } from './ticket-text-rules.ts';

/* What the ticket page shows, what it asks the host, and the rules for texts that both apply. The page imports nothing else of tickets. */

export type { DraftBody } from '../model/ticket-draft.ts';
export { changesOf, type ShownChanges } from './choices.ts';
export { ticketTextRules } from './ticket-text-rules.ts';

export interface Composer {
	readonly me: Person;
	readonly status: Choice;
	readonly resolution: string;
	/** The statuses that the user can choose; empty if the user may not change the ticket. */
	readonly moves: readonly Choice[];
	/** All statuses with their names: a status that was chosen earlier may no longer be in `moves`. */
	readonly statuses: readonly Choice[];
	readonly resolutions: readonly Choice[];
	readonly labels: readonly ShownLabel[];
	/** All labels of the tracker, for the colors of labels that will be added. */
	readonly known: readonly ShownLabel[];
	readonly mayComment: boolean;
	readonly mayLabel: boolean;
	/** Whether the user may assign the ticket, here or on the forge's page. */
	readonly mayAssign: boolean;
	/** Whether the user may edit the title, here or on the forge's page. */
	readonly mayRename: boolean;
	/** Whether the user may edit the title and the description here. */
	readonly mayEdit: boolean;
	/** For example: another user has changed the ticket, or the forge did not do what was requested. */
	readonly notes: readonly Note[];
}

type WaitingTextAct = 'undo' | 'edit' | 'send-now' | 'discard' | 'grant' | 'only-comment';

/** A comment or a new ticket that is not on the forge yet. */
export interface WaitingText {
	/** Its entry in the outbox. */
	readonly entry: string;
	readonly state: 'sending' | 'waiting' | 'refused';
	readonly title: string | null;
	readonly html: string;
	/** What is changed along with it: `Resolved as fixed`. */
	readonly change: string;
	/** `Waiting`, `Sending…`, or why it was not sent. */
	readonly status: string;
	readonly acts: readonly { readonly act: WaitingTextAct; readonly label: string }[];
}

/** A ticket whose title is similar to that of a new one. */
export interface SimilarTicket {
	/** The reference that opens it. */
	readonly open: string;
	/** `#12`. */
	readonly number: string;
	readonly title: string;
	readonly status: { readonly text: string; readonly icon: Icon; readonly tone: Tone };
	readonly isOpen: boolean;
}

/** An entry of the timeline. */
export interface EntryPlace {
	readonly entry: string;
	/** The key of the part of the timeline that has it; null for its beginning. */
	readonly part: string | null;
}

export interface Snapshot extends TextSnapshot<DraftBody> {
	readonly page: 'ticket' | 'new';
	/** Identifies the page that drafts and choices belong to. Another key means another page. */
	readonly key: string;
	/** The version of the ticket that the user sees. The page sends it along, so that the host notices changes by other users. */
	readonly version: string;
	/** `~ana/editor#42`, or the tracker on the page of a new ticket. */
	readonly ref: string;
	readonly tracker: { readonly name: string; readonly open: string };
	/** The account and the forge of the page, if the user has several accounts. */
	readonly owner: Owner | null;
	readonly number: string;
	readonly title: string;
	readonly status: { readonly text: string; readonly icon: Icon; readonly tone: Tone } | null;
	readonly labels: readonly ShownLabel[];
	/** Notes at the top of the page: no connection, signed out, not found. */
	readonly notes: readonly Note[];
	/** Shown while data is being read: `Loading ~ana/editor#42…`. */
	readonly loadingText: string | null;
	readonly facts: readonly Fact[];
	/** The beginning of the timeline. For most tickets, all of it. */
	readonly timeline: readonly ShownEntry[];
	/** The rest of a long timeline. */
	readonly parts: readonly TimelinePart[];
	/** What is new since the user's last visit; null if nothing is. */
	readonly unseen: ShownUnseen | null;
	/** The comments or new tickets that are on their way, or were refused. */
	readonly waiting: readonly WaitingText[];
	readonly composer: Composer | null;
	/** The id of the change that the button for *Undo* undoes; null if there is no button. */
	readonly undoable: string | null;
	/** The position of the ticket in the list that it was opened from, or else in the first list that has it. */
	readonly position: ListPosition | null;
	/** The entry that the user has opened the page for, once for each id. The place is null until the entry is known. */
	readonly requested: { readonly id: string; readonly place: EntryPlace | null } | null;
}

/** The part of a snapshot that does not depend on what the user does in this window. */
export type PageContent = Omit<Snapshot, keyof TextSnapshot<DraftBody> | 'waiting' | 'undoable' | 'position'>;

/** What the page lets VS Code ask for. */
const ticketChoices = [
	...(['status', 'labels', 'assign', 'assign-to-me', 'unassign'] as const),
	...(['title', 'description', 'subscribe', 'unsubscribe'] as const),
] as const;

export const ticketRequests = {
	...pageRequests,
	...textRequests(ticketTextRules),
	/** Sends a text in one request; on the page of a new ticket, creates the ticket. From then on it is on its way, and cannot be changed. */
	send: row(fields({ text: isTicketText, version: word })),
	/** Runs the action of a button of a text that is on its way or was refused. Returns the id of the text if it can be edited again. */
	actOnText: row(
		fields({ entry: word, act: oneOf('undo', 'edit', 'send-now', 'discard', 'grant', 'only-comment') }),
	).giving<{ readonly id: string | null }>(),
	preview: row(fields({ text: long })).giving<{ readonly html: string }>(),
	complete: row(fields({ prefix: oneOf('#', '~'), word })).giving<{
		readonly items: readonly Suggestion[];
	}>(),
	/** Returns the entries of a part of the timeline; none if there is no such part. */
	entries: row(fields({ part: word })).giving<{ readonly entries: readonly ShownEntry[] }>(),
	/** Returns the text of an entry, or the selected part of it, as a quote for a comment. */
	quote: row(fields({ entry: word, selected: long })).giving<{ readonly text: string }>(),
	/** Copies the address of an entry of the timeline. */
	copyLink: row(fields({ entry: word })).giving<{ readonly announcement: string }>(),
	copyRef: row(nothing).giving<{
		readonly announcement: string;
	}>(),
	/** Asks with a quick pick of VS Code if there is a choice, and applies it at once. */
	pick: row(fields({ what: oneOf(...ticketChoices) })),
	/**
	 * Asks with a quick pick of VS Code for labels to put into the draft. Returns the labels that the ticket will have once the
	 * draft is sent, or null if the user cancels.
	 */
	pickLabels: row(fields({ labels: listOf(word) })).giving<{ readonly labels: readonly string[] | null }>(),
	/** Asks with a quick pick of VS Code for a text to insert into the comment. Returns null if the user cancels. */
	pickCommentTemplate: row(nothing).giving<{ readonly text: string | null }>(),
	/** Returns the tickets whose titles are similar to that of the new ticket, the open ones first; on the page of a ticket, none. */
	similar: row(fields({ title: long })).giving<{ readonly tickets: readonly SimilarTicket[] }>(),
	triage: row(fields({ move: oneOf('confirm', 'start', 'resolve', 'reopen') })),
	/** Runs the action of a button in a note. */
	act: row(fields({ act: oneOf('sign-in', 'web') })),
};
export type TicketRequests = typeof ticketRequests;
