import { personOf, readAddresses } from '../mail/address.ts';
import { decodeWords } from '../mail/encoded-words.ts';
import type { Address, Mail } from '../mail/mail.ts';
import { trailersOf } from '../mail/trailers.ts';
import type { Oddity } from '../oddities.ts';
import { type Headers, isSeparator, type ReadMessage, readMessage } from './message.ts';
import { notesOf } from './notes.ts';
import { parseDiff } from './parse-diff.ts';
import type { FileDiff, Patch, Subject } from './patch.ts';
import { mailSection, type Section, sectionsOf } from './sections.ts';
import { lineText, nextLine } from './source-lines.ts';
import { parseSubject } from './subject.ts';

type PatchMail = Pick<Mail, 'subject' | 'from' | 'dateText' | 'text' | 'attachments'>;

/** What is known of a patch before its own text is read. */
interface Origin {
	readonly subject: Subject;
	readonly author: Address;
	readonly date: string;
}

/**
 * The patches of a mail: the parts of its text and its attachments that have a diff. A mail can contain several, as
 * `git format-patch --stdout` writes them. A diff that is attached without a message has that of the text. If a patch cannot be read at all,
 * it has no files.
 */
export function parsePatches(mail: PatchMail): readonly Patch[] {
	const origin: Origin = { subject: parseSubject(mail.subject), author: mail.from, date: mail.dateText };
	const inText = sectionsOf(mail.text).map((section) => readSection(mail.text, section, origin));
	const outer = inText[0];
	const attached = mail.attachments.flatMap(({ text, type }) => {
		if (text === undefined) return [];
		return attachedSections(text, type).map((section) => inherit(readSection(text, section, origin), outer));
	});
	const patches = [...inText, ...attached].flatMap(({ patch }) => (patch.files.length > 0 ? [patch] : []));
	if (patches.length === 0) return inText.map(({ patch }) => patch).filter(hasUnreadableDiff);
	return patches.length > 1 ? patches.map(withSeveral) : patches;
}

function attachedSections(text: string, type: string): readonly Section[] {
	if (type === 'message/rfc822') return [mailSection(text, 0, text.length)];
	const [first, ...others] = sectionsOf(text);
	const mail = mailSection(text, 0, first?.end ?? 0);
	// A mail that was saved as a file.
	const isMail = mail.headers?.has('from') && mail.headers.has('subject');
	return first && !isMail ? [first, ...others] : [mail, ...others];
}

/** Whether a mail that says to be a patch has the beginning of a diff, but none of its files, for example between empty lines. */
const hasUnreadableDiff = ({ subject, odd }: Patch): boolean =>
	subject.isPatch && !subject.isReply && (odd.includes('file-header') || odd.includes('hunk-header'));

const withSeveral = (patch: Patch): Patch => ({ ...patch, odd: [...patch.odd, 'several-patches'] });

interface ReadSection {
	readonly patch: Patch;
	/** Whether it is a diff alone, without a message or headers. */
	readonly isBare: boolean;
}

function readSection(source: string, section: Section, origin: Origin): ReadSection {
	const odd = new Set<Oddity>();
	const { start, end } = section;
	const read = readMessage(source, start, end);
	const files = read.breakAt === undefined ? [] : parseDiff(source, read.breakAt, end, odd);
	const { subject, author, date } = withHeaders(withHeaders(origin, section.headers, odd), read.headers, odd);
	if (subject.number !== undefined && subject.number > (subject.of ?? 0)) odd.add('subject-numbers');
	const patch: Patch = {
		source,
		subject,
		author,
		authorDate: date,
		message: read.message,
		trailers: trailersOf(read.message),
		notes: notesIn(source, read, files, end),
		files,
		footer: source.slice(files.at(-1)?.end ?? end, end),
		odd: [...odd],
	};
	const hasHeaders = section.headers !== undefined || read.headers.size > 0;
	return { patch, isBare: !hasHeaders && read.message === '' };
}

/** Headers in the text replace those of the mail. A subject without brackets replaces only the title. */
function withHeaders(origin: Origin, headers: Headers | undefined, odd: Set<Oddity>): Origin {
	const [from, title, date] = [headers?.get('from'), headers?.get('subject'), headers?.get('date')];
	const own = title === undefined ? undefined : parseSubject(decodeWords(title, odd));
	const subject = own && (own.isPatch ? own : { ...origin.subject, title: own.title });
	return {
		subject: subject ?? origin.subject,
		author: (from === undefined ? undefined : personOf(readAddresses(from, odd))) ?? origin.author,
		date: date?.trim() ?? origin.date,
	};
}

function notesIn(source: string, { breakAt }: ReadMessage, files: readonly FileDiff[], end: number): string {
	if (breakAt === undefined) return '';
	const next = nextLine(source, breakAt, end);
	return isSeparator(lineText(source, breakAt, next))
		? notesOf(source.slice(next, files[0]?.start ?? end))
		: '';
}

/** Gives a diff that was attached alone the message and notes of the mail's text. */
function inherit(read: ReadSection, outer: ReadSection | undefined): ReadSection {
	if (!read.isBare || !outer) return read;
	const { subject, author, authorDate, message, trailers, notes } = outer.patch;
	return { ...read, patch: { ...read.patch, subject, author, authorDate, message, trailers, notes } };
}
