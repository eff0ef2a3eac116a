import * as vscode from 'vscode';
import type { Address } from '../../mail/message/mail.ts';
import { readSeriesContent } from '../../patches/commands/read-series-content.ts';
import type { OpenSeriesOptions } from '../../patches/commands/series-pages.ts';
import type { FullMail } from '../../patches/model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../patches/model/series-reading.ts';
import { shownPatchset } from '../../patches/page/parts/version-parts.ts';
import type { ListAccount, MailingLists } from '../../patches/state/mailing-lists.ts';
import {
	changeOf,
	type ShownPatchset,
	type StatusChanges,
} from '../../patches/state/status/status-changes.ts';
import { showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import { idOfSeries, isPatchsetKey, type PatchsetKey, type SeriesKey } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { commentsByMail } from '../state/answered-mails.ts';
import { knownReplyProblem } from '../state/known-reply-problem.ts';
import { findListHosts } from '../state/list-address.ts';
import { isOfReview } from '../state/mail-drafts.ts';
import { draftsOf } from '../state/outbox-mail.ts';
import { type PreparedMail, prepareMail, trailerMails, unreadProblem } from '../state/prepare-mail.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import { addedRecipients, type EditedMail, editedAnswer } from './edited-mail.ts';
import type { FoundHost, ListAddresses } from './list-addresses.ts';
import type { MailActions } from './mail-actions.ts';
import { askAboutMails, type MailAnswer, type MailOption } from './mail-box.ts';
import type { MailDocuments } from './mail-documents.ts';
import { offerDiscard } from './offer-discard.ts';
import type { LeftOut } from './recipients-box.ts';
import { writesHere } from './reply-to-mail.ts';
import { ReviewChoices } from './review-choices.ts';
import {
	chosenStatus,
	chosenTrailers,
	type ReviewStatus,
	statusOptions,
	trailerOptions,
} from './review-options.ts';
import type { SenderAddresses } from './sender.ts';
import type { VersionQuestion } from './version-question.ts';

interface FinishReviewOptions {
	readonly lists: MailingLists;
	readonly comments: ReviewComments;
	readonly mails: ReviewMails;
	readonly statuses: StatusChanges;
	readonly setStatus: (patchset: ShownPatchset, status: ReviewStatus) => PromiseLike<unknown>;
	readonly openPage: (key: SeriesKey, options?: OpenSeriesOptions) => Promise<void>;
	/** The series whose page is in front. */
	readonly activePage: () => SeriesKey | undefined;
	readonly documents: MailDocuments;
	readonly senders: SenderAddresses;
	readonly addresses: ListAddresses;
	readonly actions: MailActions;
	readonly versions: VersionQuestion;
	/** Remembers whether the user writes replies here. */
	readonly memory: vscode.Memento;
}

/** What is known of a series when its review is finished. */
interface Review {
	readonly key: SeriesKey;
	readonly account: ListAccount;
	readonly reading: SeriesReading;
	readonly host: FoundHost;
	/** All mails of the version, in the order of the page. */
	readonly mails: readonly FullMail[];
	/** The answers that the user has edited, by the ids of the mails that they answer. */
	readonly edited: ReadonlyMap<number, EditedMail>;
	/** Says how many mails of the review could not be read; may be empty. */
	readonly unread: string;
}

/** Lets the user send what they have written about the mails of a series. Reasons: docs/decisions/finishing-reviews.md. */
export class FinishReview {
	readonly #options: FinishReviewOptions;
	readonly #choices = new ReviewChoices();

	constructor(options: FinishReviewOptions) {
		this.#options = options;
	}

	/** Finishes the review of the page in front. */
	async finishActive(): Promise<void> {
		const active = this.#options.activePage();
		if (active) await this.finish(active);
		else showInStatusBar('Open a patchset first.');
	}

	async finish(key: SeriesKey): Promise<void> {
		const { lists, comments, mails: outbox, versions, addresses } = this.#options;
		// The page may have posted the last letters a moment ago.
		await comments.settled();
		const account = lists.of(key.account);
		if (!account) throw signedOut('patchset');
		const { reading, mails } = await readSeriesContent(lists, key);
		const drafts = commentsByMail(key, draftsOf(comments, outbox));
		const ids = new Set([...drafts.keys(), ...trailerMails(reading)]);
		const answered = mails.filter(({ id }) => ids.has(id));
		const unread = unreadProblem(reading, ids);
		if (answered.length === 0 && unread === '' && !reading.version)
			await showInformation('You have no draft comments here. To write one, press C on a line of the page.');
		else if (await versions.mayAnswer(key, reading)) {
			const edited = await this.#editedMails(key, answered);
			const host = await addresses.find(key, () => findListHosts(account, key, answered));
			await this.#ask({ key, account, reading, host, mails, edited, unread });
		}
	}

	/** A mail of a series was sent, so another review begins. `series`: its id. */
	didSend(series: string): void {
		this.#choices.delete(series);
	}

	/**
	 * Lets the user send the mail of a document or a row. With `isSent`, it is sent at once if that needs no further question: if a mail server is
	 * set up, and no status is chosen for its patchset.
	 */
	async finishMail(target: unknown, isSent = false): Promise<void> {
		const { documents } = this.#options;
		const open = await documents.mailOf(target);
		const { series } = open;
		const prepared = await documents.readOrShowLine(open);
		if (!(await this.#options.versions.mayAnswer(series))) return;

		const patchset = await this.#shown(
			isPatchsetKey(series) && prepared.comments.length > 0 ? series : undefined,
		);
		const options = this.#statusOptions(patchset, false);
		const account = this.#options.lists.of(series.account);
		const returned = this.#options.mails.returnedStatus(series, prepared.comments);
		const refusal = account ? await knownReplyProblem(account, series) : '';
		const actions = await this.#options.actions.find(account, refusal);
		const chosen = this.#choices.chosenFor(series, returned);
		const send = actions([prepared]).find(({ sends }) => sends);
		const isAsked = !isSent || !send || options.some(({ id }) => chosen.has(id));
		const answer: MailAnswer | undefined = isAsked
			? await askAboutMails({
					title: 'Send or Save',
					problem: refusal,
					actions,
					optionsTitle: 'With This Mail',
					options,
					chosen,
					compose: () => [prepared],
				})
			: { kind: 'action', action: send, mails: [prepared], chosen, leftOut: new Set() };
		if (!answer) return;
		this.#choices.set(series, { chosen: answer.chosen }, returned);
		if (answer.kind === 'preview') await documents.open(open.draft);
		else if (answer.kind === 'action') {
			const isDone = await this.#runAction(series, patchset, options, answer);
			if (isDone && !answer.action.sends) await this.#options.memory.update(writesHere, false);
			if (isDone) this.#options.addresses.didSend(series, prepared);
		}
	}

	/** Copies the text of the mail of a document. */
	async copyMail(target: unknown): Promise<void> {
		const { documents } = this.#options;
		const { mail } = await documents.readOrShowLine(await documents.mailOf(target));
		await vscode.env.clipboard.writeText(mail.body);
		showInStatusBar('Text copied');
	}

	/** Shows the page with the comments that the mail of a document was made of. What the user has edited there is kept. */
	async backToComments(target: unknown): Promise<void> {
		const { documents, openPage } = this.#options;
		const { draft, series, answered } = await documents.mailOf(target);
		await documents.closeDraft(draft);
		await openPage(series, { mail: answered });
	}

	async #ask(review: Review): Promise<void> {
		const { addresses, documents, mails, senders } = this.#options;
		const { key, account, reading, host, mails: known, unread } = review;
		const returned = mails.returnedStatus(key);
		const patchset = await this.#shown(this.#patchsetOf(key, reading));
		const refusal = await knownReplyProblem(account, key);
		const actions = await this.#options.actions.find(account, refusal);
		const problem = refusal || unread;
		const withTrailers = trailerMails(reading);
		const reviewed = known.find(({ id }) => withTrailers.has(id));
		let sender = await senders.find(account, key);
		// Everything that the boxes need was read before, so that each box follows the previous one at once.
		const to = await addresses.of(key, host);
		if (to === undefined) return;
		for (;;) {
			const options = [
				...(reviewed ? trailerOptions(sender) : []),
				...this.#statusOptions(patchset, this.#isSender(reviewed, sender)),
			];
			const answer = await askAboutMails({
				title: 'Finish Review',
				problem,
				actions,
				optionsTitle: 'With This Review',
				options,
				chosen: this.#choices.chosenFor(key, returned),
				leftOut: this.#leftOut(review),
				compose: (chosen) => this.#compose(review, to, sender, chosen),
			});
			if (!answer) return;
			this.#choices.set(key, answer, returned);
			if (answer.kind === 'action') {
				await this.#runAction(key, patchset, options, answer);
				return;
			}
			if (answer.kind === 'preview') return documents.showMail(key, answer.mail);
			// The user has ticked an option that needs a sender. It counts as ticked once there is one.
			sender = await senders.ask(account);
			const chosen = new Set([...answer.chosen, answer.option.id]);
			if (sender) this.#choices.set(key, { chosen }, returned);
		}
	}

	/** The recipients that the user has left out, without those that they have written into a document since. */
	#leftOut({ key, edited }: Review): LeftOut {
		const added = new Set([...edited.values()].flatMap(addedRecipients));
		return new Set([...this.#choices.leftOut(key)].filter((email) => !added.has(email)));
	}

	#compose(
		{ key, reading, mails, edited }: Review,
		to: string,
		sender: Address | undefined,
		chosen: ReadonlySet<string>,
	): readonly PreparedMail[] {
		const { comments, mails: outbox, senders } = this.#options;
		const written = commentsByMail(key, draftsOf(comments, outbox));
		const trailers = chosenTrailers(chosen, sender);
		const withTrailers = trailers.length > 0 ? trailerMails(reading) : new Set<number>();
		return mails.flatMap((fullMail) => {
			const { id } = fullMail;
			const isWithTrailers = withTrailers.has(id);
			if (!written.has(id) && !isWithTrailers) return [];
			const prepared = prepareMail(
				{ fullMail, comments: written.get(id) ?? [] },
				{ to, sender, own: senders.ownAddresses(sender), trailers: isWithTrailers ? trailers : [] },
			);
			const asEdited = edited.get(id);
			return [(asEdited && editedAnswer(asEdited, prepared, this.#choices.leftOut(key))) ?? prepared];
		});
	}

	/** Does what the user has chosen to do with the mails, and what they have chosen to do afterwards. Returns false if they have cancelled. */
	async #runAction(
		key: SeriesKey,
		patchset: ShownPatchset | undefined,
		options: readonly MailOption[],
		{ action, mails, chosen }: Extract<MailAnswer, { kind: 'action' }>,
	): Promise<boolean> {
		const { comments, documents, setStatus } = this.#options;
		const wanted = chosenStatus(chosen);
		// The user may have chosen it for another mail, or before they lost the right to set it.
		const status = options.some(({ id }) => id === wanted) ? wanted : undefined;
		const withStatus = patchset &&
			status && { patchset: patchset.key.patchset, change: changeOf(patchset, status) };
		const result = await action.run({ series: key, mails, status: withStatus });
		if (result === undefined) return false;
		// Keep what the user has chosen: until the mails are sent, they can undo that, and finish the review again.
		if (result === 'sending') return true;
		this.#choices.delete(idOfSeries(key));
		if (patchset && status) await setStatus(patchset, status);
		const exported = mails.flatMap((mail) => mail.comments);
		await offerDiscard(comments, this.#options.mails, exported, result.done);
		for (const { document } of mails) if (document) await documents.offerDiscard(document.id, result.done);
		return true;
	}

	/** The edited answers to these mails. Shows the first one that cannot be sent as it is. */
	async #editedMails(key: SeriesKey, answered: readonly FullMail[]): Promise<Review['edited']> {
		const { documents } = this.#options;
		const found = new Map<number, EditedMail>();
		for (const { id } of answered) {
			const [open] = documents.drafts(key, id).filter((one) => one.isEdited && isOfReview(one.draft));
			if (open) found.set(id, { open, prepared: await documents.readOrShowLine(open) });
		}
		return found;
	}

	/** A patchset with the status that it has now. */
	async #shown(key: PatchsetKey | undefined): Promise<ShownPatchset | undefined> {
		return key && (await this.#options.statuses.shownOf([key]))[0];
	}

	#patchsetOf(key: SeriesKey, reading: SeriesReading): PatchsetKey | undefined {
		const { account, owner, list } = key;
		const patchset = shownPatchset(key, reading)?.id;
		return patchset === undefined ? undefined : { account, owner, list, patchset };
	}

	/** Whether the user has sent the patches. If so, a mail can set their status, even if the forge does not let the user do that otherwise. */
	#isSender(patch: FullMail | undefined, sender: Address | undefined): boolean {
		return this.#options.senders.ownAddresses(sender).includes(patch?.mail.from.email.toLowerCase() ?? '');
	}

	#statusOptions(patchset: ShownPatchset | undefined, isSender: boolean): readonly MailOption[] {
		return patchset && (isSender || this.#options.statuses.canChange(patchset.key))
			? statusOptions(patchset.shown?.status)
			: [];
	}
}
