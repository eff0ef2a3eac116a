import * as vscode from 'vscode';
import { neverAborts } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { SharedCalls } from '../../base/shared-calls.ts';
import { mailOfEditor } from '../../patches/commands/patch-editors.ts';
import { readSeriesContent } from '../../patches/commands/read-series-content.ts';
import type { OpenSeriesOptions } from '../../patches/commands/series-pages.ts';
import { seriesOfMail } from '../../patches/state/find/series-of-mail.ts';
import type { MailingLists } from '../../patches/state/mailing-lists.ts';
import { changeOf, type StatusChanges } from '../../patches/state/status/status-changes.ts';
import { undoDelayMs } from '../../platform/commands/undo-delay.ts';
import { showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import { onDidChangeSettings } from '../../platform/editor/setting-changes.ts';
import { idOfSeries, isPatchsetKey, type SeriesKey } from '../../platform/model/keys.ts';
import { statusName } from '../../platform/model/words.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { ReviewPanels } from '../page/review-panels.ts';
import { commentsByMail } from '../state/answered-mails.ts';
import { knownReplyProblem } from '../state/known-reply-problem.ts';
import { findListHosts } from '../state/list-address.ts';
import { draftsOf } from '../state/outbox-mail.ts';
import { trailerMails, unreadProblem } from '../state/prepare-mail.ts';
import { chosenStatus } from '../state/review-choices.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import { DraftComment } from './diff-threads/draft-comment.ts';
import type { ListAddresses } from './list-addresses.ts';
import type { MailActions } from './mail-actions.ts';
import { askAboutMails, type FinishedMails, type MailAction, type MailAnswer } from './mail-box.ts';
import type { MailDocuments } from './mail-documents.ts';
import { offerDiscard } from './offer-discard.ts';
import { writesHere } from './reply-to-mail.ts';
import { type ReviewFacts, SeriesReviewPanel } from './review-panel.ts';
import type { SenderAddresses } from './sender.ts';
import type { VersionQuestion } from './version-question.ts';

interface FinishReviewOptions {
	readonly lists: MailingLists;
	readonly comments: ReviewComments;
	readonly mails: ReviewMails;
	readonly statuses: StatusChanges;
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
	readonly lifetime: Lifetime;
}

/** Lets the user send what they have written about the mails of a series. Reasons: docs/decisions/finishing-reviews.md. */
export class FinishReview {
	readonly #options: FinishReviewOptions;
	/** By the pages on which panels are about to open. */
	readonly #opening = new SharedCalls<object, void>();
	readonly #runs = new SharedCalls<string, void>();

	constructor(options: FinishReviewOptions) {
		this.#options = options;
		const { lifetime, panels } = options;
		const didChangeServer = onDidChangeSettings('tildeforge.mailServer');
		lifetime.add(didChangeServer(() => background(panels.refresh())));
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

	/** Opens the panel on the page of a series, unless the page is closed. */
	async finish(key: SeriesKey): Promise<void> {
		const page = this.#options.panels.pageOf(idOfSeries(key));
		if (page) await this.#opening.join(page, () => this.#openPanel(key, page));
	}

	async #openPanel(key: SeriesKey, page: object): Promise<void> {
		const { lists, comments, mails: outbox, versions, addresses, senders, panels } = this.#options;
		const isClosed = () => panels.pageOf(idOfSeries(key)) !== page;
		// The page may have posted the last letters a moment ago.
		await comments.settled();
		const account = lists.of(key.account);
		if (!account) throw signedOut('patchset');
		const { reading, content, mails } = await readSeriesContent(lists, key);
		const drafts = commentsByMail(key, draftsOf(comments, outbox));
		const ids = new Set([...drafts.keys(), ...trailerMails(reading)]);
		const answered = mails.filter(({ id }) => ids.has(id));
		if (answered.length === 0 && unreadProblem(reading, ids) === '' && !reading.version) {
			// The page does not wait until the user closes the message.
			const none = 'You have no draft comments here. To write one, press C on a line of the page.';
			background(showInformation(none));
			return;
		}
		if (isClosed() || !(await versions.mayAnswer(key, reading))) return;
		const host = await addresses.find(key, () => findListHosts(account, key, answered));
		const to = await addresses.of(key, host);
		if (to === undefined) return;
		const readFacts = async (): Promise<ReviewFacts> => {
			const refusal = await knownReplyProblem(account, key);
			const sender = await senders.find(account, key);
			return { refusal, sender, actions: await this.#options.actions.find(account, refusal) };
		};
		const panel = new SeriesReviewPanel({
			...this.#options,
			key,
			account,
			to,
			readFacts,
			series: { reading, content },
			facts: await readFacts(),
			runs: this.#runs,
			changed: () => panels.didChange(idOfSeries(key)),
			run: async (action, review) => {
				const isDone = await this.#run(action, review);
				// The user may have opened another one meanwhile.
				if (isDone && panels.of(idOfSeries(key)) === panel) panels.show(idOfSeries(key), undefined);
			},
		});
		if (!isClosed()) panels.show(idOfSeries(key), panel);
	}

	/**
	 * Lets the user send the mail of a document or a row. With `isSent`, it is sent at once if that needs no further question: if a mail server is
	 * set up, and no status is chosen for its patchset.
	 */
	async finishMail(target: unknown, isSent = false): Promise<void> {
		const { documents, mails: outbox, statuses } = this.#options;
		const open = await documents.mailOf(target);
		const { series } = open;
		const prepared = await documents.readOrShowLine(open);
		if (!(await this.#options.versions.mayAnswer(series))) return;

		const account = this.#options.lists.of(series.account);
		const refusal = account ? await knownReplyProblem(account, series) : '';
		const actions = await this.#options.actions.find(account, refusal);
		const hasStatus = isPatchsetKey(series) && prepared.comments.length > 0 && statuses.canChange(series);
		const [patchset] = await statuses.shownOf(hasStatus ? [series] : []);
		const chosen = chosenStatus(outbox.choices.of(idOfSeries(series)));
		const status = chosen === patchset?.shown?.status ? undefined : patchset && chosen;
		const send = actions([prepared]).find(({ id }) => id === 'send');
		const answer: MailAnswer | undefined =
			isSent && send && !status
				? { kind: 'action', action: send }
				: await askAboutMails({
						title: 'Send or Save',
						problem: refusal,
						mails: [prepared],
						actions,
						besides: status ? `The status becomes ${statusName(status)}` : '',
					});
		if (answer?.kind === 'preview') await documents.open(open.draft);
		if (answer?.kind !== 'action') return;
		const { action } = answer;
		const isDone = await this.#run(action, {
			series,
			mails: [prepared],
			status: patchset && status && { patchset: patchset.key.patchset, change: changeOf(patchset, status) },
		});
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
	async #run(action: MailAction, review: FinishedMails): Promise<boolean> {
		const { statuses, mails: outbox } = this.#options;
		const { series, mails, status, chosen = new Set() } = review;
		const result = await action.run(review);
		if (result === undefined) return false;
		// What is sent sets the status, and has the choices until it was sent.
		if (result === 'sending') return true;
		const { account, owner, list } = series;
		const key = status && { account, owner, list, patchset: status.patchset };
		if (key) await statuses.outbox.add([{ key, change: status.change }], undoDelayMs());
		outbox.choices.take(idOfSeries(series), chosen, status?.change.status);
		background(offerDiscard(this.#options, mails, result.done));
		return true;
	}
}
