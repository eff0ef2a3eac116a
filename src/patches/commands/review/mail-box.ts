import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';
import { count } from '../../../base/text/numbers.ts';
import { truncate } from '../../../base/text/truncate.ts';
import { hasOwnText } from '../../../mail/compose/has-own-text.ts';
import { readableAddress } from '../../../mail/compose/mail-document.ts';
import { closeWhenNextIsShown } from '../../../platform/editor/boxes/box-steps.ts';
import { itemUpdater } from '../../../platform/editor/boxes/item-updater.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import type { SeriesKey } from '../../../platform/model/keys.ts';
import type { PreparedMail } from '../../state/review/prepare-mail.ts';
import type { SentReview } from '../../state/review/review-mails.ts';
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

type Choice =
	| { readonly kind: 'recipients' }
	| { readonly kind: 'action'; readonly action: MailAction }
	| { readonly kind: 'mail'; readonly mail: PreparedMail }
	| { readonly kind: 'option'; readonly option: MailOption };

interface MailItem extends vscode.QuickPickItem {
	/** Undefined for a separator. */
	readonly choice?: Choice;
}

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

async function ask(question: MailQuestion, leftOut: LeftOut): Promise<BoxAnswer | undefined> {
	const lifetime = new Lifetime();
	try {
		return await new MailBox(question, leftOut, lifetime).answer;
	} finally {
		closeWhenNextIsShown(lifetime);
	}
}

class MailBox {
	readonly answer: Promise<BoxAnswer | undefined>;
	readonly #question: MailQuestion;
	readonly #leftOut: LeftOut;
	readonly #input: vscode.QuickPick<MailItem>;
	readonly #show: (items: readonly MailItem[]) => void;
	readonly #result = Promise.withResolvers<BoxAnswer | undefined>();
	#chosen: ReadonlySet<string>;
	/** With all recipients. */
	#composed: readonly PreparedMail[];

