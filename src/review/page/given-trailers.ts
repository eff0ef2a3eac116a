import type { SentTrailer } from '../../patches/model/person-trailers.ts';
import type { SeriesContent } from '../../patches/page/parts/series-content.ts';
import { idOfList, type ListKey } from '../../platform/model/keys.ts';
import { isCertainlyNotMade } from '../../platform/state/outbox/entry.ts';
import { type DescribedMail, sentToLists } from '../state/outbox-mail.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import { trailersIn } from './sending-review.ts';

/**
 * Whether the user gives a trailer to a patch or cover letter already: in a mail that is on its way, was sent from any window, or is on the
 * list. `list`: that of the series; `mails`: those on their way about the series; `own`: the mail addresses of the user, in lower case.
 */
export function givenTrailers(
	list: ListKey,
	{ trailers, readPatches, cover }: SeriesContent,
	mails: readonly DescribedMail[],
	comments: ReviewComments,
	own: readonly string[],
): (trailer: string, answered: number) => boolean {
	const onTheirWay = mails.filter((entry) => !isCertainlyNotMade(entry));
	const sent = sentToLists(comments).filter(({ key }) => idOfList(key) === idOfList(list));
	const givenInMails = [
		...onTheirWay.map(({ steps }) => steps.at(-1)?.change),
		...sent.map(({ body }) => body.mail),
	].map((mail) => trailersIn(Object(mail)));
	return (trailer, answered) => {
		const isOwn = ({ key, remark, isFromPerson, person }: SentTrailer) =>
			key === trailer && !remark && isFromPerson && own.includes(person.email.toLowerCase());
		const isGiven = givenInMails.some((one) => one.answered === answered && one.given.some(isOwn));
		const onList = trailers.filter(isOwn).flatMap(({ patches }) => patches);
		const isAnswered = (mail: number) => answered === cover?.id || answered === mail;
		const patches = [...readPatches.keys()].filter((at) => isAnswered(readPatches[at]?.mail ?? 0));
		return isGiven || (patches.length > 0 && patches.every((at) => onList.includes(at)));
	};
}
