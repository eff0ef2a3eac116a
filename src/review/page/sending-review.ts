import * as v from 'valibot';
import { rememberByObject } from '../../base/remember.ts';
import { count } from '../../base/text/numbers.ts';
import { parseMail } from '../../mail/message/parse-mail.ts';
import { inThreadOrder, isReply, repliedMails } from '../../mail/replies/ancestors.ts';
import { sentTrailers } from '../../patches/model/person-trailers.ts';
import type { SeriesReading } from '../../patches/model/series-reading.ts';
import { trailerParts } from '../../patches/page/parts/trailer-parts.ts';
import type { ShownTrailer } from '../../patches/page/protocol/protocol.ts';
import type { ShownSending } from '../../patches/page/protocol/review-protocol.ts';
import { isCertainlyNotMade, isNotSent, isWaiting } from '../../platform/state/outbox/entry.ts';
import { isListed } from '../../platform/state/outbox/text.ts';
import { type DescribedMail, mailOutboxFormat } from '../state/outbox-mail.ts';
import type { ReviewComment } from '../state/review-comments.ts';
import type { ReviewedSeries } from './review-panels.ts';

/** What the page says about the mails of a series that are on their way or were refused; null if there are none. */
export function sendingReview(mails: readonly DescribedMail[], now: number): ShownSending | null {
	const all = mails.filter(isWaiting);
	const refusedCount = mails.filter(isCertainlyNotMade).length;
	if (all.length + refusedCount === 0) return null;
	const mailCount = count(all.length, 'mail');
	const isLate = all.some((one) => isListed(one, now));
	const undoable = all.findLast(isNotSent)?.steps.at(-1)?.group ?? '';
	return {
		text: all.length === 0 ? '' : isLate ? `${mailCount} waiting` : `Sending ${mailCount}…`,
		refused: refusedCount === 0 ? '' : `${count(refusedCount, 'mail')} refused`,
		undo: undoable,
		isLate,
	};
}

/** The trailers in mails that are on their way, or were sent, and are not on the list. `sent` has the comments of the mails that were sent. */
export function waitingTrailers(
	mails: readonly DescribedMail[],
	sent: readonly ReviewComment[],
	isOnList: (messageId: string) => boolean,
	series: ReviewedSeries,
): readonly ShownTrailer[] {
	const ids = new Set(mails.map(({ key }) => key.messageId));
	const waiting = mails.filter((one) => isWaiting(one) && !isOnList(one.key.messageId));
	const left = sent.filter(({ body }) => !ids.has(body.sentIn ?? ''));
	return [
		...waiting.flatMap(({ steps }) => shownTrailers(steps.at(-1)?.change, 'waiting', series)),
		...left.flatMap(({ body }) => shownTrailers(body.mail, 'sent, not on the list yet', series)),
	];
}

function shownTrailers(
	mail: unknown,
	sendState: string,
	{ reading, content }: ReviewedSeries,
): readonly ShownTrailer[] {
	const { answered, given } = trailersIn(Object(mail));
	if (given.length === 0) return [];
	const about = subjectsOf(reading).get(answered);
	const isForAll = about !== undefined && about === reading.version?.cover?.id;
	const patches = [...content.readPatches.keys()].filter(
		(index) => isForAll || content.readPatches[index]?.mail === about,
	);
	const trailers = given.map((one) => ({ ...one, patches, mails: [] }));
	const shown = patches.length === 0 ? [] : trailerParts({ ...content, trailers }, new Map());
	return shown.map((one) => ({ ...one, sendState }));
}

/** The trailers in a mail of the outbox, or in one that is kept after it was sent. The page is drawn with each letter that the user types. */
export const trailersIn = rememberByObject((mail: object) => {
	const { success, output } = v.safeParse(mailOutboxFormat.change, mail);
	return success
		? { answered: output.answered, given: sentTrailers(parseMail(output.outgoing.raw)) }
		: { answered: -1, given: [] };
});

/** The patch or cover letter that each mail answers, directly or not, or is itself; by the forge's ids. */
const subjectsOf = rememberByObject(
	({ mails }: SeriesReading): ReadonlyMap<number, number | undefined> =>
		new Map(
			inThreadOrder([...mails.values()]).map(({ mail, ancestors }) => [
				mail.id,
				repliedMails([mail, ...ancestors], isReply).at(-1)?.id,
			]),
		),
);
