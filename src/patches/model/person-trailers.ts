import { rememberByObject } from '../../base/remember.ts';
import { type ReviewTrailer, reviewKeys } from '../../mail/compose/review-trailer.ts';
import { personOf, readAddresses, readAuthor } from '../../mail/message/address.ts';
import type { Address, Mail } from '../../mail/message/mail.ts';
import { ownText } from '../../mail/quotes/own-text.ts';
import { spansOf } from '../../mail/quotes/quotes.ts';
import { isReply } from '../../mail/replies/ancestors.ts';
import { type Trailer, trim } from '../../mail/text/commit-trailers.ts';
import { trailersInText } from '../../mail/text/mail-trailers.ts';
import type { FullMail } from './series/mails/full-mail.ts';

/** A trailer that names a person, such as `Reviewed-by`. */
export interface PersonTrailer {
	/** `Reviewed-by`. */
	readonly key: string;
	readonly person: Address;
	/** What follows the address, such as `# for the documents`. */
	readonly remark?: string;
}

/** A trailer that a reply gives. */
export interface SentTrailer extends PersonTrailer {
	/** Whether the mail is from the address that the trailer names. */
	readonly isFromPerson: boolean;
}

/** Only so many characters of a reply are read. */
const longestText = 1_000_000;
/**
 * If there are more than this, each quote is shortened to its first line, and only so many characters of the result are searched. A trailer may
 * be below the quote of a whole patch.
 */
const longestUnquoted = 100_000;
/** Most mails have no trailers, and need not be read for them. */
const trailer = /-by[ \t]*:/i;
/** Further trailers of a mail are left out. */
const maxTrailers = 100;
/** Longer names and addresses are left out. */
const longestPerson = 300;

/** Equal for all trailers of a person. */
export const personKey = ({ name, email }: Address): string => (email === '' ? name : email).toLowerCase();

/** The ids of a trailer: by its address first, then by its name, because a message may name a person without their address. */
export function trailerIds({ key, person }: PersonTrailer): readonly [string, ...string[]] {
	const id = `${key}\n${personKey(person)}`;
	return person.email === '' || person.name === '' ? [id] : [id, `${key}\n${person.name.toLowerCase()}`];
}

/** The trailers that name a person, unlike `Fixes`. */
export const personTrailers = (trailers: readonly Trailer[]): readonly PersonTrailer[] =>
	trailers.flatMap(({ key, value }) => {
		if (!/-by$/i.test(key)) return [];
		const end = value.indexOf('>') + 1;
		const text = trim(end === 0 ? value : value.slice(0, end));
		const person = readAuthor(text) ?? personOf(readAddresses(text, new Set()));
		if (!person) return [];
		const trailer = { key: key.charAt(0).toUpperCase() + key.slice(1).toLowerCase(), person };
		const remark = end === 0 ? '' : trim(value.slice(end));
		// Other text after the address, such as a second person, is not part of the trailer.
		return [/^[#[(]/.test(remark) ? { ...trailer, remark } : trailer];
	});

/** The trailers `…-by` in a reply. Those in what it quotes, with or without `>`, do not count. */
export const sentTrailers = rememberByObject((mail: Mail): readonly SentTrailer[] =>
	trailersOfReply(mail.text)
		.map((trailer) => {
			const { person } = trailer;
			const isFromPerson = isFrom(mail, person);
			// Shows whose trailer it is, because anyone can use a name.
			const email = person.email || (isFromPerson ? mail.from.email : '');
			return { ...trailer, isFromPerson, person: { ...person, email } };
		})
		// "I cannot give my\nReviewed-by: tag yet." names no other person.
		.filter(({ person, isFromPerson }) => isFromPerson || person.email.includes('@')),
);

/**
 * The trailers in a mail that count for the review of patches: those in the messages of its patches, or those that its sender gives in a
 * reply. Each once.
 */
export function reviewTrailersOf(fullMail: FullMail): readonly ReviewTrailer[] {
	const all = isReply(fullMail)
		? sentTrailers(fullMail.mail).filter(({ isFromPerson }) => isFromPerson)
		: fullMail.patches.flatMap(({ trailers }) => personTrailers(trailers));
	const reviews = all.filter(isReview).filter(({ person }) => isShort(person));
	const unique = new Map(
		reviews.map(({ key, person: { name, email } }) => [
			`${key} ${personKey({ name, email })}`,
			{ key, person: { name, email } },
		]),
	);
	return [...unique.values()].slice(0, maxTrailers);
}

const isReview = (trailer: PersonTrailer): trailer is ReviewTrailer =>
	reviewKeys.some((key) => key === trailer.key);

const isShort = ({ name, email }: Address): boolean => name.length + email.length <= longestPerson;

function trailersOfReply(mailText: string): readonly PersonTrailer[] {
	const read = mailText.slice(0, longestText);
	if (!trailer.test(read)) return [];
	const text = ownText(withShortQuotes(read).slice(0, longestUnquoted));
	const own = spansOf(text).filter(({ kind }) => kind === 'text');
	const trailers = own.flatMap(({ start, end }) => trailersInText(text.slice(start, end)));
	return personTrailers(trailers.slice(0, maxTrailers));
}

function withShortQuotes(text: string): string {
	if (text.length <= longestUnquoted) return text;
	const isQuote = (line: string | undefined) => line?.startsWith('>') === true;
	const lines = text.split('\n');
	return lines.filter((line, index) => !isQuote(line) || !isQuote(lines[index - 1])).join('\n');
}

/** Whether a mail is from the person. Reply-To does not count: it may name anyone. */
const isFrom = ({ from }: Mail, { name, email }: Address): boolean =>
	email === ''
		? from.name.toLowerCase() === name.toLowerCase()
		: from.email.toLowerCase() === email.toLowerCase();
