import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { replyTo, unreachableAddresses } from '../../mail/compose/reply.ts';
import { type ReviewTrailer, reviewKeys, trailerLine } from '../../mail/compose/review-trailer.ts';
import type { Address } from '../../mail/message/mail.ts';
import { isReply } from '../../mail/replies/ancestors.ts';
import { targetOf } from '../../patches/commands/patches-command-target.ts';
import { readSeriesContent } from '../../patches/commands/read-series-content.ts';
import { seriesOf } from '../../patches/model/patches-target.ts';
import { type FullMail, parseFullMail } from '../../patches/model/series/mails/full-mail.ts';
import type { ListAccount, MailingLists } from '../../patches/state/mailing-lists.ts';
import { pick } from '../../platform/editor/boxes/pick.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInStatusBar, showListChanged, showProgress } from '../../platform/editor/messages.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import { privateRecipient } from '../model/list-mail-address.ts';
import { knownReplyProblem } from '../state/known-reply-problem.ts';
import { findListHosts } from '../state/list-address.ts';
import { type PreparedMail, prepareMail, trailerMails, unreadProblem } from '../state/prepare-mail.ts';
import type { ListAddresses } from './list-addresses.ts';
import type { MailActions } from './mail-actions.ts';
import { askAboutMails, type MailAction } from './mail-box.ts';
import type { MailDocuments } from './mail-documents.ts';
import type { SenderAddresses } from './sender.ts';
import type { VersionQuestion } from './version-question.ts';

interface Replied {
	readonly series: SeriesKey;
	readonly account: ListAccount;
	/** The mail that a text answers. */
	readonly fullMail: FullMail;
	/** The mails that a trailer answers. */
	readonly reviewed: readonly FullMail[];
	/** The mail address of the list. */
	readonly to: string;
	/** Why the user may not answer mails of the list, or which mails cannot be answered; may be empty. */
	readonly problem: string;
	/** Undefined if it has to be asked for. */
	readonly sender: Address | undefined;
	readonly actions: (mails: readonly PreparedMail[]) => readonly MailAction[];
}

/** Whether the user writes replies in the editor, so that they are not asked where. In the global state. */
export const writesHere = 'writesRepliesHere';

interface MailRepliesOptions {
	readonly lists: MailingLists;
	readonly documents: MailDocuments;
	readonly senders: SenderAddresses;
	readonly addresses: ListAddresses;
	readonly actions: MailActions;
	readonly versions: VersionQuestion;
	readonly memory: vscode.Memento;
}

/** Lets the user answer single mails. */
export class MailReplies {
	readonly #options: MailRepliesOptions;

	constructor(options: MailRepliesOptions) {
		this.#options = options;
	}

	/** Lets the user answer the mail of a row, or its patchset. */
	async replyToRow(args: CommandArguments): Promise<void> {
		if (areRowsGone(args)) return showListChanged();
		const target = targetOf(args);
		if (!target || target.kind === 'list') {
			showInStatusBar('Select a patchset first.');
			return;
		}
		if (target.kind === 'patchset') return this.replyToSeries(target.key);
		const series = seriesOf(target);
		const fullMail = await showProgress(
			{ location: vscode.ProgressLocation.Window, title: 'Loading mail' },
			() => this.#read(series, target.mail),
		);
		await this.reply(series, fullMail, undefined);
	}

