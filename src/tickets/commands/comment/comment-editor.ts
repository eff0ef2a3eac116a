import * as vscode from 'vscode';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { closeTabs } from '../../../platform/editor/close-tabs.ts';
import { replaceText } from '../../../platform/editor/replace-text.ts';
import type { TicketKey } from '../../../platform/model/keys.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import { textAfter } from '../../../platform/model/text-after.ts';
import type { RowOpening } from '../../../platform/view/tree/row-activation.ts';
import type { AddComment } from '../../state/changes/moved-text.ts';
import { type CommentFiles, commentAddress, ticketsAt } from './comment-files.ts';

const scheme = 'tildeforge-comment';
const longest = 16384;
/** Each fails if the user types in the meantime. */
const mostAttempts = 10;

/** Moves a comment to the outbox with the given function. */
export type MoveComment = (add: AddComment) => Promise<void>;

/** The text editor in which the user writes a comment for several tickets. */
export class CommentEditor {
	readonly files: CommentFiles;
	/** The comments that are being sent, so that a second key press does not send them again. */
	readonly #sending = new Set<string>();

	constructor(files: CommentFiles) {
		this.files = files;
	}

	/** Opens the comment for these tickets, with the text that was written for them before. */
	async open(
		tickets: readonly TicketKey[],
		{ preserveFocus, stays }: RowOpening = { preserveFocus: false, stays: true },
	): Promise<void> {
		const address = commentAddress(tickets);
		const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, ...address }));
		await vscode.window.showTextDocument(document, { preview: !stays, preserveFocus });
		// Another window may have written or sent it since this editor was opened.
		const isOld = !document.isDirty && !this.files.isCurrent(address, withLineFeeds(document.getText()));
		if (isOld) await vscode.commands.executeCommand('workbench.action.files.revert');
	}

	/**
	 * Sends the comment of the editor in front. What the user writes meanwhile stays there; otherwise the editor is closed. `send` resolves
	 * to whether the comment will arrive. Until it moves the comment, nothing has changed.
	 */
	async send(
		send: (tickets: readonly TicketKey[], text: string, move: MoveComment) => Promise<boolean>,
	): Promise<void> {
		const document = vscode.window.activeTextEditor?.document;
		if (document?.uri.scheme !== scheme) return;
		const { uri } = document;
		if (this.#sending.has(uri.query)) return;
		this.#sending.add(uri.query);
		try {
			const text = checkedText(await savedText(document));
			const move: MoveComment = (add) => this.files.send(uri, text, add);
			if (await send(ticketsAt(uri), text, move)) await this.#removeSent(document, text);
		} finally {
			this.#sending.delete(uri.query);
		}
	}

	/** Forgets what was written for these tickets. An editor that shows it is closed, and the focus stays in the view. */
	async close(tickets: readonly TicketKey[]): Promise<void> {
		const { uri, document } = openComment(tickets);
		if (document && !(await replaceText(document, ''))) return;
		// Otherwise VS Code would ask whether to save it.
		if (document) await document.save();
		await closeTabs(uri, { preserveFocus: true });
	}

	/** An editor that is open shows what the user has written for these tickets elsewhere in this window. It is closed if that is nothing. */
	async showKept(tickets: readonly TicketKey[]): Promise<void> {
		const { uri, document } = openComment(tickets);
		const kept = document && this.files.keptInsteadOf(uri, withLineFeeds(document.getText()));
		if (!document || kept === undefined || !(await replaceText(document, kept))) return;
		this.files.didRemoveSent(uri);
		await document.save();
		if (kept === '' && !document.isDirty) await closeTabs(uri, { preserveFocus: true });
	}

	async #removeSent(document: vscode.TextDocument, sent: string): Promise<void> {
		for (let attempt = 0; attempt < mostAttempts && !document.isClosed; attempt++) {
			const rest = textAfter(sent, withLineFeeds(document.getText()));
			if (rest === '' && !document.isDirty) return closeTabs(document.uri);
			if (!(await replaceText(document, rest))) continue;
			this.files.didRemoveSent(document.uri);
			await document.save();
			if (rest !== '') return;
		}
	}
}

/** The comment for these tickets, and its document if VS Code has it open. */
function openComment(tickets: readonly TicketKey[]) {
	const uri = vscode.Uri.from({ scheme, ...commentAddress(tickets) });
	const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
	return { uri, document };
}

/** Saves a document and returns its text, without what the user types meanwhile. */
async function savedText(document: Pick<vscode.TextDocument, 'getText' | 'save'>): Promise<string> {
	const textNow = () => withLineFeeds(document.getText());
	const before = textNow();
	// The settings of the user may let VS Code change the text when it is saved.
	if (await document.save()) return textNow();
	// A save also counts as failed if the user has typed meanwhile. `CommentTyping` keeps what they type.
	if (textNow() !== before) return before;
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
