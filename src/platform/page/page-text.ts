import { type Check, type Checked, fields, forAnyPage, integer, orNull, row, text } from './requests.ts';

const id = text(1024);
const key = text(8192);
const version = { revision: integer, writer: id };

/** What the user has written on a page, with its version. The page chooses the id, so that the first letter needs no answer. */
export const isPageText = <Body>(isBody: Check<Body>) =>
	fields({ id, ...version, base: orNull(fields(version)), body: isBody });

type PageTextOf<Body> = Checked<ReturnType<typeof isPageText<Body>>>;

export interface PageTextVersion {
	readonly id: string;
	readonly revision: number;
	/** The load of the page. */
	readonly writer: string;
}

/** `base` is the version that the host had when the user began to write this one; null for a new text. */
export interface PageText<Body> extends PageTextOf<Body>, PageTextVersion {}

/** How a page and its host treat a kind of text. */
export interface TextRules<Body, Place> {
	readonly isBody: Check<Body>;
	readonly isPlace: Check<Place>;
	/** A text in which nothing is written. */
	readonly empty: Body;
	readonly isBlank: (body: Body) => boolean;
	/** Whether the user wrote the same in both. */
	readonly isSame: (one: Body, other: Body) => boolean;
}

/** The place of the texts of a page that has a single box. */
export const isOnlyPlace: Check<null> = (value): value is null => value === null;

/** What a page asks its host about its texts. */
export const textRequests = <Body, Place>({ isBody, isPlace }: TextRules<Body, Place>) => ({
	/**
	 * Keeps what the user has written at a place of the page with this key. Returns the time to display, and the id of the text, which is another
	 * one if the text was sent or discarded meanwhile.
	 */
	draft: forAnyPage(
		row(fields({ page: key, at: isPlace, text: isPageText(isBody) })).giving<{
			readonly id: string;
			readonly saved: string;
		}>(),
	),
	discard: row(fields({ id })),
	/** Restores a discarded text. */
	restoreDraft: row(fields({ id })),
});

/** A text that the host has. */
export interface HostText<Body, Place = null> extends Omit<PageText<Body>, 'base'> {
	/** When it was saved, as displayed: `08:12`. */
	readonly saved: string;
	/** Where the page shows it. */
	readonly at: Place;
}

/** A text that can no longer be written. `waiting` and `refused` texts can be edited again. */
export interface PastText extends PageTextVersion {
	readonly state: 'sending' | 'waiting' | 'refused' | 'sent' | 'discarded';
}

/** The part of a snapshot that is about what the user writes. */
export interface TextSnapshot<Body, Place = null> {
	/** The one that was changed last first. There are several if the page has several boxes, or if they were written in two places at once. */
	readonly editing: readonly HostText<Body, Place>[];
	readonly past: readonly PastText[];
}
