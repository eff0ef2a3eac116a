import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { MailingLists } from '../../patches/state/mailing-lists.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { followOtherWindows } from '../../platform/state/outbox/follow-other-windows.ts';
import { quotedTitle } from '../state/mail-words.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import { wasSent } from '../state/was-sent.ts';
import type { MailDocuments } from './mail-documents.ts';

interface FollowSentMailsOptions {
	readonly mails: ReviewMails;
	readonly documents: MailDocuments;
	readonly comments: ReviewComments;
	readonly lists: MailingLists;
	readonly log: Log;
}

/**
 * Shows in the status bar which mails were sent, and closes their documents. Includes mails that another window has sent, and documents that
 * VS Code has restored.
 */
export function followSentMails({
	mails,
	documents,
	comments,
	lists,
	log,
}: FollowSentMailsOptions): Disposable {
	const lifetime = new Lifetime();
	lifetime.add(
		mails.onDidSend((sent) => {
			showInStatusBar(`Mail sent: ${quotedTitle(sent.mail)}`);
			background(documents.closeSent(sent));
		}),
	);
	const closeAllSent = async () => {
		await comments.readNow();
		for (const open of await documents.all()) {
			const { version } = open.document;
			const mail = open.readIfValid();
			if (!mail || !(await wasSent(open, mail, { comments, lists, signal: lifetime.signal }))) continue;
			// The user has changed the document during the check, so its text was not sent.
			if (open.document.version !== version) continue;
			showInStatusBar(`Mail sent: ${quotedTitle(mail.mail)}`);
			await documents.close(open);
		}
	};
	const closeSoon = coalesce(lifetime, 200, closeAllSent, {
		onError: (failure) => log.warn('The documents of mails that were sent could not be closed', failure),
		soon: true,
	});
	lifetime.add(followOtherWindows(mails, async () => closeSoon()));
	// A mail without comments can be found on its list only while its account is signed in.
	lifetime.add(lists.onDidChange(closeSoon));
	closeSoon();
	return lifetime;
}
