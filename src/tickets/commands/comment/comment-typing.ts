import type * as vscode from 'vscode';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { replaceText } from '../../../platform/editor/replace-text.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import type { CommentFiles } from './comment-files.ts';

type Document = Pick<vscode.TextDocument, 'uri' | 'isDirty' | 'lineCount' | 'getText'>;

/**
 * Keeps what the user types in the editor of a comment, as on pages. VS Code itself would keep it only after a second, and writes the file
 * only when the user saves it.
 */
export class CommentTyping {
	readonly #files: Pick<CommentFiles, 'keep' | 'newerThan'>;

	constructor(files: Pick<CommentFiles, 'keep' | 'newerThan'>) {
		this.#files = files;
	}

	/** An editor was opened, or its text has changed. */
	async didChange(document: Document): Promise<void> {
		if (!document.isDirty) return;
		const text = withLineFeeds(document.getText());
		// VS Code was killed before it kept the last words itself.
		const newer = this.#files.newerThan(document.uri, text);
		if (newer !== undefined && (await replaceText(document, newer))) return;
		try {
			await this.#files.keep(document.uri, text);
		} catch (error) {
			// Saving the file shows why it cannot be kept.
			if (!(error instanceof ForgeError)) throw error;
		}
	}
}