	constructor(question: MailQuestion, leftOut: LeftOut, lifetime: Lifetime) {
		this.#question = question;
		this.#leftOut = leftOut;
		this.answer = this.#result.promise;
		this.#chosen = question.chosen;
		this.#composed = question.compose(this.#chosen);
		const input = lifetime.add(vscode.window.createQuickPick<MailItem>());
		this.#input = input;
		this.#show = itemUpdater(input, (item) => item?.choice && idOf(item.choice));
		input.matchOnDetail = true;
		// Redrawing moves to the top otherwise.
		input.keepScrollPosition = true;
		lifetime.add(input.onDidAccept(() => this.#accept()));
		lifetime.add(input.onDidHide(() => this.#result.resolve(undefined)));
		this.#draw();
		input.show();
	}

	get #mails(): readonly PreparedMail[] {
		return withoutRecipients(this.#composed, this.#leftOut);
	}

	#accept(): void {
		const choice = this.#input.selectedItems[0]?.choice;
		const [chosen, leftOut] = [this.#chosen, this.#leftOut];
		if (choice?.kind === 'action')
			this.#result.resolve({ kind: 'action', action: choice.action, mails: this.#mails, chosen, leftOut });
		else if (choice?.kind === 'mail')
			this.#result.resolve({ kind: 'preview', mail: choice.mail, chosen, leftOut });
		else if (choice?.kind === 'option') this.#toggle(choice.option);
		else if (choice) this.#result.resolve({ kind: 'recipients', chosen, leftOut });
	}

	#toggle(option: MailOption): void {
		const { id, excludes = [], needsAnswer = false } = option;
		if (needsAnswer) {
			this.#result.resolve({ kind: 'option', option, chosen: this.#chosen, leftOut: this.#leftOut });
			return;
		}
		const others = [...this.#chosen].filter((one) => one !== id && !excludes.includes(one));
		this.#chosen = new Set(this.#chosen.has(id) ? others : [...others, id]);
		this.#composed = this.#question.compose(this.#chosen);
		this.#draw();
	}

	#draw(): void {
		const { title, actions, options, optionsTitle } = this.#question;
		const mails = this.#mails;
		const commentCount = mails.reduce((sum, { comments }) => sum + comments.length, 0);
		const inMails = count(mails.length, 'mail');
		const counted = commentCount === 0 ? `: ${inMails}` : `: ${count(commentCount, 'comment')} in ${inMails}`;
		const isPlain = mails.length === 0 || (mails.length === 1 && commentCount === 0);
		this.#input.title = isPlain ? title : `${title}${counted}`;
		const isUnwritten = mails.some(({ mail }) => !hasOwnText(mail.body));
		this.#input.placeholder = this.#question.problem || placeholderOf(mails, isUnwritten);
		const actionItems = mails.length === 0 ? [] : actions(mails).map(itemOfAction);
		const mailItems = [...mails.map(itemOfMail), ...this.#recipientsItem()];
		const optionItems = options.map((option) => itemOfOption(option, this.#chosen.has(option.id)));
		const written = [...actionItems, ...(mailItems.length > 0 ? [separator('Preview'), ...mailItems] : [])];
		this.#show([
			...(isUnwritten
				? [separator('Write Here'), ...mailItems, separator('Write Elsewhere'), ...actionItems]
				: written),
			...(optionItems.length > 0 ? [separator(optionsTitle), ...optionItems] : []),
		]);
	}

	/** Not if the mails are only to one recipient. */
	#recipientsItem(): readonly MailItem[] {
		const all = copiedTo(this.#composed);
		if (all.length === 0) return [];
		const leftOutCount = all.filter((one) => isLeftOut(this.#leftOut, one)).length;
		return [
			{
				choice: { kind: 'recipients' },
				label: '$(person) Recipients…',
				description: leftOutCount === 0 ? '' : `${leftOutCount} left out`,
			},
		];
	}
}

function placeholderOf(mails: readonly PreparedMail[], isUnwritten: boolean): string {
	if (mails.length === 0) return 'There are no draft comments. Choose what else to send';
	if (isUnwritten) return 'Choose where to write the text';
	return `Choose what to do with the ${mails.length === 1 ? 'mail' : 'mails'}`;
}

function idOf(choice: Choice): string {
	if (choice.kind === 'recipients') return choice.kind;
	if (choice.kind === 'action') return `action ${choice.action.label}`;
	return choice.kind === 'mail' ? `mail ${choice.mail.answered}` : `option ${choice.option.id}`;
}

const separator = (label: string): MailItem => ({ label, kind: vscode.QuickPickItemKind.Separator });

const itemOfAction = (action: MailAction): MailItem => ({
	choice: { kind: 'action', action },
	label: action.label,
	detail: action.detail,
});

function itemOfMail(prepared: PreparedMail): MailItem {
	const { mail, comments, note, unreachable = [] } = prepared;
	const names = mail.cc.map(readableAddress).join(', ');
	const recipients = names === '' ? `To ${mail.to}` : `To ${mail.to}, Cc ${names}`;
	const missing = unreachable.length === 0 ? '' : `no copy to ${unreachable.join(', ')} (${notAccepted})`;
	const facts = [note, missing, recipients].filter((fact) => fact !== '').join(' · ');
	return {
		choice: { kind: 'mail', mail: prepared },
		label: `$(mail) ${escapeIcons(mail.subject)}`,
		description: comments.length === 0 ? '' : count(comments.length, 'comment'),
		detail: escapeIcons(truncate(facts, longestText)),
	};
}

const itemOfOption = (option: MailOption, isChosen: boolean): MailItem => ({
	choice: { kind: 'option', option },
	label: `$(${isChosen ? 'check' : 'blank'}) ${option.label}`,
	// For screen readers, which do not read icons.
	description: isChosen ? 'added' : '',
});
