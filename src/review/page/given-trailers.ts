import type { SeriesContent } from '../../patches/page/parts/series-content.ts';
import { isCertainlyNotMade } from '../../platform/state/outbox/entry.ts';
import { type DescribedMail, sentToLists } from '../state/outbox-mail.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import { trailersIn } from './sending-review.ts';

/**
 * Whether the user gives a trailer to a patch or cover letter already: in a mail that is on its way, was sent from any window, or is on the
 * list. `mails`: those on their way about the series; `own`: the mail addresses of the user, in lower case.
 */
export function givenTrailers(
	{ trailers, readPatches, cover }: SeriesContent,
	mails: readonly DescribedMail[],
	comments: ReviewComments,
	own: readonly string[],
): (trailer: string, answered: number) => boolean {
	const onTheirWay = mails.filter((entry) => !isCertainlyNotMade(entry));
	const sent = [
		...onTheirWay.map(({ steps }) => steps.at(-1)?.change),
		...sentToLists(comments).map(({ body }) => body.mail),
	].map((mail) => trailersIn(Object(mail)));
	return (trailer, answered) => {
		const isGiven = sent.some(
			(one) => one.answered === answered && one.given.some(({ key }) => key === trailer),
		);
		const onList = trailers
			.filter(({ key, remark }) => key === trailer && !remark)
			.filter(({ isFromPerson, person }) => isFromPerson && own.includes(person.email.toLowerCase()))
			.flatMap(({ patches }) => patches);
		const isAnswered = (mail: number) => answered === cover?.id || answered === mail;
		const patches = [...readPatches.keys()].filter((at) => isAnswered(readPatches[at]?.mail ?? 0));
		return isGiven || (patches.length > 0 && patches.every((at) => onList.includes(at)));
	};
}
