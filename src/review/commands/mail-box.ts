import { count } from '../../base/text/numbers.ts';
import { truncate } from '../../base/text/truncate.ts';
import { hasOwnText } from '../../mail/compose/has-own-text.ts';
import { readableAddress } from '../../mail/compose/mail-document.ts';
import { type BoxRow, SearchBox, separator } from '../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import type { PreparedMail } from '../state/prepare-mail.ts';
import { missingCopies } from '../state/recipients.ts';
import type { SentReview } from '../state/review-mails.ts';

/** The mails that an action gets. */
export interface FinishedMails {
	readonly series: SeriesKey;
	readonly mails: readonly PreparedMail[];
	/** The status that the patchset gets with them. */
	readonly status?: SentReview['status'];
	/** What the user has chosen for them, in the panel of the review. */
	readonly chosen?: SentReview['chosen'];
}

/** What was done with the mails: they are being sent, or something else, such as `saved as 2 files`. */
export type ActionResult = 'sending' | { readonly done: string };

/** Something to do with the mails, such as sending or saving them. */
export interface MailAction {
	readonly id: 'send' | 'open' | 'save' | 'copy' | 'set-up';
	readonly icon: string;
	readonly label: string;
	readonly detail: string;
	/** Resolves with undefined if the user has cancelled. */
	readonly run: (review: FinishedMails) => Promise<ActionResult | undefined>;
}

interface MailQuestion {
	readonly title: string;
	/** Why the user may not answer mails of the list, or which mails cannot be answered; may be empty. */
	readonly problem: string;
	readonly mails: readonly PreparedMail[];
	readonly actions: (mails: readonly PreparedMail[]) => readonly MailAction[];
	/** What is done besides; may be empty. */
	readonly besides?: string;
}

/** What the user wants. */
export type MailAnswer =
	| { readonly kind: 'action'; readonly action: MailAction }
	| { readonly kind: 'preview'; readonly mail: PreparedMail };

/** In characters. */
const longestText = 300;

/** Asks what to do with mails. Undefined if the user closes the box. */
export function askAboutMails(question: MailQuestion): Promise<MailAnswer | undefined> {
	const { title, problem, mails, actions, besides = '' } = question;
	const isUnwritten = mails.some(({ mail }) => !hasOwnText(mail.body));
	const actionRows = actions(mails).map(
		(action): BoxRow<MailAnswer> => ({
			label: `$(${action.icon}) ${escapeIcons(action.label)}`,
			detail: [action.detail, besides].filter(Boolean).join('. '),
			enter: () => ({ kind: 'action', action }),
		}),
	);
	const mailRows = mails.map(
		(mail): BoxRow<MailAnswer> => ({ ...textsOfMail(mail), enter: () => ({ kind: 'preview', mail }) }),
	);
	const commentCount = mails.reduce((sum, { comments }) => sum + comments.length, 0);
	const inMails = count(mails.length, 'mail');
	const what = commentCount > 0 ? `${count(commentCount, 'comment')} in ${inMails}` : inMails;
	const rows = isUnwritten
		? [separator('Write Here'), ...mailRows, separator('Write Elsewhere'), ...actionRows]
		: [...actionRows, separator('Preview'), ...mailRows];
	return new SearchBox<MailAnswer>({
		title: commentCount === 0 && mails.length === 1 ? title : `${title}: ${what}`,
		placeholder: problem || (isUnwritten ? 'Choose where to write the text' : 'Choose what to do'),
		rows: () => rows,
	}).ask();
}

function textsOfMail(prepared: PreparedMail) {
	const { mail, comments, note } = prepared;
	const names = mail.cc.map(readableAddress).join(', ');
	const recipients = names === '' ? `To ${mail.to}` : `To ${mail.to}, Cc ${names}`;
	const facts = [note, missingCopies(prepared), recipients].filter((fact) => fact !== '').join(' · ');
	return {
		label: `$(mail) ${escapeIcons(mail.subject)}`,
		description: comments.length === 0 ? '' : count(comments.length, 'comment'),
		detail: escapeIcons(truncate(facts, longestText)),
	};
}
