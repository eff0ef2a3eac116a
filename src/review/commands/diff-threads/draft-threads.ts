import * as vscode from 'vscode';
import type { DiffDocument } from '../../../patches/model/side-texts/document-address.ts';
import type { DocumentRange } from '../../../patches/model/side-texts/document-hunks.ts';
import type { DocumentLines } from '../../../patches/model/side-texts/document-lines.ts';
import { isSameVersion } from '../../../platform/state/texts/text.ts';
import { isOnDocument, rangeOfComment } from '../../model/document-comments.ts';
import { patchesOfDocument } from '../../model/document-patches.ts';
import type { ReviewComment } from '../../state/review-comments.ts';
import { DraftComment } from './draft-comment.ts';

interface DraftThread {
	readonly thread: vscode.CommentThread;
	comment: DraftComment;
}

/** The comments of the user's review on the lines of a document that VS Code has open. */
export class DraftThreads {
	readonly #uri: vscode.Uri;
	readonly #document: DiffDocument;
	readonly #allComments: () => readonly ReviewComment[];
	readonly #sentLabelOf: (comment: ReviewComment) => string;
	/** By the ids of the comments. */
	readonly #threads = new Map<string, DraftThread>();

	/** `allComments`: those on all mails, until the list has them. `sentLabelOf`: how far one is on its way; empty for a draft. */
	constructor(
		uri: vscode.Uri,
		document: DiffDocument,
		allComments: () => readonly ReviewComment[],
		sentLabelOf: (comment: ReviewComment) => string,
	) {
		this.#uri = uri;
		this.#document = document;
		this.#allComments = allComments;
		this.#sentLabelOf = sentLabelOf;
	}

	/** Whether there is something to show or to remove. */
	get isNeeded(): boolean {
		return this.#threads.size > 0 || this.#drafts().length > 0;
	}

	show(lines: DocumentLines, controller: vscode.CommentController): void {
		const left = new Set(this.#threads.keys());
		for (const draft of this.#drafts()) {
			const range = rangeOfComment(lines, draft.key);
			if (!range && !isOnDocument(lines, draft.key)) continue;
			left.delete(draft.id);
			const known = this.#threads.get(draft.id);
			if (known) this.#update(known, draft);
			else this.#add(draft, range, controller);
		}
		for (const [id, { thread, comment }] of this.#threads) {
			// The draft may have been sent, discarded or carried over elsewhere, but what the user is typing is only in this thread.
			if (!left.has(id) || comment.mode === vscode.CommentMode.Editing) continue;
			thread.dispose();
			this.#threads.delete(id);
		}
	}

	/** Lets the user edit a comment, or shows it again as it is kept. */
	setMode(id: string, mode: vscode.CommentMode): void {
		const found = this.#threads.get(id);
		if (found) this.#replace(found, found.comment.draft, mode);
	}

	dispose(): void {
		for (const { thread } of this.#threads.values()) thread.dispose();
		this.#threads.clear();
	}

	#drafts(): readonly ReviewComment[] {
		const patches = patchesOfDocument(this.#document);
		return this.#allComments().filter(({ key }) =>
			patches.some(
				({ account, owner, list, mail }) =>
					mail === key.mail && list === key.list && owner === key.owner && account === key.account,
			),
		);
	}

	#add(draft: ReviewComment, range: DocumentRange | undefined, controller: vscode.CommentController): void {
		const comment = new DraftComment(draft, this.#sentLabelOf(draft));
		const { first, last } = range ?? { first: 0, last: 0 };
		const lines = new vscode.Range(first, 0, last, 0);
		const thread = controller.createCommentThread(this.#uri, lines, [comment]);
		// Without a range, the thread is about the whole document. `createCommentThread` requires a range.
		if (!range) thread.range = undefined;
		thread.canReply = false;
		thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
		this.#threads.set(draft.id, { thread, comment });
	}

	/** What the user types is left alone. */
	#update(shown: DraftThread, draft: ReviewComment): void {
		const { mode, draft: before, sentLabel } = shown.comment;
		const isSame = isSameVersion(before, draft) && sentLabel === this.#sentLabelOf(draft);
		if (mode === vscode.CommentMode.Editing || isSame) return;
		this.#replace(shown, draft, mode);
	}

	#replace(shown: DraftThread, draft: ReviewComment, mode: vscode.CommentMode): void {
		shown.comment = new DraftComment(draft, this.#sentLabelOf(draft));
		shown.comment.mode = mode;
		shown.thread.comments = [shown.comment];
	}
}
