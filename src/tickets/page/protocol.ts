import type { Icon } from '../../platform/model/icon.ts';
import type { Person, Time } from '../../platform/model/words.ts';
import {
	type ErrorMessage,
	fields,
	forAnyPage,
	listOf,
	nothing,
	oneOf,
	row,
	text,
} from '../../platform/page/requests.ts';
import { isShownDraft, long, type ShownDraft, word } from './draft.ts';

/* What the ticket page shows: plain data with texts as displayed. HTML comes from the host's renderer and is safe. */

export type { Person, Time };

/** The colour of an icon. Text is never coloured. */
export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'done' | 'idle';

export interface LabelShown {
	/** The name on the forge. */
	readonly name: string;
	/** The name as displayed, with invisible characters made visible. */
	readonly words: string;
	/** `#rrggbb`. */
	readonly colour: string;
}

/** A part of a sentence. */
export type Piece =
	| string
	| { readonly strong: string }
	| { readonly label: LabelShown; readonly gone: boolean }
	/** `open` is an address or a reference of `model/references.ts`. The host parses it with `resolveReference`. */
	| { readonly link: string; readonly open: string; readonly code?: string };

export type Entry =
	| {
			readonly kind: 'comment';
			readonly key: string;
			/** For screen readers: `Comment by ~bob`. */
			readonly name: string;
			readonly by: Person;
			/** After the name: `reported this`. */
			readonly verb: string;
			/** `assigned`, `submitter`. */
			readonly mark: string;
			readonly time: Time;
			readonly html: string;
			readonly unseen: boolean;
	  }
	| {
			readonly kind: 'event';
			readonly key: string;
			readonly icon: Icon;
			readonly tone: Tone | null;
			readonly pieces: readonly Piece[];
			readonly time: Time;
	  }
	| { readonly kind: 'since'; readonly key: string; readonly words: string };

export interface FactRow {
	readonly icon?: Icon;
	readonly tone?: Tone;
	readonly faces?: readonly Person[];
	readonly pieces: readonly Piece[];
	/** For screen readers only. */
	readonly said?: string;
	readonly time?: Time;
}

export interface Fact {
	readonly term: string;
	readonly rows: readonly FactRow[];
}

/** The action of a button in a note. */
type Act = 'retry' | 'sign-in' | 'web' | 'show-changes';

export interface Note {
	readonly key: string;
	readonly kind: 'error' | 'warning' | 'info';
	readonly icon: Icon;
	readonly pieces: readonly Piece[];
	readonly acts: readonly { readonly act: Act; readonly words: string }[];
}

export interface Choice {
	readonly value: string;
	readonly words: string;
}

export interface Composer {
	readonly me: Person;
	readonly status: Choice;
	readonly resolution: string;
	/** The statuses that the user can choose; empty if the user may not change the ticket. */
	readonly moves: readonly Choice[];
	/** All statuses with their names: a status that was chosen earlier may no longer be in `moves`. */
	readonly statuses: readonly Choice[];
	readonly resolutions: readonly Choice[];
	readonly labels: readonly LabelShown[];
	/** All labels of the tracker, for the colours of labels that will be added. */
	readonly known: readonly LabelShown[];
	readonly mayComment: boolean;
	readonly mayLabel: boolean;
	/** For example: another user has changed the ticket, or the forge did not do what was requested. */
	readonly notes: readonly Note[];
}

/** The state of the last send. The host sends the draft, whether or not the page is still open. */
export type Sending =
	| { readonly kind: 'sending' | 'sent' }
	| { readonly kind: 'refused'; readonly refusal: ErrorMessage };

