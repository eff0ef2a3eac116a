import { type Check, type Checked, fields, integer, orNull, text } from './requests.ts';

const id = text(1024);
const version = { revision: integer, writer: id };

/** What the user has written on a page, with its version. The page chooses the id, so that the first letter needs no answer. */
export const isPageText = <Body>(isBody: Check<Body>) =>
	fields({ id, ...version, base: orNull(fields(version)), body: isBody });

type PageTextOf<Body> = Checked<ReturnType<typeof isPageText<Body>>>;

export interface TextVersion {
	readonly id: string;
	readonly revision: number;
	/** The load of the page. */
	readonly writer: string;
}

/** `base` is the version that the host had when the user began to write this one; null for a new text. */
export interface PageText<Body> extends PageTextOf<Body>, TextVersion {}

/** How a page and its host treat a kind of text. */
export interface TextRules<Body> {
	readonly isBody: Check<Body>;
	/** A text in which nothing is written. */
	readonly empty: Body;
	readonly isBlank: (body: Body) => boolean;
	/** Whether the user wrote the same in both. */
	readonly isSame: (one: Body, other: Body) => boolean;
}

/** A text that the host has. */
export interface HostText<Body> extends Omit<PageText<Body>, 'base'> {
	/** When it was saved, as displayed: `08:12`. */
	readonly saved: string;
}

/** A text that can no longer be written. `waiting` and `refused` texts can be edited again. */
export interface PastText extends TextVersion {
	readonly state: 'sending' | 'waiting' | 'refused' | 'sent' | 'discarded';
}

/** The part of a snapshot that is about what the user writes. */
export interface TextSnapshot<Body> {
	/** The one that was changed last first. There are several if they were written in two places at once, or are edited again. */
	readonly editing: readonly HostText<Body>[];
	readonly past: readonly PastText[];
}
