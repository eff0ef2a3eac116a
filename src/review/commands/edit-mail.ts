import * as vscode from 'vscode';
import { fieldOf } from '../../base/field-of.ts';
import { discardChanges } from '../../platform/commands/discard.ts';
import { showInStatusBar, showListChanged } from '../../platform/editor/messages.ts';
import { parseSeriesId } from '../../platform/model/keys.ts';
import { isEdited, type MailEntry, type OutboxMail, type OutboxMailKey } from '../state/outbox-mail.ts';
import { messageIdOf, preparedMailOf } from '../state/outgoing-mail.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import type { MailDocuments, OpenMail } from './mail-documents.ts';

/**
 * Takes a mail out of the outbox for the user to edit. Its comments become drafts again; a mail without comments, or one that the user has
 * edited, opens as a document. It stays in the outbox if the user is writing another answer to the same mail. `row` is the row of the waiting
 * change, or what the row is about; a page passes only its `entry`. A mail whose series cannot be read is shown as a text.
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
	const series = parseSeriesId(mail.series);
	const isDocument = !series || mail.comments.length === 0 || isEdited(entry);
	const open = series && isDocument ? await documents.openMail(series, mail.answered) : undefined;
	if (open?.isEdited && !hasMail(open, entry.key, mail)) {
		await documents.reveal(open);
		await documents.sayIsOther();
		return;
	}
	// The document opens before the mail leaves the outbox, so that the text cannot be lost. `discard` shows an edited mail that is not open.
	if (series && isDocument) await documents.show(series, preparedMailOf(mail));
	else if (!series && !isEdited(entry)) await documents.showText(preparedMailOf(mail));
	await discardChanges(mails, [entry]);
	// A page shows its comments already.
	if (!isDocument && !isOfPage) await vscode.commands.executeCommand('tildeforge.openPatchsetRow', about);
}

/**
 * Shows the document of a mail that was taken out of the outbox and not sent, unless it is still open. It opens even beside another answer to
 * the same mail that the user is writing. A mail whose series cannot be read is shown as a text.
 */
export async function reopenMail({ key, steps }: MailEntry, documents: MailDocuments): Promise<void> {
	const mail = steps.at(-1)?.change;
	if (!mail) return;
	const series = parseSeriesId(mail.series);
	if (!series) return documents.showText(preparedMailOf(mail));
	const open = await documents.openMail(series, mail.answered);
	if (!open?.isEdited) await documents.show(series, preparedMailOf(mail));
	else if (!hasMail(open, key, mail)) await documents.showText(preparedMailOf(mail));
}

/** Whether a document has a mail of the outbox. */
function hasMail(open: OpenMail, { messageId }: OutboxMailKey, { outgoing }: OutboxMail): boolean {
	const prepared = open.readIfValid();
	return prepared !== undefined && messageIdOf(prepared, { name: '', email: outgoing.from }) === messageId;
}
