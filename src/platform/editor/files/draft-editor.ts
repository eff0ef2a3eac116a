import * as vscode from 'vscode';
import { withLineFeeds } from '../../model/line-breaks.ts';
import { closeTabs } from '../close-tabs.ts';
import { replaceText } from '../replace-text.ts';
import type { RowOpening } from '../row-activation.ts';
import type { DraftFiles } from './draft-files.ts';

type Document = Pick<vscode.TextDocument, 'uri' | 'isDirty' | 'lineCount' | 'getText' | 'save'>;

export const textOf = (document: Document): string => withLineFeeds(document.getText());

export const findDocument = (uri: vscode.Uri): vscode.TextDocument | undefined =>
	vscode.workspace.textDocuments.find((one) => !one.isClosed && one.uri.toString() === uri.toString());

/** The text editors of drafts. */
export class DraftEditor<Key, Body> {
	readonly #files: DraftFiles<Key, Body>;

	constructor(files: DraftFiles<Key, Body>) {
		this.#files = files;
	}

	/** Opens a draft, as it is kept. */
	async show(
		uri: vscode.Uri,
		{ preserveFocus, stays }: RowOpening = { preserveFocus: false, stays: true },
		selection?: vscode.Range,
	): Promise<void> {
		const document = await vscode.workspace.openTextDocument(uri);
		const options = { preview: !stays, preserveFocus, ...(selection && { selection }) };
		await vscode.window.showTextDocument(document, options);
		// Another window may have written it since this editor was opened.
		const isOld = !document.isDirty && this.#files.textAt(uri) !== textOf(document);
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

	/** Shows in an open editor what was written elsewhere. */
	async showCurrent(uri: vscode.Uri): Promise<void> {
		const document = findDocument(uri);
		if (!document || document.isDirty) return;
		const kept = this.#files.textAt(uri);
		if (kept !== textOf(document) && (await replaceText(document, kept))) await document.save();
	}

	/** Closes the editor of a draft that was sent or discarded. The focus stays where it is if that is not in the editor. */
	async close(uri: vscode.Uri, options?: { readonly preserveFocus?: boolean }): Promise<void> {
		const document = findDocument(uri);
		// Otherwise VS Code would ask whether to save it.
		if (document?.isDirty) await this.#files.whileSending(uri, async () => document.save());
		await closeTabs(uri, options);
	}
}
