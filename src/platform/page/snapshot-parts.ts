import type { Icon } from '../model/icon.ts';
import type { Person, Time } from '../model/words.ts';

/* The parts that snapshots of pages are made of: plain data with texts as displayed. HTML comes from the host's renderer and is safe. */

/** The color of an icon. Text is never colored. */
export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'done' | 'idle';

export interface ShownLabel {
	/** The name on the forge. */
	readonly name: string;
	/** The name as displayed, with invisible characters made visible. */
	readonly text: string;
	/** `#rrggbb`. */
	readonly color: string;
}

/** A part of a sentence. */
export type Piece =
	| string
	/** With `open`, the text is a link, as in the last variant. */
	| { readonly strong: string; readonly open?: string }
	| { readonly label: ShownLabel; readonly isRemoved: boolean }
	/** `open` is an address or a reference of `model/references.ts`. The host decodes it with `resolveReference`. */
	| { readonly link: string; readonly open: string; readonly code?: string };

/** The plain text of a sentence. */
export const textOf = (pieces: readonly Piece[]): string =>
	pieces
		.map((piece) => {
			if (typeof piece === 'string') return piece;
			if ('strong' in piece) return piece.strong;
			return 'label' in piece ? piece.label.text : piece.link;
		})
		.join('');

/** An entry of a timeline. */
export type ShownEntry =
	| {
			readonly kind: 'comment';
			readonly key: string;
			/** For screen readers: `Comment by ~bob`. */
			readonly name: string;
			readonly by: Person;
			readonly isDescription: boolean;
			readonly mayEdit: boolean;
			/** The author's role, such as `assigned` or `submitter`; may be empty. */
			readonly mark: string;
			readonly time: Time;
			readonly html: string;
			readonly isUnseen: boolean;
	  }
	| {
			readonly kind: 'event';
			readonly key: string;
			readonly icon: Icon;
			readonly tone: Tone | null;
			readonly pieces: readonly Piece[];
			readonly time: Time;
	  }
	/** The line above the first entry that the user has not seen. */
	| { readonly kind: 'since'; readonly key: string; readonly text: string };

/** A part of a long timeline. The page requests the entries of one part at a time. */
export interface TimelinePart {
	readonly key: string;
	/** Differs if the entries differ. */
	readonly version: string;
	/** The number of entries. */
	readonly count: number;
	/** Whether the first unseen entry is in this part. */
	readonly hasFirstUnseen: boolean;
	/** Null if the page has to ask for them. */
	readonly entries: readonly ShownEntry[] | null;
}

export interface FactRow {
	readonly icon?: Icon;
	readonly tone?: Tone;
	readonly people?: readonly Person[];
	readonly pieces: readonly Piece[];
	/** For screen readers only. */
	readonly screenReaderText?: string;
	readonly time?: Time;
	/** On a line below. */
	readonly detail?: string;
	/** The host runs `act`. */
	readonly button?: { readonly label: string; readonly act: string };
}

export interface Fact {
	readonly term: string;
	readonly rows: readonly FactRow[];
}

/** The action of a button in a note. */
type NoteAction =
	| 'retry'
	| 'sign-in'
	| 'web'
	| 'show-changes'
	| 'show-latest'
	| 'compare-latest'
	| 'show-commented'
	| 'carry-over'
	| 'show-earlier';

/** What the user can do about a change that waits to be sent. */
export const outboxActs = ['grant', 'send-now', 'discard-change'] as const;
export type OutboxAct = (typeof outboxActs)[number];

type NoteButton = { readonly label: string } & (
	| { readonly act: NoteAction }
	/** `entry` is the id of the change in the outbox. */
	| { readonly act: OutboxAct; readonly entry: string }
);

export interface Note {
	readonly key: string;
	readonly kind: 'error' | 'warning' | 'info';
	readonly icon: Icon;
	readonly pieces: readonly Piece[];
	readonly acts: readonly NoteButton[];
}

/** An option of a select. */
export interface Choice {
	readonly value: string;
	readonly label: string;
}

/** A completion of what the user types in a text box. */
export interface Suggestion {
	/** Replaces what the user typed. */
	readonly insert: string;
	readonly label: string;
	readonly detail: string;
}

/** How much is new on a page since the user's last visit. */
export interface ShownUnseen {
	/** `3 new`. */
	readonly text: string;
	/** For screen readers: `3 new since your last visit`. */
	readonly label: string;
}

/** An account and its forge, as the user knows them. */
export interface Owner {
	/** With the tilde. */
	readonly account: string;
	/** The name of the forge. */
	readonly instance: string;
}

/** The position of a page in its list. */
export interface ListPosition {
	readonly text: string;
	readonly hasPrevious: boolean;
	readonly hasNext: boolean;
	/** Whether the list is a mixed one, so that the next item may be of another kind and the user can be done with this one. */
	readonly isMixed?: boolean;
}
