import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { timeOfDay } from '../../../base/clock.ts';
import { type Coalesced, coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { SeriesReading } from '../../../patches/model/series-reading.ts';
import {
	type DiffDocument,
	patchScheme,
	readDocument,
} from '../../../patches/model/side-texts/document-address.ts';
import { webAddress } from '../../../patches/page/web-address.ts';
import type { DiffDocuments } from '../../../patches/state/documents/diff-documents.ts';
import { type OpenSeries, SeriesOfMails } from '../../../patches/state/find/series-of-mails.ts';
import type { MailingLists } from '../../../patches/state/mailing-lists.ts';
import { commentRanges } from '../../model/document-comments.ts';
import { type DocumentThread, documentThreads } from '../../model/document-threads.ts';
import { newestMail, repliesIn } from '../../page/diff-editor/document-replies.ts';
import { threadReplies } from '../../page/diff-editor/thread-replies.ts';
import { sentLabel } from '../../page/sent-comments.ts';
import { knownReplyProblem } from '../../state/known-reply-problem.ts';
import { draftsOf, sentComments, type WaitingMails } from '../../state/outbox-mail.ts';
import type { ReviewComment, ReviewComments } from '../../state/review-comments.ts';
import { DraftThreads } from './draft-threads.ts';
import { ReplyComment } from './reply-comment.ts';

interface DiffThreadsOptions {
	readonly lists: MailingLists;
	readonly documents: DiffDocuments;
	/** The comments of the user's reviews. */
	readonly comments: ReviewComments;
	readonly mails: WaitingMails;
	readonly log: Log;
}

interface ShownThread {
	readonly thread: vscode.CommentThread;
	comments: readonly ReplyComment[];
}

/** A document that VS Code has open, with its threads by their ids. */
interface OpenDocument {
	readonly uri: vscode.Uri;
	readonly document: DiffDocument;
	readonly threads: Map<string, ShownThread>;
	readonly drafts: DraftThreads;
	/** What the threads were made from. */
	reading: SeriesReading | undefined;
	/** Whether there was no room for all threads. */
	isCut: boolean;
}

/** Further threads are only on the page: VS Code draws each of them as an editor. */
const maxThreads = 300;
const burstMs = 50;

/**
 * The replies to patches as threads of VS Code's diff editors, at the lines that they quote, and the comments of the user's review. A diff editor of several files has all of its documents
 * open, also those that are not in view, so that nothing moves when the user scrolls. Reasons: docs/decisions/diff-threads.md.
 */
export class DiffThreads implements Disposable {
	readonly #options: DiffThreadsOptions;
	readonly #lifetime = new Lifetime();
	readonly #series: SeriesOfMails;
	readonly #update: Coalesced;
	/** By their addresses. */
	readonly #open = new Map<string, OpenDocument>();
	#controller: vscode.CommentController | undefined;

	constructor(options: DiffThreadsOptions) {
		const { lists, log } = options;
		this.#options = options;
		const logFailure = (failure: unknown) =>
			log.error('Replies could not be shown in a diff editor', failure);
		this.#update = coalesce(this.#lifetime, burstMs, () => this.#showAll(), { onError: logFailure });
		this.#series = this.#lifetime.add(new SeriesOfMails(lists, this.#update));
		this.#lifetime.add(lists.onDidChange(this.#update));
		this.#lifetime.add(options.comments.onDidChange(() => this.#update()));
		this.#lifetime.add(options.mails.onDidChange(this.#update));
		this.#lifetime.add(vscode.workspace.onDidOpenTextDocument((document) => this.#didOpen(document)));
		this.#lifetime.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#didClose(uri)));
		for (const document of vscode.workspace.textDocuments) this.#didOpen(document);
	}

	/** Lets the user edit a comment of their review, or shows it as it is kept. */
	setMode(comment: string, mode: vscode.CommentMode): void {
		for (const { drafts } of this.#open.values()) drafts.setMode(comment, mode);
		this.#update();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#didOpen({ uri }: vscode.TextDocument): void {
		const document = uri.scheme === patchScheme ? readDocument(uri.query) : undefined;
		if (!document) return;
		this.#didClose(uri);
		const drafts = new DraftThreads(
			uri,
			document,
			() => this.#commentsFor(uri),
			(comment) => sentLabel(comment, this.#options.mails, timeOfDay()),
		);
		const nothing = { reading: undefined, isCut: false };
		this.#open.set(uri.toString(), { uri, document, threads: new Map(), drafts, ...nothing });
		this.#controller ??= this.#createController();
		this.#update();
	}

	#didClose(uri: vscode.Uri): void {
		const name = uri.toString();
		const closed = this.#open.get(name);
		if (!closed) return;
		for (const { thread } of closed.threads.values()) thread.dispose();
		closed.drafts.dispose();
		this.#open.delete(name);
		this.#update();
	}

	async #showAll(): Promise<void> {
		const used = new Set<OpenSeries>();
		for (const open of [...this.#open.values()]) {
			try {
				const series = await this.#series.of(newestMail(open.document));
				if (series) used.add(series);
				await this.#showThreads(open, series);
				await this.#showDrafts(open);
			} catch (error) {
				if (!(error instanceof ForgeError)) throw error;
				this.#options.log.info('The replies to a document of a diff editor could not be read', error);
			}
			if (this.#lifetime.ended) return;
		}
		this.#series.keepOnly(used);
	}

	async #showThreads(open: OpenDocument, series: OpenSeries | undefined): Promise<void> {
		const reading = series?.reader.reading;
		const hasRoom = open.isCut && this.#threadCount < maxThreads;
		if (reading === open.reading && !hasRoom) return;
		const replies = reading && repliesIn(reading);
		const hasReplies = replies?.isAbout(open.document) === true;
		const lines = hasReplies ? await this.#options.documents.lines(open.document) : undefined;
		// Meanwhile, it may have been closed.
		if (this.#lifetime.ended || this.#open.get(open.uri.toString()) !== open) return;
		open.reading = reading;
		const wanted = lines && replies ? documentThreads(lines, replies) : [];
		const ids = new Set(wanted.map(({ id }) => id));
		for (const [id, { thread }] of open.threads) {
			if (ids.has(id)) continue;
			thread.dispose();
			open.threads.delete(id);
		}
		if (series && reading) for (const thread of wanted) this.#showThread(open, thread, series, reading);
		open.isCut = wanted.some(({ id }) => !open.threads.has(id));
	}

	#showThread(
		{ uri, threads }: OpenDocument,
		{ id, range, label, parts }: DocumentThread,
		{ key, account }: OpenSeries,
		{ mails }: SeriesReading,
	): void {
		const known = threads.get(id);
		const base = account.instance.lists ?? '';
		const comments = threadReplies(parts, mails).map((reply, nth) => {
			const before = known?.comments[nth];
			if (before && isDeepStrictEqual(before.reply, reply)) return before;
			const mail = mails.get(reply.mail);
			return new ReplyComment(reply, key, mail && webAddress(base, key, mail));
		});
		if (known) {
			if (isDeepStrictEqual(known.comments, comments)) return;
			known.comments = comments;
			known.thread.comments = comments;
			return;
		}
		if (this.#threadCount >= maxThreads) return;
		// VS Code cannot show a thread above the first line.
		const { first, last } = range ?? { first: 0, last: 0 };
		const thread = this.#controller?.createCommentThread(uri, new vscode.Range(first, 0, last, 0), comments);
		if (!thread) return;
		if (label !== '') thread.label = label;
		thread.canReply = false;
		thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
		threads.set(id, { thread, comments });
	}

	get #threadCount(): number {
		return [...this.#open.values()].reduce((count, { threads }) => count + threads.size, 0);
	}

	/** The comments of the user's review. Those that the list has are replies. */
	#commentsFor(uri: vscode.Uri): readonly ReviewComment[] {
		const { comments, mails } = this.#options;
		const { reading } = this.#open.get(uri.toString()) ?? {};
		// Until the replies are read, a comment counts as being on the list once its mail has left the outbox.
		const isOnList = (id: string) =>
			reading
				? [...reading.mails.values()].some(({ mail }) => mail.messageId === id)
				: mails.mailWith(id) === undefined;
		const sent = sentComments(comments, mails, isOnList);
		return [...draftsOf(comments, mails), ...sent];
	}

	async #showDrafts({ uri, document, drafts }: OpenDocument): Promise<void> {
		if (!drafts.isNeeded) return;
		const lines = await this.#options.documents.lines(document);
		const isOpen = this.#open.get(uri.toString())?.drafts === drafts && !this.#lifetime.ended;
		if (isOpen && this.#controller) drafts.show(lines, this.#controller);
	}

	/** Created with the first document, so that windows without one have none. */
	#createController(): vscode.CommentController {
		const controller = this.#lifetime.add(
			vscode.comments.createCommentController('tildeforge.patches', 'Tildeforge'),
		);
		controller.options = commentPrompt('');
		controller.commentingRangeProvider = {
			provideCommentingRanges: (document) => this.#commentingRanges(document),
		};
		return controller;
	}

	/** A comment can be on lines that were mailed, because it quotes them, or on a file or message as a whole. */
	async #commentingRanges({ uri }: vscode.TextDocument): Promise<vscode.CommentingRanges | undefined> {
		const { lists, documents } = this.#options;
		const document = uri.scheme === patchScheme ? readDocument(uri.query) : undefined;
		const mail = document && newestMail(document);
		const account = mail && lists.of(mail.account);
		if (!account) return undefined;
		try {
			// VS Code has one prompt for all documents, and asks for the lines of each that the user goes to.
			const prompt = commentPrompt(await knownReplyProblem(account, mail));
			if (this.#controller) this.#controller.options = prompt;
			const ranges = commentRanges(await documents.lines(document));
			return {
				enableFileComments: true,
				ranges: ranges.map(({ first, last }) => new vscode.Range(first, 0, last, 0)),
			};
		} catch (error) {
			if (error instanceof ForgeError) return undefined;
			throw error;
		}
	}
}

/** `problem`: why the user may not answer mails of the list. */
const commentPrompt = (problem: string): vscode.CommentOptions => ({
	prompt: 'Comment on These Lines',
	placeHolder: problem || 'Write a comment of your review. It is kept as a draft when you save it.',
});
