import type { Person, Time } from '../../platform/model/words.ts';
import {
	fields,
	forAnyPage,
	listOf,
	nothing,
	oneOf,
	type Refusal,
	row,
	text,
} from '../../platform/page/requests.ts';
import { type Draft, isDraft, long, word } from './draft.ts';

/* What the ticket page shows: plain data with the words as they are read. HTML is the host's renderer's, and safe. */

export type { Person, Time };

/** How glyphs are coloured; words never are. */
export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'done' | 'idle';

export interface LabelShown {
	/** As the forge has it. */
	readonly name: string;
	/** As it is shown: nothing in it is invisible. */
	readonly words: string;
	/** `#rrggbb`. */
	readonly colour: string;
}

/** A part of a sentence. */
export type Piece =
	| string
	| { readonly strong: string }
	| { readonly label: LabelShown; readonly gone: boolean }
	/** `open` is an address, or one word of `model/references.ts`; the host reads it with `opened`. */
	| { readonly link: string; readonly open: string; readonly code?: string };

export type Entry =
	| {
			readonly kind: 'comment';
			readonly key: string;
			/** Read aloud: `Comment by ~bob`. */
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
			readonly icon: string;
			readonly tone: Tone | null;
			readonly pieces: readonly Piece[];
			readonly time: Time;
	  }
	| { readonly kind: 'since'; readonly key: string; readonly words: string };

export interface FactRow {
	readonly icon?: string;
	readonly tone?: Tone;
	readonly faces?: readonly Person[];
	readonly pieces: readonly Piece[];
	/** Read aloud only. */
	readonly said?: string;
	readonly time?: Time;
}

export interface Fact {
	readonly term: string;
	readonly rows: readonly FactRow[];
}

/** What a button of a note does: asked as `act`. */
type Act = 'retry' | 'sign-in' | 'web' | 'show-changes';

export interface Note {
	readonly key: string;
	readonly kind: 'error' | 'warning' | 'info';
	readonly icon: string;
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
	/** The statuses that can be asked for; empty where nothing may be changed. */
	readonly moves: readonly Choice[];
	/** Every status by its name: one that was chosen may no longer be among the moves. */
	readonly statuses: readonly Choice[];
	readonly resolutions: readonly Choice[];
	readonly labels: readonly LabelShown[];
	/** Every label of the tracker, for the colours of those that will be added. */
	readonly known: readonly LabelShown[];
	readonly mayComment: boolean;
	readonly mayLabel: boolean;
	/** `somebody was faster`, an instance that does otherwise than asked. */
	readonly notes: readonly Note[];
}

/** What becomes of the draft that was sent last. The host sends it, whether or not the page is still open. */
export type Sending =
	| { readonly kind: 'sending' | 'sent' }
	| { readonly kind: 'refused'; readonly refusal: Refusal };

export interface Snapshot {
	readonly page: 'ticket' | 'new';
	/** Whose drafts and choices these are; another key is another page. */
	readonly key: string;
	/** What the person has seen; goes along with what is sent, so that the host notices when somebody was faster. */
	readonly version: string;
	/** `~ana/editor#42`, or the tracker on the page of a new ticket. */
	readonly ref: string;
	readonly tracker: { readonly name: string; readonly open: string };
	readonly number: string;
	readonly title: string;
	readonly status: { readonly words: string; readonly icon: string; readonly tone: Tone } | null;
	readonly labels: readonly LabelShown[];
	/** First lines of the page: no connection, signed out, not found. */
	readonly notes: readonly Note[];
	/** What is awaited while there is nothing to show: `Reading ~ana/editor#42 …`. */
	readonly reading: string | null;
	readonly facts: readonly Fact[];
	readonly timeline: readonly Entry[];
	readonly composer: Composer | null;
	/** What the host has of it; an empty one with its time where it was sent or thrown away. */
	readonly draft: Draft | null;
	/** When that was saved, as it is read: `08:12`. */
	readonly saved: string;
	/** The `saved` of the last draft that the host has had from this page: what was written up to then is no news. */
	readonly heard: number | null;
	/** Null where nothing was sent, and when something new is written. */
	readonly sending: Sending | null;
	/** The draft that was sent last. */
	readonly sent: Draft | null;
	/** For a moment the last change can be taken back. */
	readonly canUndo: boolean;
	/** Where the ticket stands in the list that it was opened from. */
	readonly place: { readonly words: string; readonly previous: boolean; readonly next: boolean } | null;
}

export interface Suggestion {
	/** What takes the place of what was typed. */
	readonly insert: string;
	readonly words: string;
	readonly detail: string;
}

export const ticketAsks = {
	/** The page is there and wants its first snapshot. */
	ready: forAnyPage(row(nothing)),
	/** The page got the focus: commands without a row now act on it. */
	focused: forAnyPage(row(nothing)),
	/** Saves the draft of the page with this key. Answers the time to display once it is on disk. */
	draft: forAnyPage(row(fields({ key: word, draft: isDraft })).giving<{ readonly saved: string }>()),
	/** All of it in one request; the page of a new ticket makes the ticket. One at a time: a second one is refused. */
	send: row(fields({ draft: isDraft, version: word })),
	discard: row(nothing),
	/** What was thrown away last. */
	restoreDraft: row(nothing).giving<{ readonly draft: Draft }>(),
	preview: row(fields({ text: long })).giving<{ readonly html: string }>(),
	complete: row(fields({ prefix: oneOf('#', '~'), word })).giving<{
		readonly items: readonly Suggestion[];
	}>(),
	/** The text of an entry, or what of it was selected, as it stands in a comment that answers it. */
	quote: row(fields({ entry: word, selected: long })).giving<{ readonly text: string }>(),
	/** A link or reference of the page. */
	open: forAnyPage(row(fields({ open: text(8192) }))),
	copyRef: row(nothing).giving<{
		readonly said: string;
	}>(),
	/** A picture that was clicked on, as a `data:` address: the page itself can fetch nothing. */
	showImage: forAnyPage(row(fields({ src: text(8192) })).giving<{ readonly data: string }>()),
	/** Read again. */
	retry: row(nothing),
	/** By the editor's quick picks, at once. */
	pick: row(fields({ what: oneOf('status', 'labels') })),
	/** By the editor's quick picks, into the box: the labels after sending, or null when nothing was picked. */
	pickLabels: row(fields({ labels: listOf(word) })).giving<{ readonly labels: readonly string[] | null }>(),
	triage: row(fields({ move: oneOf('confirm', 'start', 'resolve', 'reopen') })),
	/** Continues from the ticket requested last, even if the page has not shown it yet. `isElsewhere`: another page takes the focus. */
	go: forAnyPage(
		row(fields({ step: oneOf('next', 'previous') })).giving<{ readonly isElsewhere: boolean }>(),
	),
	/** Takes back the last change, whichever ticket it was made to. */
	undo: forAnyPage(row(nothing)),
	/** What a button of a note does. */
	act: row(fields({ act: oneOf('sign-in', 'web') })),
};
export type TicketAsks = typeof ticketAsks;
