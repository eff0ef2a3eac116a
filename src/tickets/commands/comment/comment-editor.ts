import * as vscode from 'vscode';
import { count } from '../../../base/text/numbers.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { DraftEditor, findDocument, textOf } from '../../../platform/editor/files/draft-editor.ts';
import { replaceText } from '../../../platform/editor/replace-text.ts';
import type { RowOpening } from '../../../platform/editor/row-activation.ts';
import type { TicketKey } from '../../../platform/model/keys.ts';
import { textAfter } from '../../../platform/model/text-after.ts';
import type { DraftBody, TextKey } from '../../model/ticket-draft.ts';
import type { WrittenTicketText } from '../../state/changes/text-sender.ts';
import { type CommentFiles, commentAt } from './comment-files.ts';

const scheme = 'tildeforge-comment';
const longest = 16384;

/** The text editor in which the user writes a comment for several tickets. */
export class CommentEditor extends DraftEditor<TextKey, DraftBody> {
	readonly #files: CommentFiles;
	/** The comments that are being sent, so that a second key press does not send them again. */
	readonly #sending = new Set<string>();

	constructor(files: CommentFiles) {
		super(files);
		this.#files = files;
	}

	/** The address of the comment for these tickets. */
	addressOf(tickets: readonly TicketKey[], id?: string): vscode.Uri {
		return vscode.Uri.from({ scheme, ...this.#files.addressOf(tickets, id) });
	}

	/** Opens the comment for these tickets, with the text that was written for them before. `id` is the text, if there are several. */
	async open(tickets: readonly TicketKey[], opening?: RowOpening, id?: string): Promise<void> {
		await this.show(this.addressOf(tickets, id), opening);
	}

	/** The button above the text, which says how many tickets get it. */
	lenses(uri: vscode.Uri): readonly vscode.CodeLens[] {
		const title = `Send to ${count(commentAt(uri).tickets.length, 'ticket')}`;
		const command = { title, command: 'tildeforge.sendTicketComment' };
		return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
	}

	/**
	 * Sends the comment of the editor in front, which is then closed. What the user writes meanwhile is the next comment for these tickets.
	 * `send` resolves to whether the comment is on its way.
	 */
	async send(
		send: (tickets: readonly TicketKey[], comment: WrittenTicketText) => Promise<boolean>,
	): Promise<void> {
		const document = vscode.window.activeTextEditor?.document;
		if (document?.uri.scheme !== scheme) return;
		const { uri } = document;
		const { id, tickets } = commentAt(uri);
		if (this.#sending.has(id)) return;
		this.#sending.add(id);
		try {
			const text = checkedText(await savedText(document));
			const comment = this.#files.written(uri, text);
			let isSent = false;
			try {
				isSent = await this.#files.whileSending(uri, () => send(tickets, comment));
			} finally {
				// What was saved meanwhile was not kept, and counts as saved in VS Code.
				if (!isSent) await this.#files.keep(uri, textOf(document));
			}
			if (isSent) await this.#closeSent(document, tickets, text);
		} finally {
			this.#sending.delete(id);
		}
	}

	async #closeSent(
		document: vscode.TextDocument,
		tickets: readonly TicketKey[],
		sent: string,
	): Promise<void> {
		const rest = textAfter(sent, textOf(document));
		const next = this.addressOf(tickets);
		if (rest !== '') await this.#files.keep(next, rest);
		if (rest !== '') await this.open(tickets);
		await this.close(document.uri, {});
	}

	/** Closes the editor of a comment that was sent or discarded, which is empty if the user opens it again. */
	override async close(
		uri: vscode.Uri,
		options: Parameters<DraftEditor<TextKey, DraftBody>['close']>[1] = { preserveFocus: true },
	): Promise<void> {
		const document = findDocument(uri);
		if (!document || (await replaceText(document, ''))) await super.close(uri, options);
	}
}

/** Saves a document and returns its text, without what the user types meanwhile. */
async function savedText(document: vscode.TextDocument): Promise<string> {
	const before = textOf(document);
	// The settings of the user may let VS Code change the text when it is saved.
	if (await document.save()) return textOf(document);
	// A save also counts as failed if the user has typed meanwhile.
	if (textOf(document) !== before) return before;
	throw new ForgeError('refused', 'The comment could not be saved, so it was not sent.');
}

function checkedText(written: string): string {
	const text = written.trimEnd();
	if (text.trim().length < 3) throw new ForgeError('refused', 'A comment needs at least 3 characters.');
	if (text.length > longest)
		throw new ForgeError(
			'refused',
			`A comment can have at most 16,384 characters. This one has ${text.length.toLocaleString('en-US')}.`,
		);
	return text;
}
