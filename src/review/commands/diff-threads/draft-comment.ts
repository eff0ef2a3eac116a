import * as vscode from 'vscode';
import type { ReviewComment } from '../../state/review-comments.ts';

/** A comment of the user's review in an editor. VS Code passes it to the commands in its menu, and writes into `body` what the user has typed. */
export class DraftComment implements vscode.Comment {
	/** Not Markdown, so that it is shown and edited as it will be sent. */
	body: string;
	mode = vscode.CommentMode.Preview;
	readonly contextValue: 'draft' | 'sent';
	/** How far it is on its way to the list; empty for a draft. */
	readonly sentLabel: string;
	readonly author: vscode.CommentAuthorInformation;
	readonly timestamp: Date;
	readonly draft: ReviewComment;

	constructor(draft: ReviewComment, sentLabel: string) {
		this.draft = draft;
		this.sentLabel = sentLabel;
		this.contextValue = sentLabel === '' ? 'draft' : 'sent';
		this.body = draft.body.text;
		// The Comments view shows no labels.
		this.author = { name: `${draft.account.name} (${(sentLabel || 'Draft').toLowerCase()})` };
		this.timestamp = new Date(draft.saved);
	}
}
