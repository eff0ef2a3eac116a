import * as vscode from 'vscode';
import { ForgeError } from '../../forge/errors.ts';
import { closeTabs } from '../../platform/editor/close-tabs.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { withLineFeeds } from '../../platform/model/line-breaks.ts';
import type { BulkComments } from '../state/bulk-comments.ts';
import { commentAddress, commentIdOf } from './comment-files.ts';

const scheme = 'tildeforge-comment';
const longest = 16384;

/** The text editor in which the user writes a comment for several tickets. */
export class CommentEditor {
	readonly #comments: BulkComments;
	/** The comments that are being sent, so that a second key press does not send them again. */
	readonly #sending = new Set<string>();

	constructor(comments: BulkComments) {
		this.#comments = comments;
	}

	/** Opens the comment for these tickets, with the text that was written for them before. */
	async open(tickets: readonly TicketKey[]): Promise<void> {
		const address = commentAddress(await this.#comments.begin(tickets), tickets);
		const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, ...address }));
		await vscode.window.showTextDocument(document, { preview: false });
	}

	/** Sends the comment in the active editor, and closes the editor. `send` resolves to whether the comment was queued. */
	async send(send: (tickets: readonly TicketKey[], text: string) => Promise<boolean>): Promise<void> {
		const document = vscode.window.activeTextEditor?.document;
		if (document?.uri.scheme !== scheme) return;
		const id = commentIdOf(document.uri);
		if (this.#sending.has(id)) return;
		this.#sending.add(id);
		try {
			const isSaved = await document.save();
			const comment = await this.#comments.read(id);
			if (!comment) throw new ForgeError('missing', 'The comment was already sent.');
			if (!isSaved) throw new ForgeError('refused', 'The comment could not be saved, so it was not sent.');
			if (!(await send(comment.tickets, checkedText(document)))) return;
			await this.#comments.remove(id);
			await closeTabs(document.uri);
		} finally {
			this.#sending.delete(id);
		}
	}
}

function checkedText(document: vscode.TextDocument): string {
	const text = withLineFeeds(document.getText()).trimEnd();
	if (text.trim().length < 3) throw new ForgeError('refused', 'A comment needs at least 3 characters.');
	if (text.length > longest)
		throw new ForgeError(
			'refused',
			`A comment can have at most 16,384 characters. This one has ${text.length.toLocaleString('en-US')}.`,
		);
	return text;
}
