import * as v from 'valibot';
import type { KnownMail } from './mail-memory.ts';
import { MailSummary } from './mail-summary.ts';

/** Change this when the format changes: mails in another format are read from the forge again. */
const version = 'mail 1';

const Head = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ version: v.literal(version), length: v.number(), listed: MailSummary }),
);

/** The file of a mail: a line of JSON, and the mail as the forge has received it. */
export function writeMailFile({ summary, raw }: KnownMail): string {
	return `${JSON.stringify({ version, length: raw.length, listed: summary })}\n${raw}`;
}

/** Undefined if the file is damaged or has another format. */
export function readMailFile(text: string, id: number): KnownMail | undefined {
	const end = text.indexOf('\n');
	const head = v.safeParse(Head, text.slice(0, Math.max(end, 0)));
	if (!head.success) return undefined;
	const { length, listed: summary } = head.output;
	const raw = text.slice(end + 1);
	return raw.length === length && summary.id === id ? { summary, raw } : undefined;
}
