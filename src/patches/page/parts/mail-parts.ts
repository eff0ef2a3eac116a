import { rememberByObject } from '../../../base/remember.ts';
import { visible } from '../../../base/text/invisible-characters.ts';
import { fileSize } from '../../../base/text/numbers.ts';
import { mailBlocks, structureOf } from '../../../mail/quotes/mail-blocks.ts';
import { type Time, timeOf } from '../../../platform/model/words.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { type LinkContext, textPieces } from '../people/text-pieces.ts';
import type { MailText, ShownMailBlock } from '../protocol/protocol.ts';
import { diffBlock } from './suggested-diffs.ts';

/** The text of a mail on the page, from `start` on. */
export function mailText(
	fullMail: FullMail,
	links: LinkContext,
	paths: ReadonlySet<string>,
	start = 0,
): MailText {
	const { mail } = fullMail;
	const blocks = blocksOf(fullMail, links, paths, { start, end: mail.text.length });
	return {
		blocks: mail.warnings.includes('lines-too-many') ? [...blocks, unreadLines] : blocks,
		attachments: mail.attachments
			.slice(0, maxAttachments)
			.map(({ name, type, text }) =>
				[visible(name) || 'Attachment', type, text === undefined ? '' : fileSize(text.length)]
					.filter(Boolean)
					.join(', '),
			),
	};
}

const unreadLines: ShownMailBlock = {
	kind: 'text',
	level: 0,
	line: Number.MAX_SAFE_INTEGER,
	pieces: ['This mail has too many lines to show all of them. Use Show Original to read the rest.'],
};

const maxAttachments = 50;

/** The structure is remembered, because a mail may be shown in thousands of parts. */
export const structureOfMail = rememberByObject(({ mail, patches }: FullMail) =>
	structureOf(mail.text, patches),
);

/** A mail, or a part of its text, as blocks: what its author wrote, quotes, and the rest. */
export const blocksOf = (
	fullMail: FullMail,
	links: LinkContext,
	paths: ReadonlySet<string>,
	part?: { readonly start: number; readonly end: number },
): readonly ShownMailBlock[] =>
	mailBlocks(fullMail.mail.text, structureOfMail(fullMail), part)
		.filter((block) => !isVersionOfGit(block.kind, block.text))
		.map((block) => {
			const { kind, level, text, textStart } = block;
			const line = lineAt(fullMail, textStart);
			return kind === 'diff'
				? { ...diffBlock(fullMail, block, paths), line }
				: { kind, level, line, pieces: textPieces(text, links) };
		});

/** Where the lines of the text of a mail start. */
const lineStartsOf = rememberByObject(({ mail: { text } }: FullMail) => {
	const starts = [0];
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
	return starts;
});

/** The index of the line at an offset. */
function lineAt(fullMail: FullMail, offset: number): number {
	const starts = lineStartsOf(fullMail);
	let [low, high] = [0, starts.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((starts[middle] ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Git signs patches and cover letters with its version. */
const isVersionOfGit = (kind: ShownMailBlock['kind'], text: string): boolean =>
	kind === 'signature' && /^--\s+\d+\.\d[\w.-]*(?: \([^)\n]{0,80}\))?$/.test(text);

/** When a mail was sent or, if it does not say, arrived. */
export const mailTime = ({ mail, arrived }: FullMail, now: number, zone: string | undefined): Time =>
	timeOf(new Date(mail.date ?? arrived ?? 0).toISOString(), now, zone);
