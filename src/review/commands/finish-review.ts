import * as vscode from 'vscode';
import { neverAborts } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { reviewKeys } from '../../mail/compose/review-trailer.ts';
import type { Address } from '../../mail/message/mail.ts';
import { mailOfEditor } from '../../patches/commands/patch-editors.ts';
import { readSeriesContent } from '../../patches/commands/read-series-content.ts';
import type { OpenSeriesOptions } from '../../patches/commands/series-pages.ts';
import type { FullMail } from '../../patches/model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../patches/model/series-reading.ts';
import { shownPatchset } from '../../patches/page/parts/version-parts.ts';
import { seriesOfMail } from '../../patches/state/find/series-of-mail.ts';
import type { MailingLists } from '../../patches/state/mailing-lists.ts';
import {
	changeOf,
	type ShownPatchset,
	type StatusChanges,
} from '../../patches/state/status/status-changes.ts';
import { showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import { idOfSeries, isPatchsetKey, type PatchsetKey, type SeriesKey } from '../../platform/model/keys.ts';
import { statusName } from '../../platform/model/words.ts';
import { isWaiting } from '../../platform/state/outbox/entry.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { ReviewPanels } from '../page/review-panels.ts';
import { commentsByMail } from '../state/answered-mails.ts';
import { knownReplyProblem } from '../state/known-reply-problem.ts';
import { findListHosts } from '../state/list-address.ts';
import { draftsOf } from '../state/outbox-mail.ts';
import { type PreparedMail, trailerMails, unreadProblem } from '../state/prepare-mail.ts';
import { chosenStatus, ReviewChoices, type ReviewStatus, toggle } from '../state/review-choices.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import { DraftComment } from './diff-threads/draft-comment.ts';
import type { ListAddresses } from './list-addresses.ts';
import type { MailActions } from './mail-actions.ts';
import { askAboutMails, type MailAction, type MailAnswer } from './mail-box.ts';
import type { MailDocuments } from './mail-documents.ts';
import { offerDiscard } from './offer-discard.ts';
import { writesHere } from './reply-to-mail.ts';
import { SeriesReviewPanel } from './review-panel.ts';
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
	/** The panels on the pages. */
	readonly panels: ReviewPanels;
	/** Remembers whether the user writes replies here. */
	readonly memory: vscode.Memento;
}

/** Lets the user send what they have written about the mails of a series. Reasons: docs/decisions/finishing-reviews.md. */
export class FinishReview {
	readonly #options: FinishReviewOptions;
	readonly #choices = new ReviewChoices();
	/** The ids of the series whose reviews are being sent from their panels. */
	readonly #sending = new Set<string>();

	constructor(options: FinishReviewOptions) {
		this.#options = options;
	}

	/** Finishes the review of the page in front, of a comment in a diff editor or of the patch in one, whose page is opened. */
	async finishActive(comment?: unknown): Promise<void> {
		const { activePage, lists, openPage } = this.#options;
		const commented = comment instanceof DraftComment ? comment.draft.key : undefined;
		const active = commented ? undefined : activePage();
		if (active) return this.finish(active);
		const mail = commented ?? mailOfEditor();
		const account = mail && lists.of(mail.account);
		if (mail && !account) throw signedOut('patchset');
		const series = mail && account && (await seriesOfMail(account, mail, neverAborts));
		if (!series) {
			showInStatusBar('Open a patchset first.');
			return;
		}
		await openPage(series, { stays: false });
		await this.finish(series);
	}

