import { type HostText, type TextRules, textRequests } from '../../../platform/page/page-text.ts';
import {
	type Check,
	type Checked,
	fields,
	integer,
	oneOf,
	orNull,
	row,
	text,
} from '../../../platform/page/requests.ts';
import { type CommentBody, isBlankComment } from '../../model/review-comment.ts';

export type { CommentBody } from '../../model/review-comment.ts';

const key = text(8192);
/** In characters. */
const [longestQuote, longestComment] = [1_000_000, 2_000_000];

/** The numbers of a line of a diff. Null on the side that does not have it. */
const lineNumbers = fields({ oldLine: orNull(integer), newLine: orNull(integer) });

const isLinePlace = fields({ kind: oneOf('lines'), file: key, first: lineNumbers, last: lineNumbers });
const isFilePlace = fields({ kind: oneOf('file'), file: key });
const isMailPlace = fields({ kind: oneOf('mail'), mail: integer });
/**
 * `patch`: the key of the patch that the text belongs to; empty for the text of a mail. `first` and `last` count its lines from 0; in a diffstat, they
 * count the files. `quoted`: these lines as displayed.
 */
const isTextPlace = fields({
	kind: oneOf('text'),
	mail: integer,
	text: oneOf('mail', 'message', 'notes', 'diffstat'),
	patch: key,
	first: integer,
	last: integer,
	quoted: text(longestQuote),
});

/** Where a comment stands on the page: at lines of a diff, at a file, at a mail or at lines of its text. */
export type CommentPlace =
	| Checked<typeof isLinePlace>
	| Checked<typeof isFilePlace>
	| Checked<typeof isMailPlace>
	| Checked<typeof isTextPlace>;

export type TextPlace = Checked<typeof isTextPlace>;

const isCommentPlace: Check<CommentPlace> = (value): value is CommentPlace =>
	isLinePlace(value) || isFilePlace(value) || isMailPlace(value) || isTextPlace(value);

export const commentRules: TextRules<CommentBody, CommentPlace> = {
	isBody: fields({ text: text(longestComment) }),
	isPlace: isCommentPlace,
	empty: { text: '' },
	isBlank: isBlankComment,
	isSame: (one, other) => one.text === other.text,
};

export const commentRequests = {
	...textRequests(commentRules),
	/** Returns a suggestion of the lines of the new file at a place, for the user to change. */
	suggestionAt: row(fields({ at: isCommentPlace })).giving<{ readonly text: string }>(),
};

/** What the page says about a comment that the user has sent. */
export interface SendState {
	readonly text: string;
	/** Whether the user has to do something about it. */
	readonly isProblem: boolean;
	/** The entry of the outbox that the user can send or discard, or the Message-ID of a mail that has left it; empty if they cannot. */
	readonly entry: string;
	/** The label of the button that sends it. */
	readonly button: string;
	/** The label of the button that makes its comments drafts again. */
	readonly discard: string;
}

/** A comment that the user has written on the page or in a diff editor, until it is on the list. */
export interface ShownComment extends HostText<CommentBody, CommentPlace> {
	/** `from v2, changed here`; empty if it was written on this version. */
	readonly origin: string;
	/** The key of that version on the page; empty if the page does not have it. */
	readonly originVersion: string;
	/** Null for a draft. */
	readonly sendState: SendState | null;
}
