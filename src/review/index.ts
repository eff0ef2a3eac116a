import { join } from 'node:path';
import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import { timeOfDay } from '../base/clock.ts';
import { anyOf } from '../base/emitter.ts';
import { fileStorage } from '../base/files/file-storage.ts';
import { once } from '../base/once.ts';
import type { ReviewOnPages } from '../patches/commands/pages-and-commands.ts';
import type { PatchesFeature } from '../patches/index.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import type { ChangesOfKind } from '../platform/commands/outbox-controller.ts';
import { DraftEditor } from '../platform/editor/files/draft-editor.ts';
import { showInStatusBar } from '../platform/editor/messages.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import { isCertainlyNotMade, isUnconfirmed } from '../platform/state/outbox/entry.ts';
import { MailDocuments } from './commands/mail-documents.ts';
import { MailFiles } from './commands/mail-files.ts';
import { SenderAddresses } from './commands/sender.ts';
import { ReviewPanels } from './page/review-panels.ts';
import { createMailDrafts, type MailDraft, savedMails, senderIn } from './state/mail-drafts.ts';
import { sendToSample } from './state/mail-server/send-to-sample.ts';
import { quotedTitle } from './state/mail-words.ts';
import { draftsOf, type MailEntry, type OutboxMail, reviewOf, sentToLists } from './state/outbox-mail.ts';
import { preparedMailOf } from './state/outgoing-mail.ts';
import { createReviewComments } from './state/review-comments.ts';
import { ReviewMails, type SentMail } from './state/review-mails.ts';

/** What the review feature needs from the rest of the extension. */
interface ReviewDependencies {
	/** `checkStorage` rejects with a message for the user if this window must not write to the secret storage. */
	readonly accounts: () => Promise<{
		readonly forges: AccountSource & { readonly checkStorage: () => Promise<void> };
	}>;
	/** The local clones of the workspace's projects. */
	readonly projects: () => Promise<{ readonly emails: readonly string[] }>;
	/** The mailing lists, their patches, and the pages that show them. */
	readonly patches: PatchesFeature;
}

/** The user's reviews: the comments that they write, and the mails that these are sent in. Each part is opened when it is first needed. */
export class ReviewFeature {
	readonly #window: ExtensionWindow;
	readonly #dependencies: ReviewDependencies;

	constructor(window: ExtensionWindow, dependencies: ReviewDependencies) {
		this.#window = window;
		this.#dependencies = dependencies;
	}

