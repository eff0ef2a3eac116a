import { background } from '../../base/background.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { hasOwnText } from '../../mail/compose/has-own-text.ts';
import type { Address } from '../../mail/message/mail.ts';
import type { ListAccount } from '../../patches/state/mailing-lists.ts';
import { undoDelayMs } from '../../platform/commands/undo-delay.ts';
import { confirm, showWarning } from '../../platform/editor/messages.ts';
import type { PreparedMail } from '../state/prepare-mail.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import { exportActions } from './export-mails.ts';
import type { FinishedMails, MailAction } from './mail-box.ts';
import type { MailSender } from './mail-server/mail-sender.ts';
import type { SenderAddresses } from './sender.ts';

/** What the user can do with mails: send them if a mail server is set up, or export them. */
export class MailActions {
	readonly #mailSender: () => Promise<MailSender>;
	readonly #mails: ReviewMails;
	readonly #senders: SenderAddresses;

	constructor(mailSender: () => Promise<MailSender>, mails: ReviewMails, senders: SenderAddresses) {
		this.#mailSender = mailSender;
		this.#mails = mails;
		this.#senders = senders;
	}

	/**
	 * What can be done with mails of an account. `listAccount` is undefined if it is signed out. `refusal` is why the user may not answer mails of the
	 * list; if there is one, the action that sends them is last and asks first. `find` itself asks neither the user nor a server.
	 */
	async find(
		listAccount: ListAccount | undefined,
		refusal = '',
	): Promise<(mails: readonly PreparedMail[]) => readonly MailAction[]> {
		const of = listAccount?.session;
		const isSample = listAccount?.instance.mailServer !== undefined;
		const mailSender = isSample ? undefined : await this.#mailSender();
		const account = await mailSender?.account(of);
		const noteOf = listAccount && account?.from ? await this.#senders.notesOf(listAccount) : () => '';
		/** The sender of mails that do not name one. Undefined if the user cancels. */
		const findSender = async ({ series }: FinishedMails) =>
			isSample ? this.#senders.find(listAccount, series) : (await mailSender?.prepare(of))?.from;
		const detailOf = (mails: readonly PreparedMail[]) => {
			const senders = new Set(mails.map(({ mail }) => (mail.from ?? account?.from)?.email));
			return isSample
				? 'To the sample forge: nothing leaves this computer'
				: `Through ${account?.server.host}, from ${[...senders].join(' and ')}`;
		};
		const setUp: MailAction = {
			id: 'set-up',
			icon: 'gear',
			label: 'Set Up Sending Mail…',
			detail: 'Then mails can be sent from here through your mail server',
			run: async () => {
				await mailSender?.setUpAndOfferTest(of);
				return undefined;
			},
		};
		return (mails) => {
			const others = exportActions(mails).map((action): MailAction => {
				const run = async (review: FinishedMails) => {
					const result = await action.run(review);
					if (result && listAccount)
						background(this.#senders.didSend(listAccount, review.series, review.mails));
					return result;
				};
				return { ...action, run };
			});
			if (!isSample && !account?.from) return [...others, setUp];
			// A mail that has only quotes cannot be sent.
			if (!mails.every(({ mail }) => hasOwnText(mail.body))) return others;
			// A list refuses only mails to itself. The addresses of lists begin with `~`.
			const isRefused = refusal !== '' && mails.some(({ mail }) => mail.to.startsWith('~'));
			const what = mails.length === 1 ? 'Mail' : `${formatNumber(mails.length)} Mails`;
			const [anyway, more] = isRefused ? [' Anyway', '…'] : ['', ''];
			const send: MailAction = {
				id: 'send',
				icon: 'send',
				label: `Send ${what}${anyway}${noteOf(mails[0]?.mail.from)}${more}`,
				detail: detailOf(mails),
				run: async (review) => {
					if (isRefused && !(await confirm('Send anyway?', refusal, 'Send Anyway'))) return undefined;
					const from = await findSender(review);
					return from && this.#send(review, from);
				},
			};
			return isRefused ? [...others, send] : [send, ...others];
		};
	}

	/** Puts mails into the outbox. */
	async #send(review: FinishedMails, from: Address): Promise<'sending' | undefined> {
		try {
			await this.#mails.send({ ...review, from }, undoDelayMs());
			return 'sending';
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			// Not awaited: until the user closes it, they could not send again.
			background(showWarning(`Nothing was sent. ${error.message}`));
			return undefined;
		}
	}
}
