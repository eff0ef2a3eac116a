import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { showInStatusBar } from '../../../platform/editor/messages.ts';
import { quotedTitle } from '../../state/review/mail-words.ts';
import type { ReviewMails } from '../../state/review/review-mails.ts';
import type { MailDocuments } from './mail-documents.ts';

/** Says which mails were sent, and closes their documents. */
export const followSentMails = (mails: ReviewMails, documents: MailDocuments): Disposable =>
	mails.onDidSend((sent) => {
		showInStatusBar(`Mail sent: ${quotedTitle(sent.mail)}`);
		background(documents.closeSent(sent));
	});