	/** Lets the user give a trailer to a series, or answer its first mail. Without a cover letter, each patch gets the trailer. */
	async replyToSeries(series: SeriesKey): Promise<void> {
		const { reading, mails } = await readSeriesContent(this.#options.lists, series);
		const [first] = mails;
		if (!first) throw new ForgeError('missing', 'The mails of this patchset are not known.');
		const ids = trailerMails(reading);
		const reviewed = mails.filter(({ id }) => ids.has(id));
		if (await this.#options.versions.mayAnswer(series, reading))
			await this.#reply(series, first, reviewed, undefined, unreadProblem(reading, ids));
	}

	/** Lets the user give a trailer to a patch or cover letter, or answer a mail. A reply quotes `quoted`: by default, the whole text. */
	async reply(series: SeriesKey, fullMail: FullMail, quoted: string | undefined): Promise<void> {
		const isReviewed = quoted === undefined && !isReply(fullMail);
		if (await this.#options.versions.mayAnswer(series))
			await this.#reply(series, fullMail, isReviewed ? [fullMail] : [], quoted);
	}

	async #reply(
		series: SeriesKey,
		fullMail: FullMail,
		reviewed: readonly FullMail[],
		quoted: string | undefined,
		unread = '',
	): Promise<void> {
		const account = this.#options.lists.of(series.account);
		if (!account) throw signedOut('mailing list');
		// Everything that the boxes need is read first, so that each box follows the previous one at once.
		const refusal = await knownReplyProblem(account, series);
		const [host, sender, actions] = await Promise.all([
			this.#options.addresses.find(series, () => findListHosts(account, series, [fullMail, ...reviewed])),
			this.#options.senders.find(account, series),
			this.#options.actions.find(account, refusal),
		]);
		const to = await this.#options.addresses.of(series, host);
		if (to === undefined) return;
		const problem = refusal || unread;
		const replied = { series, account, fullMail, reviewed, to, problem, sender, actions };
		const trailer = reviewed.length > 0 ? await this.#askForTrailer(replied) : 'none';
		if (trailer === 'none') await this.#writeReply(replied, quoted);
		else if (trailer) await this.#sendTrailer(replied, trailer);
	}

	/** Undefined if the user cancels. */
	async #askForTrailer({
		fullMail,
		problem,
		sender,
	}: Replied): Promise<ReviewTrailer['key'] | 'none' | undefined> {
		const items = reviewKeys.map((key) => {
			const line = sender ? escapeIcons(trailerLine({ key, person: sender })) : `${key}…`;
			return { label: `$(pass) ${line}`, trailer: key };
		});
		const reply = {
			label: '$(reply) Reply…',
			detail: 'A mail with the text as a quote',
			trailer: 'none' as const,
		};
		const title = titleOf(fullMail);
		const chosen = await pick([...items, reply], {
			...title,
			placeHolder: problem || title.placeHolder,
		});
		return chosen?.trailer;
	}

	async #sendTrailer(replied: Replied, key: ReviewTrailer['key']): Promise<void> {
		const { account, fullMail, reviewed, to } = replied;
		const sender = replied.sender ?? (await this.#options.senders.ask(account));
		if (!sender) return;
		const own = this.#options.senders.ownAddresses(sender);
		const trailers = [{ key, person: sender }];
		const mails = reviewed.map((mail) => {
			const prepared = prepareMail({ fullMail: mail, comments: [] }, { to, sender, own, trailers });
			const lines = prepared.mail.body.trim().split('\n');
			// The box has one line for it. The document shows the rest.
			const below = lines.length === 1 ? '' : ' below the first lines of the mail';
			return { ...prepared, note: `${lines.at(-1)}${below}` };
		});
		await this.#ask(replied, `${key}: ${visible(fullMail.mail.subject)}`, mails);
	}

	async #writeReply(replied: Replied, quoted: string | undefined): Promise<void> {
		const { series, fullMail, to, sender, problem } = replied;
		const { mail } = fullMail;
		const own = this.#options.senders.ownAddresses(sender);
		const reply = replyTo(mail, to, quoted);
		const whole = {
			...reply,
			from: sender,
			cc: reply.cc.filter(({ email }) => !own.includes(email.toLowerCase())),
		};
		const sole = privateRecipient(series, mail)?.email;
		const unreachable = unreachableAddresses(mail, to);
		const prepared = { answered: fullMail.id, comments: [], mail: whole, unreachable, note: '' };
		const write = () => this.#options.documents.showMail(series, prepared, sole);
		if (problem === '' && this.#options.memory.get(writesHere) === true) return write();
		await this.#ask(replied, titleOf(fullMail).title, [prepared], () => {
			background(this.#options.memory.update(writesHere, true));
			return write();
		});
	}

	async #ask(
		{ series, problem, actions }: Replied,
		title: string,
		mails: readonly PreparedMail[],
		open = (mail: PreparedMail) => this.#options.documents.showMail(series, mail),
	): Promise<void> {
		const answer = await askAboutMails({ title, problem, actions, mails });
		if (answer?.kind === 'action') await answer.action.run({ series, mails });
		else if (answer?.kind === 'preview') await open(answer.mail);
	}

	async #read({ account }: SeriesKey, id: number): Promise<FullMail> {
		const mails = this.#options.lists.of(account)?.series.mails;
		if (!mails) throw signedOut('mail');
		const known = (await mails.read([id])).get(id);
		if (known) return known;
		const read = await mails.fetch(id);
		const { envelope } = read;
		if (!envelope) throw new ForgeError('missing', 'The forge does not have the text of this mail.');
		return parseFullMail({ ...read, parent: read.parent_id, thread: read.thread_id }, envelope);
	}
}

const titleOf = ({ mail }: FullMail) => ({
	title: `Reply to ${visible(mail.from.name || mail.from.email)}`,
	placeHolder: escapeIcons(visible(mail.subject)),
});
