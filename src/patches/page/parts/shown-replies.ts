import { oneLine } from '../../../base/text/truncate.ts';
import type { PlacedPart, TextThread } from '../../../mail/replies/place-replies.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { replySubject } from '../people/display-title.ts';
import { senderOf } from '../people/mail-people.ts';
import { type LinkContext, textPieces } from '../people/text-pieces.ts';
import type { AnsweredBlocks, ShownReply, TextWithReplies } from '../protocol/protocol.ts';
import { blocksOf, mailTime } from './mail-parts.ts';
import { isRemark } from './remarks.ts';

export interface ReplyOptions {
	readonly links: LinkContext;
	/** The paths of the files of the series. */
	readonly paths: ReadonlySet<string>;
	readonly mails: ReadonlyMap<number, FullMail>;
	readonly isUnseen: (mail: FullMail) => boolean;
	readonly now: number;
	readonly zone: string | undefined;
}

/** The replies of a thread. A subject that is that of the reply above is left out. */
export const shownReplies = (parts: readonly PlacedPart[], options: ReplyOptions): readonly ShownReply[] =>
	parts
		.flatMap((part) => shownReply(part, options) ?? [])
		.map((reply, nth, all) => (reply.subject === all[nth - 1]?.subject ? { ...reply, subject: '' } : reply));

const longestExcerpt = 200;

function shownReply(
	part: PlacedPart,
	{ mails, isUnseen, links, paths, now, zone }: ReplyOptions,
): ShownReply | undefined {
	const { mail, start, end } = part;
	const remark = isRemark(part) ? part : undefined;
	const fullMail = remark?.fullMail ?? mails.get(mail);
	return (
		fullMail && {
			mail,
			by: senderOf(fullMail),
			time: mailTime(fullMail, now, zone),
			subject: replySubject(fullMail.mail.subject),
			blocks: blocksOf(fullMail, links, paths, { start, end }),
			isUnseen: !remark && isUnseen(fullMail),
			...(remark && {
				earlier: {
					label: `on ${remark.on.name} · ${remark.isChanged ? 'changed since' : 'unchanged'}`,
					excerpt: oneLine(fullMail.mail.text.slice(start, end), longestExcerpt),
					version: remark.on.key,
				},
			}),
		}
	);
}

/** Further threads of a text are only in the discussion. */
const maxThreads = 50;

/** A text divided below the lines that replies quote: the parts that have replies, and the rest. */
export function answeredText(
	text: string,
	threads: readonly TextThread[],
	options: ReplyOptions,
): {
	readonly answered: readonly TextWithReplies[];
	readonly rest: TextWithReplies['pieces'];
	/** The index of the first line of the rest. */
	readonly restLine: number;
} {
	const lines = text.trimEnd().split('\n');
	const firstFilled = (from: number) => {
		const found = lines.findIndex((line, at) => at >= from && line.trim() !== '');
		return found === -1 ? lines.length : found;
	};
	let from = firstFilled(0);
	const answered = threads.slice(0, maxThreads).map(({ last, parts }) => {
		const line = from;
		from = Math.max(from, last + 1);
		const pieces = textPieces(lines.slice(line, from).join('\n'), options.links);
		return { line, pieces, replies: shownReplies(parts, options) };
	});
	const restLine = firstFilled(from);
	return { answered, rest: textPieces(lines.slice(restLine).join('\n').trim(), options.links), restLine };
}

/** The beginning of a cover letter divided in the same way, and where the rest starts. */
export function answeredCover(
	cover: FullMail,
	coverStart: number,
	threads: readonly TextThread[],
	options: ReplyOptions,
): { readonly answered: readonly AnsweredBlocks[]; readonly restStart: number } {
	const { text } = cover.mail;
	let start = coverStart;
	const answered = threads.slice(0, maxThreads).map(({ last, parts }) => {
		const end = Math.max(start, endOfLine(text, last));
		const blocks = blocksOf(cover, options.links, options.paths, { start, end });
		start = end;
		return { blocks, replies: shownReplies(parts, options) };
	});
	return { answered, restStart: start };
}

/** Where the line of this index ends, with its line break. */
function endOfLine(text: string, line: number): number {
	let end = 0;
	for (let left = line; left >= 0 && end < text.length; left -= 1) {
		const found = text.indexOf('\n', end);
		end = found === -1 ? text.length : found + 1;
	}
	return end;
}
