import * as vscode from 'vscode';
import { count } from '../../../base/text/numbers.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { closeTabs } from '../../../platform/editor/close-tabs.ts';
import { replaceText } from '../../../platform/editor/replace-text.ts';
import type { RowOpening } from '../../../platform/editor/row-activation.ts';
import type { TicketKey } from '../../../platform/model/keys.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import { textAfter } from '../../../platform/model/text-after.ts';
import type { WrittenTicketText } from '../../state/changes/text-sender.ts';
import { type CommentFiles, commentAt } from './comment-files.ts';

const scheme = 'tildeforge-comment';
const longest = 16384;

type Document = Pick<vscode.TextDocument, 'uri' | 'isDirty' | 'lineCount' | 'getText' | 'save'>;

const textOf = (document: Document) => withLineFeeds(document.getText());

/** The text editor in which the user writes a comment for several tickets. */
export class CommentEditor {
	readonly #files: CommentFiles;
	/** The comments that are being sent, so that a second key press does not send them again. */
	readonly #sending = new Set<string>();

	constructor(files: CommentFiles) {
		this.#files = files;
	}

	/** The address of the comment for these tickets. */
	addressOf(tickets: readonly TicketKey[], id?: string): vscode.Uri {
		return vscode.Uri.from({ scheme, ...this.#files.addressOf(tickets, id) });
	}

	/** Opens the comment for these tickets, with the text that was written for them before. `id` is the text, if there are several. */
	async open(
		tickets: readonly TicketKey[],
		{ preserveFocus, stays }: RowOpening = { preserveFocus: false, stays: true },
		id?: string,
	): Promise<void> {
		const document = await vscode.workspace.openTextDocument(this.addressOf(tickets, id));
		await vscode.window.showTextDocument(document, { preview: !stays, preserveFocus });
		// Another window may have written it since this editor was opened.
		const isOld = !document.isDirty && this.#files.textAt(document.uri) !== textOf(document);
		if (isOld) await vscode.commands.executeCommand('workbench.action.files.revert');
	}

	/**
	 * What the user types is kept at once, as on pages. VS Code itself would keep it only after a second, and writes the file only when the
	 * user saves it.
	 */
	async didChange(document: Document): Promise<void> {
		if (!document.isDirty) return;
		const text = textOf(document);
		// If VS Code was killed, it may have restored a text without the last words.
		const newer = this.#files.newerThan(document.uri, text);
		if (newer === undefined || !(await replaceText(document, newer)))
			await this.#files.keep(document.uri, text);
	}

	/** The button above the text, which says how many tickets get it. */
	sendButton(uri: vscode.Uri): vscode.CodeLens {
		const title = `Send to ${count(commentAt(uri).tickets.length, 'ticket')}`;
		const command = { title, command: 'tildeforge.sendTicketComment' };
		return { range: new vscode.Range(0, 0, 0, 0), command, isResolved: true };
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

	/** Shows in an open editor what the user has written for these tickets elsewhere in this window. */
	async showCurrent(tickets: readonly TicketKey[]): Promise<void> {
		const document = findDocument(this.addressOf(tickets));
		if (!document || document.isDirty) return;
		const kept = this.#files.textAt(document.uri);
		if (kept !== textOf(document) && (await replaceText(document, kept))) await document.save();
	}

	/** Closes the editor of a comment that was discarded. The focus stays in the view. */
	async close(uri: vscode.Uri): Promise<void> {
		const document = findDocument(uri);
		if (document && !(await replaceText(document, ''))) return;
		// Otherwise VS Code would ask whether to save it.
		if (document) await this.#files.whileSending(uri, async () => document.save());
		await closeTabs(uri, { preserveFocus: true });
	}

	async #closeSent(document: Document, tickets: readonly TicketKey[], sent: string): Promise<void> {
		const rest = textAfter(sent, textOf(document));
		const next = this.addressOf(tickets);
		if (rest !== '') await this.#files.keep(next, rest);
		await this.#files.whileSending(document.uri, async () => {
			if (await replaceText(document, '')) await document.save();
		});
		if (rest !== '') await this.open(tickets);
		await closeTabs(document.uri);
	}
}

const findDocument = (uri: vscode.Uri) =>
	vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());

/** Saves a document and returns its text, without what the user types meanwhile. */
async function savedText(document: Document): Promise<string> {
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
