import { rememberByObject } from '../../../base/remember.ts';
import { visible } from '../../../base/text/invisible-characters.ts';
import { fileSize } from '../../../base/text/numbers.ts';
import { mailBlocks, structureOf } from '../../../mail/quotes/mail-blocks.ts';
import { type Time, timeOf } from '../../../platform/model/words.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { type LinkContext, textPieces } from '../people/text-pieces.ts';
import type { MailBlock, MailText } from '../protocol/protocol.ts';
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

const unreadLines: MailBlock = {
	kind: 'text',
	level: 0,
	pieces: ['This mail has too many lines to show all of them. Use Show Original to read the rest.'],
};

const maxAttachments = 50;

/** A mail may be shown in thousands of parts. */
export const structureOfMail = rememberByObject(({ mail, patches }: FullMail) =>
	structureOf(mail.text, patches),
);

/** A mail, or a part of its text, as blocks: what its author wrote, quotes, and the rest. */
export const blocksOf = (
	fullMail: FullMail,
	links: LinkContext,
	paths: ReadonlySet<string>,
	part?: { readonly start: number; readonly end: number },
): readonly MailBlock[] =>
	mailBlocks(fullMail.mail.text, structureOfMail(fullMail), part)
		.filter((block) => !isVersionOfGit(block.kind, block.text))
		.map((block) => {
			const { kind, level, text } = block;
			return kind === 'diff'
				? diffBlock(fullMail, block, paths)
				: { kind, level, pieces: textPieces(text, links) };
		});

/** Git signs patches and cover letters with its version. */
const isVersionOfGit = (kind: MailBlock['kind'], text: string): boolean =>
	kind === 'signature' && /^--\s+\d+\.\d[\w.-]*(?: \([^)\n]{0,80}\))?$/.test(text);

/** When a mail was sent or, if it does not say, arrived. */
export const mailTime = ({ mail, arrived }: FullMail, now: number, zone: string | undefined): Time =>
	timeOf(new Date(mail.date ?? arrived ?? 0).toISOString(), now, zone);
