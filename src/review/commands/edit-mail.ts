import * as vscode from 'vscode';
import { fieldOf } from '../../base/field-of.ts';
import { discardChanges } from '../../platform/commands/discard.ts';
import { showInStatusBar, showListChanged } from '../../platform/editor/messages.ts';
import { withDocument } from '../state/mail-drafts.ts';
import { isEdited } from '../state/outbox-mail.ts';
import type { ReviewMails } from '../state/review-mails.ts';

/**
 * Takes a mail out of the outbox for the user to edit. Its comments become drafts again; a mail without comments, or one that was sent from its
 * document, opens as a document. `row` is the row of the waiting change, or what the row is about; a page passes only its `entry`.
 */
export async function editMail(row: unknown, mails: ReviewMails): Promise<void> {
	const about = fieldOf(row, 'about') ?? row;
	const id = fieldOf(about, 'entry');
	const entry = mails.entries.find((one) => one.id === id);
	const mail = entry?.steps.at(-1)?.change;
	const isOfPage = id !== undefined && fieldOf(about, 'key') === undefined;
	if (!entry || !mail) {
		if (isOfPage) showInStatusBar('This mail was already sent or discarded.');
		else showListChanged();
		return;
	}
	const isText = mail.comments.length === 0 || isEdited(entry);
	// The write that takes a mail with a document out of the outbox makes it a draft.
	if (isText)
		await mails.adapt(({ messageId }, one) => (messageId === entry.key.messageId ? withDocument(one) : one));
	await discardChanges(mails, [entry]);
	// A page shows its comments already.
	if (!isText && !isOfPage) await vscode.commands.executeCommand('tildeforge.openPatchsetRow', about);
}
