import { fields, integer, listOf, nothing, row, text } from '../../../platform/page/requests.ts';
import type { Choice } from '../../../platform/page/snapshot-parts.ts';

/** Something that the user can choose, or leave out. */
export interface ReviewChoice extends Choice {
	readonly isChosen: boolean;
	/** What it stands for if there is little space; may be empty. */
	readonly tip: string;
}

/** A mail of a review. */
export interface ReviewedMail {
	/** The mail that it answers. */
	readonly answered: number;
	/** Who wrote that mail. */
	readonly to: string;
	readonly subject: string;
	/** The first line that the user has written. */
	readonly words: string;
	/** `2 comments · as you have edited it`. */
	readonly facts: string;
	readonly isChosen: boolean;
}

/** Something to do with the mails. */
export interface ReviewAction {
	readonly id: string;
	readonly label: string;
	readonly detail: string;
}

/** The panel in which the user finishes a review. Values of choices are sent with `chooseInReview`. */
export interface ShownReview {
	/** Changes when the user asks for the panel, which then gets the focus. */
	readonly id: number;
	/** Grows with each choice, and from one panel to the next. */
	readonly revision: number;
	/** Why the user may not answer mails of the list, or which mails cannot be answered; may be empty. */
	readonly problem: string;
	readonly verdicts: readonly ReviewChoice[];
	/** The series and its patches, to choose what a trailer is for. Empty if there is no choice. */
	readonly patches: readonly ReviewChoice[];
	/** The statuses that the series can get, the first one for none. Empty if the user cannot set it. */
	readonly statuses: readonly ReviewChoice[];
	readonly mails: readonly ReviewedMail[];
	/** Who gets a copy. */
	readonly copies: readonly ReviewChoice[];
	/** The first one is the most usual. Empty if there is no mail. */
	readonly actions: readonly ReviewAction[];
}

/** The mails of a review that are on their way. */
export interface ShownSending {
	/** `Sending 4 mails…`. */
	readonly text: string;
	/** What *Undo* undoes; empty if it is too late. */
	readonly undo: string;
}

/** A mail for each patch. */
const mostMails = 10_000;

export const reviewRequests = {
	/** Opens the panel in which the user finishes the review, or gives it the focus. */
	finishReview: row(nothing),
	closeReview: row(nothing),
	/** Adds or removes a choice. Panels from this `revision` on show that. */
	chooseInReview: row(fields({ choice: text() })).giving<{ readonly revision: number }>(),
	/** Opens the answer to a mail as a document, for the user to read or edit. */
	openReviewMail: row(fields({ answered: integer })),
	/** Sends or saves the answers to these mails. Others are left alone. */
	runReview: row(fields({ action: text(64), mails: listOf(integer, mostMails) })),
};
