import { join } from 'node:path';
import { background } from '../base/background.ts';
import type { Event } from '../base/emitter.ts';
import { fileStorage } from '../base/files/file-storage.ts';
import { Lifetime } from '../base/lifetime.ts';
import { once } from '../base/once.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import { isCertainlyNotMade } from '../platform/state/outbox/entry.ts';
import { reopenMail } from './commands/review/edit-mail.ts';
import { followSentMails } from './commands/review/follow-sent-mails.ts';
import { MailDocuments } from './commands/review/mail-documents.ts';
import { MailSenders } from './commands/review/sender.ts';
import { sendToSample } from './state/mail-server/send-to-sample.ts';
import type { MailingLists } from './state/mailing-lists.ts';
import { draftsOf, type MailEntry, sentToLists } from './state/review/outbox-mail.ts';
import { preparedMailOf } from './state/review/outgoing-mail.ts';
import { createReviewComments } from './state/review/review-comments.ts';
import { ReviewMails, type SentMail } from './state/review/review-mails.ts';
import type { StatusChanges } from './state/status/status-changes.ts';

interface ReviewsDependencies {
	readonly lists: () => Promise<MailingLists>;
	readonly statuses: () => Promise<StatusChanges>;
	readonly forges: () => Promise<AccountSource>;
	/** Rejects with a message for the user if this window must not write to the secret storage. */
	readonly checkStorage: () => Promise<void>;
	/** The local clones of the workspace's projects. */
	readonly projects: () => Promise<{ readonly emails: readonly string[] }>;
}

/** The parts of the user's reviews. Each is opened when it is first needed. */
export class Reviews {
	readonly #window: ExtensionWindow;
	readonly #dependencies: ReviewsDependencies;

	constructor(window: ExtensionWindow, dependencies: ReviewsDependencies) {
		this.#window = window;
		this.#dependencies = dependencies;
	}

	/** The comments of the user's reviews. They are kept when an account signs out. */
	readonly comments = once(async () => {
		const { context, lifetime, log } = this.#window;
		const child = log.child('reviews');
		const folder = join(context.globalStorageUri.fsPath, 'reviews');
		const comments = lifetime.add(createReviewComments(fileStorage(folder, child), child));
		await comments.open();
		return comments;
	});

	/** The mails of the user's reviews that are on their way. */
	readonly mails = once(async () => {
		const { context, lifetime, log } = this.#window;
		const [forges, lists, statuses] = await Promise.all([
			this.#dependencies.forges(),
			this.#dependencies.lists(),
			this.#dependencies.statuses(),
		]);
		const mails = await ReviewMails.open({
			lists,
			forges,
			comments: this.comments,
			log: log.child('mail'),
			deliver: async (account, mail, signal) => {
				const sample = account.instance.mailServer;
				if (!sample) return (await this.mailSender()).send(mail, signal);
				return sendToSample(sample, mail, signal);
			},
			setStatus: (key, change) => statuses.outbox.add([{ key, change }], 0),
			canSetStatus: (list) => statuses.canChange(list),
			folder: context.globalStorageUri.fsPath,
		});
		// The outbox sends what earlier windows left in it, even before a command is loaded.
		lifetime.add(mails.onDidSend((sent) => background(this.#rememberSender(sent))));
		return lifetime.add(mails);
	});

	/** The comments that the user has not sent, and those that were sent to lists. */
	readonly drafts = once(async () => {
		const [comments, mails] = await Promise.all([this.comments(), this.mails()]);
		const onDidChange: Event<unknown> = (listener) => {
			const listening = new Lifetime();
			listening.add(comments.onDidChange(listener));
			listening.add(mails.onDidChange(() => listener(undefined)));
			return listening;
		};
		return { all: () => draftsOf(comments, mails), sent: () => sentToLists(comments), onDidChange };
	});

	/** From which addresses the user sends mails. */
	readonly senders = once(async () => {
		const [mails, projects] = await Promise.all([this.mails(), this.#dependencies.projects()]);
		const { globalState } = this.#window.context;
		return new MailSenders(globalState, () => projects.emails, this.mailSender, mails);
	});

	/** Sends mails through the user's mail server. */
	readonly mailSender = once(async () => {
		const { context, secrets, log } = this.#window;
		const { MailSender } = await import('./commands/mail-server/mail-sender.ts');
		return new MailSender(context.secrets, secrets, log.child('mail'), this.#dependencies.checkStorage);
	});

	/** The mails that are open as documents. */
	readonly documents = once(async () => {
		const { context, lifetime } = this.#window;
		const documents = lifetime.add(new MailDocuments(context.workspaceState));
		background(this.#followSent(documents));
		return documents;
	});

	/** Shows the document of a mail that was taken out of the outbox and not sent. */
	readonly reopen = async (entry: MailEntry): Promise<void> => {
		await reopenMail(entry, await this.documents());
	};

	/** Asks for what is missing to send mails again. Mails to the sample forge need nothing. */
	readonly mayResend = async (entries: readonly MailEntry[]): Promise<boolean> => {
		const lists = await this.#dependencies.lists();
		if (entries.every(({ key }) => lists.of(key.account)?.instance.mailServer)) return true;
		return (await this.mailSender()).prepareAgain(entries.some(isCertainlyNotMade));
	};

	/** Closes the documents of mails that are sent, and of those that were sent before the documents were restored. */
	async #followSent(documents: MailDocuments): Promise<void> {
		const [mails, comments, lists] = await Promise.all([
			this.mails(),
			this.comments(),
			this.#dependencies.lists(),
		]);
		const { lifetime, log } = this.#window;
		lifetime.add(followSentMails({ mails, documents, comments, lists, log }));
	}

	async #rememberSender({ key, mail }: SentMail): Promise<void> {
		const [senders, lists] = await Promise.all([this.senders(), this.#dependencies.lists()]);
		const account = lists.of(key.account);
		if (account) await senders.didSend(account, key, [preparedMailOf(mail)]);
	}
}
