import type { Check, ErrorMessage } from './requests.ts';

/** The fields of every page's draft, besides what the user wrote. */
export interface DraftOfPage {
	/** The version of the page's content that the user saw when they started the draft. */
	readonly base: string | null;
	/** When the draft was last changed. */
	readonly saved: number;
	/** The `saved` of the last sent draft whose parts were removed from this one; null if there is none. */
	readonly after: number | null;
}

/** How a page and its host treat a kind of draft. */
export interface DraftRules<Draft extends DraftOfPage> {
	readonly isDraft: Check<Draft>;
	/** A draft in which nothing is written. */
	readonly empty: (saved: number) => Draft;
	readonly isBlank: (draft: Draft) => boolean;
	/** Whether the user wrote the same in both. */
	readonly isSame: (one: Draft, other: Draft) => boolean;
	/** Whether a draft contains everything that the previous one does. */
	readonly continues: (draft: Draft, before: Draft) => boolean;
	/** A draft with what was written before it. */
	readonly withEarlier: (draft: Draft, earlier: Draft) => Draft;
	/** What is left of a draft after `sent` was sent. A second call changes nothing. */
	readonly withoutSent: (now: Draft, sent: Draft) => Draft;
}

/** The state of the last send. The host sends the draft, whether or not the page is still open. */
export type SendState =
	/** `waiting`: the host keeps the draft and sends it later. */
	| { readonly kind: 'sending' | 'sent' | 'waiting' }
	| { readonly kind: 'refused'; readonly refusal: ErrorMessage };

/** The part of a snapshot that is about the draft. */
export interface DraftSnapshot<Draft> {
	/** The draft that the host has. After its removal, an empty draft with the time of the removal. Null if there was none. */
	readonly draft: Draft | null;
	/** When the draft was saved, as displayed: `08:12`. */
	readonly saved: string;
	/** The `saved` of the last draft that the host received from this page, so the host knows all drafts up to that time. */
	readonly lastReceived: number | null;
	/** Null if nothing was sent, or if the user has written something new since. */
	readonly sending: SendState | null;
	/** The draft that was sent last. */
	readonly sent: Draft | null;
}
