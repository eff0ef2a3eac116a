import { count } from '../../base/text/numbers.ts';
import { truncate } from '../../base/text/truncate.ts';
import { hasOwnText } from '../../mail/compose/has-own-text.ts';
import { readableAddress } from '../../mail/compose/mail-document.ts';
import { type BoxRow, SearchBox, separator } from '../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import type { PreparedMail } from '../state/prepare-mail.ts';
import type { SentReview } from '../state/review-mails.ts';
import {
	askForRecipients,
	copiedTo,
	isLeftOut,
	type LeftOut,
	notAccepted,
	withoutRecipients,
} from './recipients-box.ts';

/** Something that can be added to the mails, or done with them. */
export interface MailOption {
	readonly id: string;
	readonly label: string;
	/** The options that it cannot be combined with. */
	readonly excludes?: readonly string[];
	/** Whether the user has to be asked for something first. */
	readonly needsAnswer?: boolean;
}

/** The mails that an action gets. */
export interface FinishedMails {
	readonly series: SeriesKey;
	readonly mails: readonly PreparedMail[];
	/** The status that the patchset gets with them. */
	readonly status?: SentReview['status'];
}

/** What was done with the mails: they are being sent, or something else, such as `saved as 2 files`. */
export type ActionResult = 'sending' | { readonly done: string };

/** Something to do with the mails, such as sending or saving them. */
export interface MailAction {
	/** Whether it sends the mails from here. */
	readonly sends?: true;
	readonly label: string;
	readonly detail: string;
	/** Resolves with undefined if the user has cancelled. */
	readonly run: (review: FinishedMails) => Promise<ActionResult | undefined>;
}

interface MailQuestion {
	readonly title: string;
	/** Why the user may not answer mails of the list, or which mails cannot be answered; may be empty. */
	readonly problem: string;
	readonly actions: (mails: readonly PreparedMail[]) => readonly MailAction[];
	readonly optionsTitle: string;
	readonly options: readonly MailOption[];
	/** The options that are chosen at first. */
	readonly chosen: ReadonlySet<string>;
	/** The recipients that are left out at first. */
	readonly leftOut?: LeftOut;
	/** The mails with what these options add. */
	readonly compose: (chosen: ReadonlySet<string>) => readonly PreparedMail[];
}

/** What the user wants, with the options that they have chosen, and the recipients that they have left out. */
export type MailAnswer = { readonly chosen: ReadonlySet<string>; readonly leftOut: LeftOut } & (
	| { readonly kind: 'action'; readonly action: MailAction; readonly mails: readonly PreparedMail[] }
	| { readonly kind: 'preview'; readonly mail: PreparedMail }
	/** The option is not chosen yet. */
	| { readonly kind: 'option'; readonly option: MailOption }
);

type BoxAnswer =
	| MailAnswer
	| { readonly kind: 'recipients'; readonly chosen: ReadonlySet<string>; readonly leftOut: LeftOut };

/** In characters. */
const longestText = 300;

/** Asks what to do with mails. Enter on an option adds or removes it, and the box stays. Undefined if the user closes the box. */
export async function askAboutMails(question: MailQuestion): Promise<MailAnswer | undefined> {
	let { chosen, leftOut = new Set() } = question;
	for (;;) {
		const answer = await ask({ ...question, chosen }, leftOut);
		if (answer?.kind !== 'recipients') return answer;
		chosen = answer.chosen;
		leftOut = await askForRecipients(question.compose(chosen), leftOut);
	}
}

const ask = (question: MailQuestion, leftOut: LeftOut): Promise<BoxAnswer | undefined> =>
	new MailBox(question, leftOut).box.ask();

class MailBox {
	readonly box: SearchBox<BoxAnswer>;
	readonly #question: MailQuestion;
	readonly #leftOut: LeftOut;
	#chosen: ReadonlySet<string>;
	/** The mails before recipients are left out. */
	#composed: readonly PreparedMail[];

