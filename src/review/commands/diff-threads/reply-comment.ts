import * as vscode from 'vscode';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { SeriesPages } from '../../../patches/commands/series-pages.ts';
import { showInStatusBar } from '../../../platform/editor/messages.ts';
import type { SeriesKey } from '../../../platform/model/keys.ts';
import type { ThreadReply } from '../../page/diff-editor/thread-replies.ts';

/** A reply in a thread of an editor. VS Code passes it to the commands in its menu. */
export class ReplyComment implements vscode.Comment {
	/** With `kind`, `mail`, `message` and `series`, a reply names its mail as a row does, so that the commands for rows accept it. */
	readonly kind = 'patch';
	readonly mail: number;
	readonly message = '';
	readonly body: vscode.MarkdownString;
	readonly mode = vscode.CommentMode.Preview;
	readonly contextValue = 'reply';
	readonly author: vscode.CommentAuthorInformation;
	readonly label?: string;
	readonly timestamp?: Date;
	readonly reply: ThreadReply;
	/** The series or thread whose page shows the mail. */
	readonly series: SeriesKey;
	/** The web address of the mail; undefined if it has none. */
	readonly address: string | undefined;

	constructor(reply: ThreadReply, series: SeriesKey, address: string | undefined) {
		this.reply = reply;
		this.mail = reply.mail;
		this.series = series;
		this.address = address;
		// Without trust, command links do nothing; `replyMarkdown` writes none.
		this.body = new vscode.MarkdownString(reply.markdown);
		this.author = { name: reply.author };
		if (reply.label !== '') this.label = reply.label;
		if (reply.sentAt !== undefined) this.timestamp = new Date(reply.sentAt);
	}
}

/** Opens the page at the mail of a reply. */
export async function showInDiscussion(comment: unknown, pages: SeriesPages): Promise<void> {
	const { series, mail } = requireReply(comment);
	await pages.open(series, { mail });
}

/** Copies the web address of the mail of a reply. */
export async function copyReplyLink(comment: unknown): Promise<void> {
	const { address } = requireReply(comment);
	if (address === undefined) throw new ForgeError('missing', 'There is no web page for this mail.');
	await vscode.env.clipboard.writeText(address);
	showInStatusBar('Link copied');
}

function requireReply(comment: unknown): ReplyComment {
	if (comment instanceof ReplyComment) return comment;
	throw new ForgeError('missing', 'Use the menu of a reply in a diff editor.');
}
