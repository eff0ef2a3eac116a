import { type HostText, isPageText, type PageText } from '../../../platform/page/page-text.ts';
import {
	type Check,
	type Checked,
	fields,
	integer,
	oneOf,
	orNull,
	text,
} from '../../../platform/page/requests.ts';
import type { CommentBody } from '../../model/review-comment.ts';

const key = text(8192);
/** In characters. */
const [longestQuote, longestComment] = [1_000_000, 2_000_000];

/** The numbers of a line of a diff. Null on the side that does not have it. */
const lineNumbers = fields({ oldLine: orNull(integer), newLine: orNull(integer) });

const isLinePlace = fields({ kind: oneOf('lines'), file: key, first: lineNumbers, last: lineNumbers });
const isFilePlace = fields({ kind: oneOf('file'), file: key });
/** `quoted`: the part of the text that it is about; empty for all of it. */
const isMailPlace = fields({ kind: oneOf('mail'), mail: integer, quoted: text(longestQuote) });

/** Where a comment stands on the page: at lines of a diff, at a file or at a mail. */
export type CommentPlace =
	| Checked<typeof isLinePlace>
	| Checked<typeof isFilePlace>
	| Checked<typeof isMailPlace>;

export const isCommentPlace: Check<CommentPlace> = (value): value is CommentPlace =>
	isLinePlace(value) || isFilePlace(value) || isMailPlace(value);

/** What the user has written in a comment. */
export type PageComment = PageText<CommentBody>;

export const isPageComment: Check<PageComment> = isPageText<CommentBody>(
	fields({ text: text(longestComment) }),
);

/** What the page says about a comment that the user has sent. */
export interface SendState {
	readonly text: string;
	/** Whether the user has to do something about it. */
	readonly isProblem: boolean;
	/** The entry of the outbox that the user can send or discard; empty if they cannot. */
	readonly entry: string;
	/** The label of the button that sends it. */
	readonly button: string;
}

/** A comment that the user has written on the page or in a diff editor, until it is on the list. */
export interface ShownComment extends HostText<CommentBody> {
	readonly at: CommentPlace;
	/** `from v2, changed here`; empty if it was written on this version. */
	readonly origin: string;
	/** Null for a draft. */
	readonly sendState: SendState | null;
}
