import * as vscode from 'vscode';
import { ForgeError } from '../../forge/contract/errors.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import { ReplyComment } from './diff-threads/reply-comment.ts';

/** Opens the page at the mail of a reply in an editor. */
export async function showInDiscussion(
	comment: unknown,
	open: (series: SeriesKey, mail: number) => Promise<void>,
): Promise<void> {
	const { series, reply } = requireReply(comment);
	await open(series, reply.mail);
}

/** Copies the web address of the mail of a reply in an editor. */
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