	/** The panels in which the user finishes reviews. */
	readonly #panels = new ReviewPanels();

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
		const [{ forges }, lists, statuses] = await Promise.all([
			this.#dependencies.accounts(),
			this.#dependencies.patches.lists(),
			this.#dependencies.patches.statuses(),
		]);
		const mails = await ReviewMails.open({
			lists,
			forges,
			comments: this.comments,
			drafts: this.mailDrafts,
			log: log.child('mail'),
			deliver: async (account, mail, signal) => {
				const sample = account.instance.mailServer;
				if (!sample) return (await this.mailSender()).send(mail, signal, account.session);
				return sendToSample(sample, mail, signal);
			},
			setStatus: (key, change) => statuses.outbox.add([{ key, change }], 0),
			canSetStatus: (list) => statuses.canChange(list),
			folder: context.globalStorageUri.fsPath,
			reopen: async (entry) => (await this.mailDocuments()).reopen(entry),
			mayResend: (entries) => this.#mayResend(entries),
		});
		/** What was sent of each review since the user was last told: those that are sent together are one message. */
		const sent = new Map<string | undefined, readonly OutboxMail[]>();
		const tell = () => {
			const now = timeOfDay();
			const isSentSoon = (one: MailEntry) =>
				one.state.kind === 'sending' || (one.state.kind === 'pending' && !isUnconfirmed(one, now));
			const unfinished = new Set(mails.entries.filter(isSentSoon).map(reviewOf));
			for (const [review, all] of sent) {
				const [mail] = all;
				if (!mail || unfinished.has(review)) continue;
				sent.delete(review);
				showInStatusBar(all.length === 1 ? `Mail sent: ${quotedTitle(mail)}` : `${all.length} mails sent`);
			}
		};
		// Here and not with the commands, because the outbox sends the mails of earlier windows even if no command is loaded.
		lifetime.add(
			mails.onDidSettle(({ entry, result }) => {
				const mail = entry.steps.at(-1)?.change;
				const review = reviewOf(entry);
				if (mail && result.kind === 'sent') sent.set(review, [...(sent.get(review) ?? []), mail]);
			}),
		);
		lifetime.add(mails.onDidChange(tell));
		lifetime.add(mails.onDidSend((mail) => background(this.#rememberSender(mail))));
		return lifetime.add(mails);
	});

	/** The mails that the user writes in documents. They are kept when an account signs out, and need none. */
	readonly mailDrafts = once(async () => {
		const { context, lifetime, deactivation, log } = this.#window;
		const child = log.child('mail');
		const folder = join(context.globalStorageUri.fsPath, 'mail-drafts');
		const drafts = lifetime.add(createMailDrafts(fileStorage(folder, child), child));
		await drafts.open();
		lifetime.add(drafts.onDidWrite(({ series }) => this.#panels.didChange(series)));
		deactivation.addWrite((signal) => drafts.settled(signal));
		return drafts;
	});

	readonly mailFiles = once(async () => new MailFiles(await this.mailDrafts()));

	/** The text editors of mails, also before the accounts are loaded. */
	readonly mailEditors = once(async () => {
		const typing = new DraftEditor(await this.mailFiles());
		return {
			didChange: async (document: vscode.TextDocument) => {
				// Closes it if the mail was sent meanwhile.
				background(this.mailDocuments());
				await typing.didChange(document);
			},
			lenses: async (uri: vscode.Uri) => (await this.mailDocuments()).lenses(uri),
		};
	});

	/** The comments and mails that the user has not sent, and the comments that were sent to lists. */
	readonly drafts = once(async () => {
		const [comments, mails, written] = await Promise.all([this.comments(), this.mails(), this.mailDrafts()]);
		return {
			all: () => draftsOf(comments, mails),
			mails: () => savedMails(written, mails),
			sent: () => sentToLists(comments),
			onDidChange: anyOf<unknown>([comments.onDidChange, mails.onDidChange, written.onDidChange]),
		};
	});

	/** From which addresses the user sends mails. */
	readonly senders = once(async () => {
		const [mails, projects] = await Promise.all([this.mails(), this.#dependencies.projects()]);
		const { globalState } = this.#window.context;
		return new SenderAddresses(globalState, () => projects.emails, this.mailSender, mails);
	});

	/** Sends mails through the user's mail server. */
	readonly mailSender = once(async () => {
		const { context, secrets, log } = this.#window;
		const { MailSender } = await import('./commands/mail-server/mail-sender.ts');

		const checkStorage = async () => (await this.#dependencies.accounts()).forges.checkStorage();
		const accounts = async () =>
			(await this.#dependencies.patches.lists()).accounts.filter(({ instance }) => !instance.mailServer);
		return new MailSender(context.secrets, secrets, log.child('mail'), checkStorage, accounts);
	});

	/** The documents of the mails that the user writes. */
	readonly mailDocuments = once(async () => {
		const [files, mails, lists] = await Promise.all([
			this.mailFiles(),
			this.mails(),
			this.#dependencies.patches.lists(),
		]);
		const accountOf = (id: string) => {
			const { account: name = '', instance = '' } = lists.of(id)?.session ?? {};
			return { id, name, instance };
		};
		const noteOf = async ({ key, body }: MailDraft) => {
			const account = lists.of(key.account);
			if (!account) return '';
			const note = await (await this.senders()).notesOf(account);
			return note(senderIn(body.text));
		};
		return this.#window.lifetime.add(new MailDocuments({ files, mails, accountOf, noteOf }));
	});

	/** The mails that are not sent yet. */
	readonly changes = once(async (): Promise<ChangesOfKind> => {
		// A page does not report failures: it can be far from the comment of a mail, and a mail need not have comments.
		return { outbox: await this.mails(), isVisible: () => false };
	});

	/** The comments in diff editors. */
	readonly threads = once(async () => {
		const { lifetime, log } = this.#window;
		const { patches } = this.#dependencies;
		const [{ DiffThreads }, lists, documents, comments, mails] = await Promise.all([
			import('./commands/diff-threads/diff-threads.ts'),
			patches.lists(),
			patches.diffDocuments(),
			this.comments(),
			this.mails(),
		]);
		return lifetime.add(new DiffThreads({ lists, documents, comments, mails, log: log.child('lists') }));
	});

	/** The comments on the pages of patches, and what these pages ask for. */
	readonly onPages = once(async (): Promise<ReviewOnPages> => {
		const [{ PageComments }, comments, mails] = await Promise.all([
			import('./page/page-comments.ts'),
			this.comments(),
			this.mails(),
		]);
		const entryOf = async (id: string) => (await mails.takeBack(id)) ?? id;
		return {
			createComments: (page, changed) => new PageComments(page, comments, mails, this.#panels, changed),
			entryOf,
			// The command shows why it failed.
			editMail: async (id) =>
				vscode.commands.executeCommand('tildeforge.editMail', { entry: await entryOf(id) }),
			finishReview: async (key) => (await this.commands()).review.finish(key),
			replyToSeries: async (key) => (await this.commands()).replies.replyToSeries(key),
			replyToMail: async (...args) => (await this.commands()).replies.reply(...args),
		};
	});

	/** The commands on comments and mails. */
	readonly commands = once(async () => {
		const { context, lifetime, log } = this.#window;
		const { patches: feature } = this.#dependencies;
		const [
			{ ReviewCommands },
			lists,
			statuses,
			patches,
			comments,
			mails,
			documents,
			threads,
			mailDocuments,
			senders,
		] = await Promise.all([
			import('./commands/review-commands.ts'),
			feature.lists(),
			feature.statuses(),
			feature.pagesAndCommands(),
			this.comments(),
			this.mails(),
			feature.diffDocuments(),
			this.threads(),
			this.mailDocuments(),
			this.senders(),
		]);
		return lifetime.add(
			new ReviewCommands({
				lists,
				statuses,
				patches,
				comments,
				mails,
				documents,
				threads,
				mailDocuments,
				mailSender: this.mailSender,
				senders,
				panels: this.#panels,
				memory: context.globalState,
				kept: fileStorage(join(context.globalStorageUri.fsPath, 'kept'), log),
				log,
			}),
		);
	});

	/** Asks for what is missing to send mails again. Mails to the sample forge need nothing. */
	async #mayResend(entries: readonly MailEntry[]): Promise<boolean> {
		const lists = await this.#dependencies.patches.lists();
		if (entries.every(({ key }) => lists.of(key.account)?.instance.mailServer)) return true;
		const mailSender = await this.mailSender();
		for (const [account, ofAccount] of Map.groupBy(entries, ({ key }) => key.account)) {
			const wereRefused = ofAccount.some(isCertainlyNotMade);
			if (!(await mailSender.prepareAgain(wereRefused, lists.of(account)?.session))) return false;
		}
		return true;
	}

	async #rememberSender({ key, mail }: SentMail): Promise<void> {
		const [senders, lists] = await Promise.all([this.senders(), this.#dependencies.patches.lists()]);
		const account = lists.of(key.account);
		if (account) await senders.didSend(account, key, [preparedMailOf(mail)]);
	}
}
