import { fields, integer, listOf, nothing, oneOf, row, text } from '../../../platform/page/requests.ts';
import type { Choice } from '../../../platform/page/snapshot-parts.ts';

/** Something that the user can choose, or leave out. */
export interface ReviewChoice extends Choice {
	readonly isChosen: boolean;
	/** What it stands for if there is little space; may be empty. */
	readonly tip: string;
	/** Whether it opens a box, which takes what is typed next. */
	readonly opensBox?: boolean;
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

/** Identifies what the panel of a review shows. */
export interface ReviewRevision {
	/** Changes when the user asks for the panel, which then gets the focus. */
	readonly id: number;
	/** Grows with each choice. */
	readonly revision: number;
}

/** The panel in which the user finishes a review. Values of choices are sent with `chooseInReview`. */
export interface ShownReview extends ReviewRevision {
	/** The mail address of the list. */
	readonly to: string;
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
	/** `Sending 4 mails…`; empty if none is on its way. */
	readonly text: string;
	/** How many mails were refused; may be empty. */
	readonly refused: string;
	/** What *Undo* undoes; empty if it is too late. */
	readonly undo: string;
	/** Whether the mails wait for longer than the user has to undo a change, so that `U` is for newer ones. */
	readonly isLate: boolean;
}

/** A mail for each patch. */
const mostMails = 10_000;

export const reviewRequests = {
	/** Opens the panel in which the user finishes the review, or gives it the focus. */
	finishReview: row(nothing),
	closeReview: row(nothing),
	/** Adds or removes a choice. The panel with this `id` shows that from this `revision` on. */
	chooseInReview: row(fields({ choice: text(), isChosen: oneOf('yes', 'no') })).giving<ReviewRevision>(),
	/** Opens the answer to a mail as a document, for the user to read or edit. */
	openReviewMail: row(fields({ answered: integer })),
	/** Sends or saves the answers to these mails. Others are left alone. */
	runReview: row(fields({ action: text(64), mails: listOf(integer, mostMails) })),
};
