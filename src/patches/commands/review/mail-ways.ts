import { ForgeError } from '../../../forge/contract/errors.ts';
import { undoDelayMs } from '../../../platform/commands/undo-delay.ts';
import { showWarning } from '../../../platform/editor/messages.ts';
import type { PreparedMail } from '../../state/review/prepare-mail.ts';
import type { ReviewMails } from '../../state/review/review-mails.ts';
import type { MailSender } from '../mail-server/mail-sender.ts';
import type { TakenReview, WayOut } from './mail-box.ts';
import { waysOut } from './ways-out.ts';

/** What the user can do with mails: send them if a mail server is set up, or take them elsewhere. */
export class MailWays {
	readonly #mailSender: () => Promise<MailSender>;
	readonly #mails: ReviewMails;

	constructor(mailSender: () => Promise<MailSender>, mails: ReviewMails) {
		this.#mailSender = mailSender;
		this.#mails = mails;
	}

	/** Asks neither the user nor a server. */
	async find(): Promise<(mails: readonly PreparedMail[]) => readonly WayOut[]> {
		const mailSender = await this.#mailSender();
		const account = await mailSender.account();
		if (account?.from) {
			const detail = `Through ${account.server.host}, from ${account.from.email}`;
			const run = (review: TakenReview) => this.#send(mailSender, review);
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

	/** Asks for what is missing to send mails, and puts them into the outbox. */
	async #send(mailSender: MailSender, review: TakenReview): Promise<'sending' | undefined> {
		const account = await mailSender.prepare();
		if (!account?.from) return undefined;
		try {
			await this.#mails.send({ ...review, from: account.from }, undoDelayMs());
			return 'sending';
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			await showWarning(`Nothing was sent. ${error.message}`);
			return undefined;
		}
	}
}