	constructor(question: MailQuestion, leftOut: LeftOut) {
		this.#question = question;
		this.#leftOut = leftOut;
		this.#chosen = question.chosen;
		this.#composed = question.compose(this.#chosen);
		this.box = new SearchBox<BoxAnswer>({
			title: () => this.#title,
			placeholder: () => question.problem || placeholderOf(this.#mails),
			rows: () => this.#rows(),
		});
	}

	get #mails(): readonly PreparedMail[] {
		return withoutRecipients(this.#composed, this.#leftOut);
	}

	/** What every answer has. */
	get #state() {
		return { chosen: this.#chosen, leftOut: this.#leftOut };
	}

	get #title(): string {
		const { title } = this.#question;
		const mails = this.#mails;
		const commentCount = mails.reduce((sum, { comments }) => sum + comments.length, 0);
		if (mails.length === 0 || (mails.length === 1 && commentCount === 0)) return title;
		const inMails = count(mails.length, 'mail');
		return commentCount === 0
			? `${title}: ${inMails}`
			: `${title}: ${count(commentCount, 'comment')} in ${inMails}`;
	}

	#toggle(option: MailOption): BoxAnswer | undefined {
		const { id, excludes = [], needsAnswer = false } = option;
		if (needsAnswer) return { kind: 'option', option, ...this.#state };
		const others = [...this.#chosen].filter((one) => one !== id && !excludes.includes(one));
		this.#chosen = new Set(this.#chosen.has(id) ? others : [...others, id]);
		this.#composed = this.#question.compose(this.#chosen);
		return undefined;
	}

	#rows(): readonly BoxRow<BoxAnswer>[] {
		const { actions, options, optionsTitle } = this.#question;
		const mails = this.#mails;
		const actionRows = (mails.length === 0 ? [] : actions(mails)).map(
			(action): BoxRow<BoxAnswer> => ({
				id: `action ${action.label}`,
				label: action.label,
				detail: action.detail,
				enter: () => ({ kind: 'action', action, mails: this.#mails, ...this.#state }),
			}),
		);
		const mailRows = [
			...mails.map(
				(mail): BoxRow<BoxAnswer> => ({
					...textsOfMail(mail),
					id: `mail ${mail.answered}`,
					enter: () => ({ kind: 'preview', mail, ...this.#state }),
				}),
			),
			...this.#recipientsRow(),
		];
		const optionRows = options.map(
			(option): BoxRow<BoxAnswer> => ({
				...textsOfOption(option, this.#chosen.has(option.id)),
				id: `option ${option.id}`,
				enter: () => this.#toggle(option),
			}),
		);
		return [
			...(isUnwritten(mails)
				? [separator('Write Here'), ...mailRows, separator('Write Elsewhere'), ...actionRows]
				: [...actionRows, ...(mailRows.length > 0 ? [separator('Preview'), ...mailRows] : [])]),
			...(optionRows.length > 0 ? [separator(optionsTitle), ...optionRows] : []),
		];
	}

	/** The row that opens the list of recipients. Mails to one recipient only have none. */
	#recipientsRow(): readonly BoxRow<BoxAnswer>[] {
		const all = copiedTo(this.#composed);
		if (all.length === 0) return [];
		const leftOutCount = all.filter((one) => isLeftOut(this.#leftOut, one)).length;
		return [
			{
				id: 'recipients',
				label: '$(person) Recipients…',
				description: leftOutCount === 0 ? '' : `${leftOutCount} left out`,
				enter: () => ({ kind: 'recipients', ...this.#state }),
			},
		];
	}
}

const isUnwritten = (mails: readonly PreparedMail[]): boolean =>
	mails.some(({ mail }) => !hasOwnText(mail.body));

function placeholderOf(mails: readonly PreparedMail[]): string {
	if (mails.length === 0) return 'There are no draft comments. Choose what else to send';
	if (isUnwritten(mails)) return 'Choose where to write the text';
	return `Choose what to do with the ${mails.length === 1 ? 'mail' : 'mails'}`;
}

function textsOfMail(prepared: PreparedMail) {
	const { mail, comments, note, unreachable = [] } = prepared;
	const names = mail.cc.map(readableAddress).join(', ');
	const recipients = names === '' ? `To ${mail.to}` : `To ${mail.to}, Cc ${names}`;
	const missing = unreachable.length === 0 ? '' : `no copy to ${unreachable.join(', ')} (${notAccepted})`;
	const facts = [note, missing, recipients].filter((fact) => fact !== '').join(' · ');
	return {
		label: `$(mail) ${escapeIcons(mail.subject)}`,
		description: comments.length === 0 ? '' : count(comments.length, 'comment'),
		detail: escapeIcons(truncate(facts, longestText)),
	};
}

const textsOfOption = (option: MailOption, isChosen: boolean) => ({
	label: `$(${isChosen ? 'check' : 'blank'}) ${option.label}`,
	// For screen readers, which do not read icons.
	description: isChosen ? 'added' : '',
});
