import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { patchScheme, readDocument } from '../../../patches/model/side-texts/document-address.ts';
import type { DocumentRange } from '../../../patches/model/side-texts/document-hunks.ts';
import type { DiffDocuments } from '../../../patches/state/documents/diff-documents.ts';
import type { MailingLists } from '../../../patches/state/mailing-lists.ts';
import { showInformation } from '../../../platform/editor/messages.ts';
import { signedOut } from '../../../platform/state/signed-out.ts';
import { newTextId, nextVersion } from '../../../platform/state/texts/text.ts';
import { commentAt, commentOnDocument, commentRanges, nearestRange } from '../../model/document-comments.ts';
import type { ReviewComments } from '../../state/review-comments.ts';
import type { DiffThreads } from './diff-threads.ts';
import { DraftComment } from './draft-comment.ts';

interface DraftCommandsOptions {
	readonly lists: MailingLists;
	readonly documents: DiffDocuments;
	readonly comments: ReviewComments;
	readonly threads: DiffThreads;
}

/** Implements the commands on the user's comments in diff editors. */
export class DraftCommands {
	readonly #options: DraftCommandsOptions;
	/** The threads of new comments that are being saved. */
	readonly #saving = new Set<unknown>();

	constructor(options: DraftCommandsOptions) {
		this.#options = options;
	}

	/** Keeps what the user has typed: in the box of a new comment, or of one that was edited. */
	async save(target: unknown): Promise<void> {
		if (target instanceof DraftComment)
			await (target.body.trim() === '' ? this.discard(target) : this.#saveEdited(target));
		else if (isNewComment(target) && !this.#saving.has(target.thread)) {
			this.#saving.add(target.thread);
			await this.#saveNew(target).finally(() => this.#saving.delete(target.thread));
		}
	}

	edit(target: unknown): void {
		if (target instanceof DraftComment)
			this.#options.threads.setMode(target.draft.id, vscode.CommentMode.Editing);
	}

	/** Shows a comment as it was before the user edited it. */
	cancel(target: unknown): void {
		if (target instanceof DraftComment)
			this.#options.threads.setMode(target.draft.id, vscode.CommentMode.Preview);
	}

	async discard(target: unknown): Promise<void> {
		if (!(target instanceof DraftComment)) return;
		const { comments, threads } = this.#options;
		const { id } = target.draft;
		await comments.discard(id);
		threads.setMode(id, vscode.CommentMode.Preview);
		background(offerUndo(comments, id));
	}

	/** Opens the box for a comment at the cursor, or says which lines near it are in a mail. */
	async commentOnLine(): Promise<void> {
		const editor = vscode.window.activeTextEditor;
		const document =
			editor?.document.uri.scheme === patchScheme ? readDocument(editor.document.uri.query) : undefined;
		if (!editor || !document) {
			background(showInformation('Place the cursor in a file or message of a patch first.'));
			return;
		}
		const line = editor.selection.end.line;
		const lines = await this.#options.documents.lines(document);
		const ranges = commentRanges(lines);
		if (ranges.some(({ first, last }) => first <= line && line <= last)) {
			await vscode.commands.executeCommand('workbench.action.addComment');
			return;
		}
		const name = editor.document.uri.path.split('/').at(-1);
		const reason =
			lines.kind === 'file' && lines.hunks.shows === 'old'
				? 'On the old side, you can comment on the lines that the patch removes.'
				: `Line ${line + 1} of ${name} is not in the mail, so you cannot comment on it.`;
		background(offerNearest(editor, reason, nearestRange(ranges, line)));
	}

	async #saveNew({ thread, text }: vscode.CommentReply): Promise<void> {
		const { lists, documents, comments } = this.#options;
		const document = readDocument(thread.uri.query);
		if (text.trim() === '' || !document) return;
		const { range } = thread;
		const lines = await documents.lines(document);
		const key = range
			? commentAt(lines, { first: range.start.line, last: range.end.line })
			: commentOnDocument(lines);
		if (!key)
			throw new ForgeError('missing', 'No mail has this line. Comment on a line that the patch contains.');
		const account = lists.of(key.account);
		if (!account) throw signedOut('patch');
		const { session, instance } = account;
		await comments.write({
			id: newTextId(),
			account: { id: session.id, name: session.account, instance: instance.name },
			key,
			body: { text },
			revision: 1,
			writer: comments.writer,
			base: null,
		});
		thread.dispose();
	}

	async #saveEdited({ draft, body }: DraftComment): Promise<void> {
		const { comments, threads } = this.#options;
		// Not the writer of this window, which may have written the same revision since, for example to carry the comment over.
		if (body !== draft.body.text)
			await comments.write(nextVersion(draft, newTextId(), { body: { text: body } }));
		threads.setMode(draft.id, vscode.CommentMode.Preview);
	}
}

/** Says why there is no comment on the line, and offers to go to lines that can have one. */
async function offerNearest(
	editor: vscode.TextEditor,
	reason: string,
	nearest: DocumentRange | undefined,
): Promise<void> {
	if (!nearest) {
		await showInformation(reason);
		return;
	}
	const [first, last] = [nearest.first + 1, nearest.last + 1];
	const lines = first === last ? `line is ${first}` : `lines are ${first} to ${last}`;
	const go = `Go to Line ${first}`;
	if ((await showInformation(`${reason} The nearest ${lines}.`, go)) !== go) return;
	const start = new vscode.Position(nearest.first, 0);
	editor.selection = new vscode.Selection(start, start);
	editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function offerUndo(comments: ReviewComments, id: string): Promise<void> {
	const undo = 'Undo';
	if ((await showInformation('Draft comment discarded.', undo)) === undo) await comments.restore(id);
}

const isNewComment = (target: unknown): target is vscode.CommentReply =>
	typeof target === 'object' && target !== null && 'thread' in target && 'text' in target;
