import { linesOf } from '../model/patch/lines.ts';
import { parseSubject } from '../model/patch/subject.ts';
import type { WholeMail } from '../model/whole-mail.ts';
import type { DiscussedMail } from './discussion.ts';
import { shownTitle } from './head-parts.ts';
import { mailTime } from './mail-parts.ts';
import { senderOf } from './mail-people.ts';
import type { ShownMail } from './protocol.ts';
import type { ContentFile, SeriesContent } from './series-content.ts';

/** More places would hide the mail itself. */
const mostPlaces = 3;

interface DiscussionOptions {
	readonly isUnseen: (mail: WholeMail) => boolean;
	readonly now: number;
	readonly zone: string | undefined;
}

/** The mails of the discussion, without their texts. */
export function discussionParts(
	content: SeriesContent,
	{ isUnseen, now, zone }: DiscussionOptions,
): readonly ShownMail[] {
	const places = placesByMail(content);
	const numbers = new Map(
		content.patches.flatMap(({ mailId, label }) => (mailId === undefined ? [] : [[mailId, label] as const])),
	);
	return content.discussion.map((discussed) => {
		const { whole, depth } = discussed;
		const given = content.trailers.filter(({ mails }) => mails.includes(whole.id));
		return {
			id: whole.id,
			by: senderOf(whole),
			time: mailTime(whole, now, zone),
			depth,
			role: roleOf(discussed, content.cover, numbers),
			subject: changedSubject(discussed),
			trailers: given.map(({ key }) => key),
			warning: given.some(({ isFromPerson }) => !isFromPerson) ? 'sent from another address' : '',
			places: places.get(whole.id)?.slice(0, mostPlaces) ?? [],
			isUnseen: isUnseen(whole),
			lineCount: lineCount(whole.mail.text),
		};
	});
}

function roleOf(
	{ whole, parent }: DiscussedMail,
	cover: WholeMail | undefined,
	numbers: ReadonlyMap<number, string>,
): string {
	if (whole === cover) return 'cover letter';
	const number = parent && numbers.get(parent.id);
	return number ? `on ${number}` : '';
}

/** The subject, if the sender has changed it. */
function changedSubject({ whole, parent }: DiscussedMail): string {
	const own = parseSubject(whole.mail.subject).title;
	return parent && parseSubject(parent.mail.subject).title !== own ? shownTitle(own) : '';
}

/** More lines do not make a difference for the height of a mail that is not drawn yet. */
const mostLines = 2000;

function lineCount(text: string): number {
	let count = 1;
	for (let at = text.indexOf('\n'); at !== -1 && count < mostLines; at = text.indexOf('\n', at + 1))
		count += 1;
	return count;
}

type Place = ShownMail['places'][number];

/** Where each mail is shown in the diffs. */
function placesByMail({ files }: SeriesContent): ReadonlyMap<number, readonly Place[]> {
	const found = new Map<number, Place[]>();
	for (const content of files.values()) {
		for (const { hunk, last, parts } of content.threads) {
			const number = lineNumberAt(content, hunk, last);
			const name = (content.file.new ?? content.file.old ?? '').replace(/^.*\//, '');
			const text = shownTitle(number === undefined ? name : `${name}:${number}`);
			for (const mail of new Set(parts.map((part) => part.mail))) {
				const places = found.get(mail) ?? [];
				places.push({ file: content.key, line: String(number ?? ''), text });
				found.set(mail, places);
			}
		}
	}
	return found;
}

/** The number of a line: in the new file, or in the old one if it was removed. */
function lineNumberAt({ file, patch }: ContentFile, hunk: number, index: number): number | undefined {
	const found = file.hunks[hunk];
	if (!found) return undefined;
	let at = 0;
	for (const { newLine, oldLine } of linesOf(patch.source, found)) {
		if (at === index) return newLine ?? oldLine;
		at += 1;
	}
	return undefined;
}
