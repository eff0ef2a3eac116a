import type { Memento } from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { PatchPagesAndCommands } from '../../patches/commands/pages-and-commands.ts';
import type { DiffDocuments } from '../../patches/state/documents/diff-documents.ts';
import type { MailingLists } from '../../patches/state/mailing-lists.ts';
import type { StatusChanges } from '../../patches/state/status/status-changes.ts';
import type { ReviewPanels } from '../page/review-panels.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import type { DiffThreads } from './diff-threads/diff-threads.ts';
import { DraftCommands } from './diff-threads/draft-commands.ts';
import { FinishReview } from './finish-review.ts';
import { ListAddresses } from './list-addresses.ts';
import { MailActions } from './mail-actions.ts';
import type { MailDocuments } from './mail-documents.ts';
import type { MailSender } from './mail-server/mail-sender.ts';
import { MailReplies } from './reply-to-mail.ts';
import type { SenderAddresses } from './sender.ts';
import { VersionQuestion } from './version-question.ts';

interface ReviewCommandsOptions {
	readonly lists: MailingLists;
	readonly statuses: StatusChanges;
	readonly patches: PatchPagesAndCommands;
	/** The comments of the user's reviews. */
	readonly comments: ReviewComments;
	/** The mails of reviews that are on their way. */
	readonly mails: ReviewMails;
	readonly documents: DiffDocuments;
	/** The comments in diff editors. */
	readonly threads: DiffThreads;
	/** The mails that are open as documents. */
	readonly mailDocuments: MailDocuments;
	readonly mailSender: () => Promise<MailSender>;
	/** Who sends the mails of an account. */
	readonly senders: SenderAddresses;
	/** The panels in which the user finishes reviews. */
	readonly panels: ReviewPanels;
	readonly memory: Memento;
	/** The files of what the user has chosen. */
	readonly kept: Storage;
	readonly log: Log;
}

/** The commands on the user's comments and mails. Created when the first of them is needed. */
export class ReviewCommands implements Disposable {
	readonly drafts: DraftCommands;
	readonly review: FinishReview;
	readonly replies: MailReplies;
	readonly mails: ReviewMails;
	readonly mailDocuments: MailDocuments;
	readonly pages: PatchPagesAndCommands['pages'];
	readonly mailSender: () => Promise<MailSender>;
	readonly #lifetime = new Lifetime();

	constructor(options: ReviewCommandsOptions) {
		const { lists, statuses, patches, comments, mails, mailDocuments, senders, documents, threads, memory } =
			options;
		const { pages } = patches;
		this.pages = pages;
		this.mails = mails;
		this.mailDocuments = mailDocuments;
		const actions = new MailActions(options.mailSender, mails, senders);
		const addresses = new ListAddresses(options.kept, this.#lifetime, options.log);
		const versions = new VersionQuestion(lists, (key) => pages.open(key));
		const parts: ConstructorParameters<typeof FinishReview>[0] = {
			lists,
			comments,
			mails,
			statuses,
			openPage: (key, openOptions) => pages.open(key, openOptions),
			activePage: () => pages.active,
			documents: mailDocuments,
			senders,
			addresses,
			actions,
			versions,
			panels: options.panels,
			memory,
			lifetime: this.#lifetime,
		};
		this.review = new FinishReview(parts);
		this.replies = new MailReplies(parts);
		this.drafts = new DraftCommands({ lists, documents, comments, threads });
		this.mailSender = options.mailSender;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
