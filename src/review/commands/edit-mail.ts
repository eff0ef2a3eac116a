import * as vscode from 'vscode';
import { fieldOf } from '../../base/field-of.ts';
import { discardChanges } from '../../platform/commands/discard.ts';
import { showInStatusBar, showListChanged } from '../../platform/editor/messages.ts';
import { seriesOfEntry } from '../state/mail-drafts.ts';
import { isEdited } from '../state/outbox-mail.ts';
import { preparedMailOf } from '../state/outgoing-mail.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import type { MailDocuments } from './mail-documents.ts';

/**
 * Takes a mail out of the outbox for the user to edit. Its comments become drafts again; a mail without comments, or one that was sent from its
 * document, opens as a document. `row` is the row of the waiting change, or what the row is about; a page passes only its `entry`.
 */
export async function editMail(row: unknown, mails: ReviewMails, documents: MailDocuments): Promise<void> {
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
	const hasComments = mail.comments.length > 0;
	// The document opens before the mail leaves the outbox, so that the text cannot be lost. `discard` shows a mail that was sent from its document.
	if (!hasComments && !isEdited(entry))
		await documents.showMail(seriesOfEntry(entry, mail), preparedMailOf(mail));
	await discardChanges(mails, [entry]);
	// A page shows its comments already.
	if (hasComments && !isEdited(entry) && !isOfPage)
		await vscode.commands.executeCommand('tildeforge.openPatchsetRow', about);
}
