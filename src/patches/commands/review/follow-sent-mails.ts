import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { visible } from '../../../base/text/invisible-characters.ts';
import { truncate } from '../../../base/text/truncate.ts';
import { showInStatusBar } from '../../../platform/editor/messages.ts';
import type { ReviewMails } from '../../state/review/review-mails.ts';
import type { MailDocuments } from './mail-documents.ts';

const longestSubject = 60;

/** Says which mails were sent, and closes their documents. */
export const followSentMails = (mails: ReviewMails, documents: MailDocuments): Disposable =>
	mails.onDidSend((sent) => {
		showInStatusBar(`Mail sent: ${truncate(visible(sent.mail.subject), longestSubject)}`);
		background(documents.closeSent(sent));
	});
