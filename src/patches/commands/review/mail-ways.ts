import * as vscode from 'vscode';
import { count } from '../../../base/text/numbers.ts';
import { showError, showInStatusBar, showProgress, showWarning } from '../../../platform/editor/messages.ts';
import { messageIdOf, outgoingMail } from '../../state/review/outgoing-mail.ts';
import type { PreparedMail } from '../../state/review/prepare-mail.ts';
import type { ReviewComments } from '../../state/review/review-comments.ts';
import type { MailSender } from '../mail-server/mail-sender.ts';
import type { WayOut } from './mail-box.ts';
import { waysOut } from './ways-out.ts';

/** What the user can do with mails: send them if a mail server is set up, or take them elsewhere. */
export class MailWays {
	readonly #mailSender: () => Promise<MailSender>;
	readonly #comments: ReviewComments;
	/** The comments in mails that are being sent, and the mails that these answer. */
	readonly #sending = new Set<string | number>();
	/** The Message-IDs of what this window has sent. The same mail is not sent again, such as one with a trailer if the mail after it was refused. */
	readonly #sent = new Set<string>();

	constructor(mailSender: () => Promise<MailSender>, comments: ReviewComments) {
		this.#mailSender = mailSender;
		this.#comments = comments;
	}

	/** Asks neither the user nor a server. */
	async find(): Promise<(mails: readonly PreparedMail[]) => readonly WayOut[]> {
		const mailSender = await this.#mailSender();
		const account = await mailSender.account();
		if (account?.from) {
			const detail = `Through ${account.server.host}, from ${account.from.email}`;
			const run = (mails: readonly PreparedMail[]) => this.#send(mailSender, mails);
			return (mails) => [{ label: '$(send) Send', detail, run }, ...waysOut(mails)];
		}
		const setUp: WayOut = {
			label: '$(gear) Set Up Sending Mail…',
			detail: 'Then mails can be sent from here through your mail server',
			run: async () => {
				await mailSender.setUpAndOfferTest();
				return undefined;
			},
		};
		return (mails) => [...waysOut(mails), setUp];
	}

	async #send(mailSender: MailSender, mails: readonly PreparedMail[]): Promise<string | undefined> {
		const ids = mails.flatMap((mail) => mail.comments);
		const busy = [...ids, ...mails.map(({ answered }) => answered)];
		if (busy.some((one) => this.#sending.has(one))) {
			showInStatusBar('These comments are already being sent.');
			return undefined;
		}
		// The mail of an editor, or of a box that was open for long, may have comments that were sent since.
		if (ids.some((id) => this.#comments.get(id)?.state !== 'editing')) {
			await showWarning('Nothing was sent: some of these comments were sent or discarded in the meantime.');
			return undefined;
		}
		for (const one of busy) this.#sending.add(one);
		try {
			return await this.#sendEach(mailSender, mails);
		} finally {
			for (const one of busy) this.#sending.delete(one);
		}
	}

	/** Ends with the first mail that cannot be sent. The comments of those that were sent are no longer drafts. */
	async #sendEach(mailSender: MailSender, mails: readonly PreparedMail[]): Promise<string | undefined> {
		const account = await mailSender.prepare();
		if (!account?.from) return undefined;
		const { from, server } = account;
		for (const [index, { mail, comments }] of mails.entries()) {
			const id = messageIdOf(mail, mail.from ?? from);
			if (this.#sent.has(id)) continue;
			const outcome = await showProgress(
				{
					title: mails.length === 1 ? 'Sending mail' : `Sending mail ${index + 1} of ${mails.length}`,
					location: vscode.ProgressLocation.Notification,
					cancellable: true,
				},
				(_, token) => mailSender.send(outgoingMail(mail, from, new Date()), signalOf(token)),
			);
			if (outcome.kind === 'cancelled') {
				showInStatusBar(outcome.message);
				return undefined;
			}
			if (outcome.kind !== 'sent') {
				const before = index === 0 ? '' : `${count(index, 'mail')} of ${mails.length} sent. `;
				const start = outcome.kind === 'unknown' ? '' : `“${mail.subject}” was not sent. `;
				const drafts = comments.length === 0 ? '' : ' Its comments are still drafts.';
				await showError(`${before}${start}${outcome.message}${drafts}`);
				return undefined;
			}
			this.#sent.add(id);
			for (const comment of comments) await this.#comments.markSent(comment);
		}
		showInStatusBar(`${count(mails.length, 'mail')} sent through ${server.host}`);
		return 'sent';
	}
}

function signalOf(token: vscode.CancellationToken): AbortSignal {
	const cancellation = new AbortController();
	token.onCancellationRequested(() => cancellation.abort());
	return cancellation.signal;
}
