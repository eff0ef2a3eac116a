import * as v from 'valibot';
import type { TicketKey } from '../../../platform/model/keys.ts';
import type { SentText } from '../../model/line-below.ts';

/** The comment for several tickets that was moved to the outbox. */
export interface MovedComment {
	readonly tickets: readonly TicketKey[];
	/** When it was moved, in milliseconds since 1970, as in the record of the send. */
	readonly at: number;
}

/** The line for one ticket that was moved to the outbox. It may be only a part of the comment that is sent, and only a part of the draft. */
export interface MovedLine {
	readonly line: SentText;
	/** When it was moved, in milliseconds since 1970. */
	readonly at: number;
}

/** A text that has to leave its draft because it is in the outbox. If a window is killed in between, another one removes it. */
export type MovedText = MovedComment | MovedLine;

/** Adds a comment to the outbox. */
export type AddComment = (moved?: MovedText) => Promise<void>;

const ticketKey = v.object({
	account: v.string(),
	owner: v.string(),
	tracker: v.string(),
	ticket: v.number(),
});

export const sentText = v.object({ text: v.string(), above: v.exactOptional(v.string()) });

export const movedComment = v.object({
	tickets: v.pipe(v.array(ticketKey), v.minLength(1), v.readonly()),
	at: v.number(),
});

export const movedText = v.union([movedComment, v.object({ line: sentText, at: v.number() })]);
