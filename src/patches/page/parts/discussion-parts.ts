import { parseSubject } from '../../../mail/patch/subject.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { displayTitle } from '../people/display-title.ts';
import { senderOf } from '../people/mail-people.ts';
import type { ShownMail } from '../protocol/protocol.ts';
import { coverKey } from './comment-anchors.ts';
import type { DiscussedMail } from './discussion.ts';
import { mailTime } from './mail-parts.ts';
import type { NetContent } from './net-content.ts';
import type { SeriesContent } from './series-content.ts';

/** The mails of the discussion, without their texts. */
export function discussionParts(
	content: SeriesContent,
	isUnseen: (mail: FullMail) => boolean,
	now: number,
	zone: string | undefined,
	net?: NetContent,
): readonly ShownMail[] {
	const numbers = new Map(
		content.patches.flatMap(({ mailId, label }) => (mailId === undefined ? [] : [[mailId, label] as const])),
	);
	return content.discussion.map((discussed) => {
		const { fullMail, depth } = discussed;
		const given = content.trailersByMail.get(fullMail.id) ?? [];
		return {
			id: fullMail.id,
			by: senderOf(fullMail),
			time: mailTime(fullMail, now, zone),
			depth,
			role: roleOf(discussed, content.cover, numbers),
			subject: changedSubject(discussed),
			trailers: given.map(({ key }) => key),
			warning: given.some(({ isFromPerson }) => !isFromPerson) ? 'sent from another address' : '',
			places: placesOf(content.quotedLines.get(fullMail.id) ?? [], net),
			isUnseen: isUnseen(fullMail),
			lineCount: lineCount(fullMail.mail.text),
		};
	});
}

/** A net diff has no messages, notes or diffstats of patches, so places in these are left out. */
const placesOf = (quoted: ShownMail['places'], net: NetContent | undefined): ShownMail['places'] =>
	net
		? quoted
				.filter(({ patch }) => patch === '' || patch === coverKey)
				.map((place) => ({ ...place, file: net.byChange.get(place.file)?.content.key ?? place.file }))
		: quoted;

function roleOf(
	{ fullMail, parent }: DiscussedMail,
	cover: FullMail | undefined,
	numbers: ReadonlyMap<number, string>,
): string {
	if (fullMail === cover) return 'cover letter';
	const number = parent && numbers.get(parent.id);
	return number ? `on ${number}` : '';
}

/** The subject, if the sender has changed it. */
function changedSubject({ fullMail, parent }: DiscussedMail): string {
	const own = parseSubject(fullMail.mail.subject).title;
	return parent && parseSubject(parent.mail.subject).title !== own ? displayTitle(own) : '';
}

/** Further lines are not counted: the height of a mail that is not drawn yet is only estimated. */
const maxLines = 2000;

function lineCount(text: string): number {
	let count = 1;
	for (let at = text.indexOf('\n'); at !== -1 && count < maxLines; at = text.indexOf('\n', at + 1))
		count += 1;
	return count;
}