export interface Snapshot {
	readonly page: 'ticket' | 'new';
	/** The page that drafts and choices belong to. Another key means another page. */
	readonly key: string;
	/** The version of the ticket that the user sees. The page sends it along, so that the host notices changes by other users. */
	readonly version: string;
	/** `~ana/editor#42`, or the tracker on the page of a new ticket. */
	readonly ref: string;
	readonly tracker: { readonly name: string; readonly open: string };
	readonly number: string;
	readonly title: string;
	readonly status: { readonly words: string; readonly icon: Icon; readonly tone: Tone } | null;
	readonly labels: readonly LabelShown[];
	/** Notes at the top of the page: no connection, signed out, not found. */
	readonly notes: readonly Note[];
	/** Shown while data is being read: `Loading ~ana/editor#42…`. */
	readonly reading: string | null;
	readonly facts: readonly Fact[];
	readonly timeline: readonly Entry[];
	readonly composer: Composer | null;
	/** The draft that the host has. After it was sent or discarded, an empty one with the time of that. */
	readonly draft: ShownDraft | null;
	/** When the draft was saved, as displayed: `08:12`. */
	readonly saved: string;
	/** The `saved` of the last draft that the host received from this page. Drafts up to that time are not news to the page. */
	readonly heard: number | null;
	/** Null if nothing was sent, or if the user has written something new since. */
	readonly sending: Sending | null;
	/** The draft that was sent last. */
	readonly sent: ShownDraft | null;
	/** Whether the last change can still be undone. */
	readonly canUndo: boolean;
	/** The position of the ticket in the list that it was opened from. */
	readonly position: { readonly words: string; readonly previous: boolean; readonly next: boolean } | null;
}

export interface Suggestion {
	/** Replaces what the user typed. */
	readonly insert: string;
	readonly words: string;
	readonly detail: string;
}

export const ticketAsks = {
	/** The page has loaded and needs its first snapshot. */
	ready: forAnyPage(row(nothing)),
	/** The page got the focus: commands without a row now act on it. */
	focused: forAnyPage(row(nothing)),
	/** Saves the draft of the page with this key. Answers the time to display once it is on disk. */
	draft: forAnyPage(row(fields({ key: word, draft: isShownDraft })).giving<{ readonly saved: string }>()),
	/**
	 * Sends the whole draft in one request; on the page of a new ticket, creates the ticket. Refused while a send is in
	 * progress.
	 */
	send: row(fields({ draft: isShownDraft, version: word })),
	discard: row(nothing),
	/** Restores the draft that was discarded last. */
	restoreDraft: row(nothing).giving<{ readonly draft: ShownDraft }>(),
	preview: row(fields({ text: long })).giving<{ readonly html: string }>(),
	complete: row(fields({ prefix: oneOf('#', '~'), word })).giving<{
		readonly items: readonly Suggestion[];
	}>(),
	/** Answers the text of an entry, or the selected part of it, as a quote for a comment. */
	quote: row(fields({ entry: word, selected: long })).giving<{ readonly text: string }>(),
	/** Opens a link or reference of the page. */
	open: forAnyPage(row(fields({ open: text(8192) }))),
	copyRef: row(nothing).giving<{
		readonly said: string;
	}>(),
	/** Answers a clicked picture as a `data:` address, because the page itself cannot fetch anything. */
	showImage: forAnyPage(row(fields({ src: text(8192) })).giving<{ readonly data: string }>()),
	/** Reads the ticket again. */
	retry: row(nothing),
	/** Asks with a quick pick of VS Code, and applies the choice at once. */
	pick: row(fields({ what: oneOf('status', 'labels') })),
	/**
	 * Asks with a quick pick of VS Code for labels to put into the draft. Answers the labels after sending, or null if
	 * the user cancels.
	 */
	pickLabels: row(fields({ labels: listOf(word) })).giving<{ readonly labels: readonly string[] | null }>(),
	triage: row(fields({ move: oneOf('confirm', 'start', 'resolve', 'reopen') })),
	/** Continues from the ticket requested last, even if the page has not shown it yet. `isElsewhere`: another page takes the focus. */
	go: forAnyPage(
		row(fields({ step: oneOf('next', 'previous') })).giving<{ readonly isElsewhere: boolean }>(),
	),
	/** Undoes the last change, whichever ticket it was made to. */
	undo: forAnyPage(row(nothing)),
	/** Runs the action of a button in a note. */
	act: row(fields({ act: oneOf('sign-in', 'web') })),
};
export type TicketAsks = typeof ticketAsks;
