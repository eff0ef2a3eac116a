import { count } from '../../base/text/numbers.ts';
import { showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import type { FullMail } from '../model/series/mails/full-mail.ts';
import type { SeriesContent } from '../page/parts/series-content.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import { answeredMails } from '../state/review/answered-mails.ts';
import type { ReviewComments } from '../state/review/review-comments.ts';
import { readSeriesContent } from './read-series-content.ts';

/** Lets the user send what they have written about the mails of a series. */
export async function finishReview(
	lists: MailingLists,
	comments: ReviewComments,
	key: SeriesKey,
): Promise<void> {
	// The page may have posted the last letters a moment ago.
	await comments.settled();
	const { content } = await readSeriesContent(lists, key);
	const answered = answeredMails(key, mailsInOrder(content), comments);
	const written = answered.reduce((sum, mail) => sum + mail.comments.length, 0);
	if (written === 0) await showInformation('You have no draft comments here.');
	else showInStatusBar(`${count(written, 'comment')} in ${count(answered.length, 'mail')}`);
}

/** The mails of a page from its top to its end. */
function mailsInOrder({ cover, patches, discussion }: SeriesContent): ReadonlySet<FullMail> {
	const all = [
		cover,
		...patches.map(({ fullMail }) => fullMail),
		...discussion.map(({ fullMail }) => fullMail),
	];
	return new Set(all.filter((mail) => mail !== undefined));
}
