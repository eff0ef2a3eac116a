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
		const actions = await this.#find(listAccount, refusal);
		if (!listAccount) return actions;
		const run = (action: MailAction) => async (review: FinishedMails) => {
			const result = await action.run(review);
			const { series, mails } = review;
			// A mail in the outbox can still be undone.
			if (result !== undefined && result !== 'sending')
				background(this.#senders.didSend(listAccount, series, mails));
			return result;
		};
		return (mails) => actions(mails).map((action) => ({ ...action, run: run(action) }));
	}

	async #find(
		listAccount: ListAccount | undefined,
		refusal: string,
	): Promise<(mails: readonly PreparedMail[]) => readonly MailAction[]> {
		if (listAccount?.instance.mailServer) return this.#sampleActions(listAccount, refusal);
		const mailSender = await this.#mailSender();
		const of = listAccount?.session;
		const account = await mailSender.account(of);
		if (account?.from) {
			const { from, server } = account;
			const noteOf = listAccount ? await this.#senders.notesOf(listAccount) : () => '';
			const note = (mails: readonly PreparedMail[]) => noteOf(mails[0]?.mail.from);
			const detail = (mails: readonly PreparedMail[]) => {
				const senders = new Set(mails.map(({ mail }) => (mail.from ?? from).email));
				return `Through ${server.host}, from ${[...senders].join(' and ')}`;
			};
			const run = async (review: FinishedMails) => {
				const prepared = await mailSender.prepare(of);
				return prepared?.from && this.#send(review, prepared.from);
			};
			return withSend(detail, run, refusal, note);
		}
		const setUp: MailAction = {
			id: 'set-up',
			icon: 'gear',
			label: 'Set Up Sending Mail…',
			detail: 'Then mails can be sent from here through your mail server',
			run: async () => {
				await mailSender.setUpAndOfferTest();
				return undefined;
			},
		};
		return (mails) => [...exportActions(mails), setUp];
	}

	#sampleActions(
		account: ListAccount,
		refusal: string,
	): (mails: readonly PreparedMail[]) => readonly MailAction[] {
		const detail = () => 'To the sample forge: nothing leaves this computer';
		const run = async (review: FinishedMails) => {
			const from = await this.#senders.find(account, review.series);
			return from && this.#send(review, from);
		};
		return withSend(detail, run, refusal);
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

/** What can be done with mails if they can be sent. A mail that has only quotes cannot. */
const withSend =
	(
		detail: (mails: readonly PreparedMail[]) => string,
		run: MailAction['run'],
		refusal: string,
		note: (mails: readonly PreparedMail[]) => string = () => '',
	) =>
	(mails: readonly PreparedMail[]) => {
		if (!mails.every(({ mail }) => hasOwnText(mail.body))) return exportActions(mails);
		const what = mails.length === 1 ? 'Mail' : `${formatNumber(mails.length)} Mails`;
		const send = { id: 'send', icon: 'send', detail: detail(mails) } as const;
		// A list refuses only mails to itself. The addresses of lists begin with `~`.
		if (refusal === '' || mails.every(({ mail }) => !mail.to.startsWith('~')))
			return [{ ...send, label: `Send ${what}${note(mails)}`, run }, ...exportActions(mails)];
		const runIfWanted: MailAction['run'] = async (review) =>
			(await confirm('Send anyway?', refusal, 'Send Anyway')) ? run(review) : undefined;
		return [
			...exportActions(mails),
			{ ...send, label: `Send ${what} Anyway${note(mails)}…`, run: runIfWanted },
		];
	};
