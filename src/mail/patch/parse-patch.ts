import { personOf, readAddresses, readAuthor } from '../message/address.ts';
import { decodeWords } from '../message/encoded-words.ts';
import type { Address, Mail } from '../message/mail.ts';
import { parseMail } from '../message/parse-mail.ts';
import { trailersOf } from '../text/commit-trailers.ts';
import { isLine } from '../text/line-kinds.ts';
import type { ParseWarning } from '../text/parse-warnings.ts';
import { lineText, nextLine } from '../text/source-lines.ts';
import type { FileDiff } from '../unified-diff/file-diff.ts';
import { parseDiff } from '../unified-diff/parse-diff.ts';
import { type Headers, type ReadMessage, readMessage } from './commit-message.ts';
import { notesOf } from './notes.ts';
import type { MailSubject, Patch } from './patch.ts';
import { mailSection, type Section, sectionsOf } from './sections.ts';
import { parseSubject } from './subject.ts';

/** What is known of a patch before its own text is read. */
interface Origin {
	readonly subject: MailSubject;
	readonly author: Address;
	readonly date: string;
}

/**
 * The patches of a mail: the parts of its text and its attachments that have a diff. A mail can contain several, as
 * `git format-patch --stdout` writes them. A diff that is attached alone gets the message of the mail's text. A patch that cannot be read at all
 * has no files. If other patches can be read, it is left out, and the first of these has its warnings. Reasons: docs/decisions/patch-parser.md.
 */
export function parsePatches(mail: Mail): readonly Patch[] {
	const origin: Origin = { subject: parseSubject(mail.subject), author: mail.from, date: mail.dateText };
	const read = readMail(mail, origin, 0).map(({ patch }) => patch);
	const unread = read.filter((patch) => patch.files.length === 0 && hasUnreadableDiff(patch));
	const [first, ...others] = read.filter(({ files }) => files.length > 0);
	if (!first) return unread;
	const warnings = [...new Set([first, ...unread].flatMap((patch) => patch.warnings))];
	const patches = [{ ...first, warnings }, ...others];
	return others.length > 0 ? patches.map(withSeveralWarning) : patches;
}

/** How deeply mails that are attached to mails are read. */
const maxDepth = 3;

function readMail(mail: Mail, origin: Origin, depth: number): readonly ReadSection[] {
	const inText = sectionsOf(mail.text).map((section) => readSection(mail.text, section, origin));
	const attached = mail.attachments.flatMap(({ text, type }) => {
		if (text === undefined) return [];
		if (isMail(text, type)) return depth < maxDepth ? readAttachedMail(text, origin, depth + 1) : [];
		return sectionsOf(text).map((section) => inherit(readSection(text, section, origin), inText[0]));
	});
	return [...inText, ...attached];
}

/** Whether an attachment is a mail, perhaps one that was saved as a file. */
function isMail(text: string, type: string): boolean {
	const { headers } = mailSection(text, 0, text.length);
	return type === 'message/rfc822' || (headers?.has('from') === true && headers.has('subject'));
}

function readAttachedMail(text: string, outer: Origin, depth: number): readonly ReadSection[] {
	const mail = parseMail(text);
	const { from, subject, dateText } = mail;
	const origin: Origin = {
		subject: subject === '' ? outer.subject : replaceSubject(outer.subject, subject),
		author: from.email === '' ? outer.author : from,
		date: dateText === '' ? outer.date : dateText,
	};
	// A date or sender that the attached mail lacks is taken from the outer mail, so there is nothing to warn about.
	const warnings = mail.warnings.filter((code) => code !== 'date-unreadable' && code !== 'from-unreadable');
	return readMail(mail, origin, depth).map(({ patch, isBare }) => ({
		patch: { ...patch, warnings: [...new Set([...warnings, ...patch.warnings])] },
		isBare,
	}));
}

const unreadable: ReadonlySet<ParseWarning> = new Set(['file-header', 'hunk-header', 'diff-unread']);

/** Whether the mail has the subject of a patch and the beginning of a diff, but none of its files can be read. */
const hasUnreadableDiff = ({ subject, warnings }: Patch): boolean =>
	subject.isPatch && !subject.isReply && warnings.some((code) => unreadable.has(code));

const withSeveralWarning = (patch: Patch): Patch => ({
	...patch,
	warnings: [...patch.warnings, 'several-patches'],
});

interface ReadSection {
	readonly patch: Patch;
	/** Whether it is a diff alone, without a message or headers. */
	readonly isBare: boolean;
}

function readSection(source: string, section: Section, origin: Origin): ReadSection {
	const warnings = new Set<ParseWarning>();
	const { start, end } = section;
	const read = readMessage(source, start, end);
	const files = read.breakAt === undefined ? [] : parseDiff(source, read.breakAt, end, warnings);
	const senderOfHeader = (from: string) => personOf(readAddresses(from, warnings));
	const authorOfBody = (from: string) => readAuthor(decodeWords(from, warnings));
	const mailOrigin = replaceOrigin(origin, section.headers, senderOfHeader, warnings);
	const { subject, author, date } = replaceOrigin(mailOrigin, read.headers, authorOfBody, warnings);
	if (subject.number !== undefined && subject.number > (subject.of ?? 0)) warnings.add('subject-numbers');
	const patch: Patch = {
		source,
		subject,
		author,
		authorDate: date,
		message: read.message,
		trailers: trailersOf(read.message),
		notes: notesIn(source, read, files, end),
		files,
		warnings: [...warnings],
	};
	const hasHeaders = section.headers !== undefined || read.headers.size > 0;
	return { patch, isBare: !hasHeaders && read.message === '' };
}

/** Replaces a subject. A subject without `[PATCH]` replaces only the title. */
function replaceSubject(subject: MailSubject, text: string): MailSubject {
	const own = parseSubject(text);
	return own.isPatch ? own : { ...subject, title: own.title };
}

/** Headers in the text replace the headers of the mail. */
function replaceOrigin(
	origin: Origin,
	headers: Headers | undefined,
	readFrom: (from: string) => Address | undefined,
	warnings: Set<ParseWarning>,
): Origin {
	const from = headers?.get('from');
	const title = headers?.get('subject');
	const date = headers?.get('date');
	return {
		subject:
			title === undefined ? origin.subject : replaceSubject(origin.subject, decodeWords(title, warnings)),
		author: (from === undefined ? undefined : readFrom(from)) ?? origin.author,
		date: date?.trim() ?? origin.date,
	};
}

function notesIn(source: string, { breakAt }: ReadMessage, files: readonly FileDiff[], end: number): string {
	if (breakAt === undefined) return '';
	const next = nextLine(source, breakAt, end);
	return isLine('separator', lineText(source, breakAt, next), 'git')
		? notesOf(source.slice(next, files[0]?.start ?? end))
		: '';
}

/** Gives a diff that was attached alone the message and notes of the mail's text. */
function inherit(read: ReadSection, outer: ReadSection | undefined): ReadSection {
	if (!read.isBare || !outer) return read;
	const { subject, author, authorDate, message, trailers, notes } = outer.patch;
	return { ...read, patch: { ...read.patch, subject, author, authorDate, message, trailers, notes } };
}
