import { count } from '../../base/text/numbers.ts';
import { parseMail } from '../../mail/message/parse-mail.ts';
import { sentTrailers } from '../../patches/model/person-trailers.ts';
import type { SeriesContent } from '../../patches/page/parts/series-content.ts';
import { waitingTrailer } from '../../patches/page/parts/trailer-parts.ts';
import type { ShownTrailer } from '../../patches/page/protocol/protocol.ts';
import type { ShownSending } from '../../patches/page/protocol/review-protocol.ts';
import { isNotSent, isWaiting } from '../../platform/state/outbox/entry.ts';
import { isListed } from '../../platform/state/outbox/text.ts';
import type { DescribedMail } from '../state/outbox-mail.ts';

/** What the page says about the mails of a series that are on their way; null if none is. */
export function sendingReview(mails: readonly DescribedMail[], now: number): ShownSending | null {
	const all = mails.filter(isWaiting);
	if (all.length === 0) return null;
	const mailCount = count(all.length, 'mail');
	const isLate = all.some((one) => isListed(one, now));
	const undoable = all.findLast(isNotSent)?.steps.at(-1)?.group ?? '';
	return { text: isLate ? `${mailCount} waiting` : `Sending ${mailCount}…`, undo: undoable };
}

/** The trailers in mails that are on their way. */
export const waitingTrailers = (
	mails: readonly DescribedMail[],
	content: SeriesContent,
): readonly ShownTrailer[] =>
	mails.filter(isWaiting).flatMap(({ steps }) => {
		const { outgoing, answered } = steps.at(-1)?.change ?? {};
		const trailers = outgoing ? sentTrailers(parseMail(outgoing.raw)) : [];
		return trailers.map(({ key, person }) => waitingTrailer(key, person, answered, content));
	});