	/** Opens the panel on the page of a series. */
	async finish(key: SeriesKey): Promise<void> {
		const { lists, comments, mails: outbox, versions, addresses, actions, senders } = this.#options;
		// The page may have posted the last letters a moment ago.
		await comments.settled();
		const account = lists.of(key.account);
		if (!account) throw signedOut('patchset');
		const { reading, content, mails } = await readSeriesContent(lists, key);
		const drafts = commentsByMail(key, draftsOf(comments, outbox));
		const ids = new Set([...drafts.keys(), ...trailerMails(reading)]);
		const answered = mails.filter(({ id }) => ids.has(id));
		const unread = unreadProblem(reading, ids);
		if (answered.length === 0 && unread === '' && !reading.version) {
			// The page does not wait until the user closes the message.
			const none = 'You have no draft comments here. To write one, press C on a line of the page.';
			background(showInformation(none));
			return;
		}
		if (!(await versions.mayAnswer(key, reading))) return;
		const host = await addresses.find(key, () => findListHosts(account, key, answered));
		const to = await addresses.of(key, host);
		if (to === undefined) return;
		const refusal = await knownReplyProblem(account, key);
		const sender = await senders.find(account, key);
		// What was chosen for mails on their way is in them.
		this.#forgetUndone(key);
		if (this.#sending.has(idOfSeries(key))) this.#choices.delete(idOfSeries(key));
		const withTrailers = trailerMails(reading);
		const reviewed = mails.find(({ id }) => withTrailers.has(id));
		const patchset = await this.#shown(this.#patchsetOf(key, reading));
		const maySetStatus =
			patchset && (this.#isSender(reviewed, sender) || this.#options.statuses.canChange(patchset.key));
		const { panels, documents } = this.#options;
		const panel = new SeriesReviewPanel({
			id: timeOfDay(),
			key,
			account,
			to,
			sender,
			comments,
			mails: outbox,
			documents,
			senders,
			series: { reading, content },
			problem: refusal || unread,
			patchset: maySetStatus ? patchset : undefined,
			returned: outbox.returnedStatus(key),
			actions: await actions.find(account, refusal),
			choices: this.#choices,
			changed: () => panels.didChange(idOfSeries(key)),
			run: async (action, chosenMails, shown, chosen) => {
				const id = idOfSeries(key);
				if (action.id === 'send') this.#sending.add(id);
				const isDone = await this.#runAction(key, shown, action, chosenMails, chosenStatus(chosen));
				// Until mails are sent, the user can undo that, and finish the same review.
				if (isDone && action.id !== 'send') this.#choices.delete(id);
				if (isDone) panels.close(id);
				else this.#sending.delete(id);
				// The user may have set up their mail server.
				if (!isDone && action.id === 'set-up') await this.finish(key);
			},
		});
		panels.open(idOfSeries(key), panel);
	}

	/** A mail of a series was sent. If it is of the review that was finished in the panel, another review begins. `series`: its id. */
	didSend(series: string): void {
		if (this.#sending.delete(series)) this.#choices.delete(series);
	}

	/**
	 * Lets the user send the mail of a document or a row. With `isSent`, it is sent at once if that needs no further question: if a mail server is
	 * set up, and no status is chosen for its patchset.
	 */
	async finishMail(target: unknown, isSent = false): Promise<void> {
		const { documents, mails: outbox } = this.#options;
		const open = await documents.mailOf(target);
		const { series } = open;
		this.#forgetUndone(series);
		const prepared = await documents.readOrShowLine(open);
		if (!(await this.#options.versions.mayAnswer(series))) return;

		const hasStatus = isPatchsetKey(series) && prepared.comments.length > 0;
		const patchset = await this.#shown(hasStatus ? series : undefined);
		const account = this.#options.lists.of(series.account);
		const returned = outbox.returnedStatus(series, prepared.comments);
		const refusal = account ? await knownReplyProblem(account, series) : '';
		const actions = await this.#options.actions.find(account, refusal);
		const maySetStatus = patchset && this.#options.statuses.canChange(patchset.key);
		let status = maySetStatus ? chosenStatus(this.#choices.of(series, returned)) : undefined;
		const send = actions([prepared]).find(({ id }) => id === 'send');
		let answer: MailAnswer | undefined = { kind: 'no-status' };
		while (answer?.kind === 'no-status') {
			if (isSent && send && !status) answer = { kind: 'action', action: send };
			else
				answer = await askAboutMails({
					title: 'Send or Save',
					problem: refusal,
					mails: [prepared],
					actions,
					...(status && { status: `The status becomes ${statusName(status)}` }),
				});
			if (answer?.kind !== 'no-status') continue;
			const left = toggle(this.#choices.of(series, returned), 'status');
			this.#choices.set(series, left, returned);
			status = undefined;
			isSent = false;
		}
		if (answer?.kind === 'preview') await documents.open(open.draft);
		if (answer?.kind !== 'action') return;
		const { action } = answer;
		const isDone = await this.#runAction(series, patchset, action, [prepared], status);
		if (isDone) this.#leaveOut(series, prepared, status);
		if (isDone && action.id !== 'send') await this.#options.memory.update(writesHere, false);
		if (isDone) this.#options.addresses.didSend(series, prepared);
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

	/** Does what the user has chosen to do with mails, and gives the patchset a status. Returns false if they have cancelled. */
	async #runAction(
		key: SeriesKey,
		patchset: ShownPatchset | undefined,
		action: MailAction,
		mails: readonly PreparedMail[],
		status: ReviewStatus | undefined,
	): Promise<boolean> {
		const { setStatus } = this.#options;
		const withStatus = patchset &&
			status && { patchset: patchset.key.patchset, change: changeOf(patchset, status) };
		const result = await action.run({ series: key, mails, status: withStatus });
		if (result === undefined) return false;
		if (result === 'sending') return true;
		if (patchset && status) await setStatus(patchset, status);
		background(offerDiscard(this.#options, mails, result.done));
		return true;
	}

	/** A mail that is sent alone is not sent with the others once more. What was chosen for these stays. */
	#leaveOut(series: SeriesKey, { mail, answered }: PreparedMail, status: ReviewStatus | undefined): void {
		const isTrailer = (line: string) => reviewKeys.some((key) => line.startsWith(`${key}: `));
		const hasTrailer = mail.body.split('\n').some(isTrailer);
		this.#choices.add(idOfSeries(series), [
			...(status ? ['status'] : []),
			...(hasTrailer ? [`no mail ${answered}`] : []),
		]);
	}

	/** A review that was undone is no longer being sent. */
	#forgetUndone(key: SeriesKey): void {
		const id = idOfSeries(key);
		if (!this.#options.mails.about(id).some(isWaiting)) this.#sending.delete(id);
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
}
