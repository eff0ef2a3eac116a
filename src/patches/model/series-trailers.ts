import { trim } from '../../platform/model/trailers.ts';
import { personOf, readAddresses } from './mail/address.ts';
import type { Address, Mail } from './mail/mail.ts';
import { spansOf } from './mail/quotes.ts';
import { trailersInText } from './mail/trailers.ts';
import type { Patch } from './patch/patch.ts';
import { answeredMails, inThreadOrder, isReply } from './replies/ancestors.ts';
import type { MailedPatch } from './replies/place-replies.ts';
import type { WholeMail } from './whole-mail.ts';

/** A trailer of a person, such as `Reviewed-by`, that replies give. */
export interface GivenTrailer {
	/** `Reviewed-by`. */
	readonly key: string;
	/** The person that it names. */
	readonly person: Address;
	/** The indices of the patches that it is for, in order. */
	readonly patches: readonly number[];
	/** The forge's ids of the mails that give it, oldest first. */
	readonly mails: readonly number[];
	/** Whether these mails are from the address that the trailer names. */
	readonly isFromPerson: boolean;
}

/** Of a longer reply, only the beginning is read. */
const longestText = 100_000;
/** Of more trailers in one reply, the rest is left out. */
const mostTrailers = 100;

/**
 * The trailers `…-by` that replies to the patches give, in the order of their mails. Those in replies to the cover letter are for all
 * patches. Quoted ones do not count. `cover` is the forge's id of the cover letter.
 */
export function seriesTrailers(
	patches: readonly MailedPatch[],
	cover: number | undefined,
	mails: readonly WholeMail[],
): readonly GivenTrailer[] {
	const indicesOf = (mail: number) => patches.flatMap((one, index) => (one.mail === mail ? [index] : []));
	const all = patches.map((_, index) => index);
	const found = new Map<string, GivenTrailer>();
	for (const { mail, ancestors } of inThreadOrder(mails)) {
		if (mail.id === cover || indicesOf(mail.id).length > 0 || !isReply(mail)) continue;
		const answered = answeredMails(ancestors).map(({ id }) => id);
		const patch = answered.find((id) => indicesOf(id).length > 0);
		const isForAll = patch === undefined && cover !== undefined && answered.includes(cover);
		const indices = patch === undefined ? (isForAll ? all : []) : indicesOf(patch);
		if (indices.length === 0) continue;
		for (const { key, person } of trailersOfReply(mail.mail.text)) {
			const isFromPerson = isFrom(mail.mail, person);
			const id = [key, personKey(person), isFromPerson].join('\n');
			const known = found.get(id) ?? { key, person, patches: [], mails: [], isFromPerson };
			found.set(id, {
				...known,
				patches: [...new Set([...known.patches, ...indices])].sort((one, other) => one - other),
				mails: [...known.mails, mail.id],
			});
		}
	}
	return [...found.values()];
}

type PersonTrailer = Pick<GivenTrailer, 'key' | 'person'>;

function trailersOfReply(whole: string): readonly PersonTrailer[] {
	const text = whole.slice(0, longestText);
	const own = spansOf(text).filter(({ kind }) => kind === 'text');
	const trailers = own.flatMap(({ start, end }) => trailersInText(text.slice(start, end)));
	return trailers.slice(0, mostTrailers).flatMap(personTrailer);
}

/** Undefined, as an empty list, for trailers that name no person, such as `Fixes`. */
function personTrailer({
	key,
	value,
}: {
	readonly key: string;
	readonly value: string;
}): readonly PersonTrailer[] {
	if (!/-by$/i.test(key)) return [];
	// A remark may follow: `Ana <ana@example.org> # for the documents`.
	const person = personOf(readAddresses(trim(value.replace(/>.*$/, '>')), new Set()));
	return person ? [{ key: key.charAt(0).toUpperCase() + key.slice(1).toLowerCase(), person }] : [];
}

const personKey = ({ name, email }: Address): string => (email === '' ? name : email).toLowerCase();

/** Whether a mail is from the person. A list that writes its own address into From keeps the sender's in Reply-To. */
function isFrom({ from, replyTo }: Mail, person: Address): boolean {
	const senders = / via \S/i.test(from.name) ? [from, ...replyTo] : [from];
	if (person.email === '')
		return senders.some(({ name }) => name.toLowerCase() === person.name.toLowerCase());
	return senders.some(({ email }) => email.toLowerCase() === person.email.toLowerCase());
}

/** How many persons gave a trailer for a patch. */
export interface TrailerCounts {
	readonly reviewed: number;
	readonly acked: number;
	readonly tested: number;
}

/** Counts the trailers of a patch: those in its own message, and those that were given in replies. */
export function trailerCounts(
	{ trailers }: Pick<Patch, 'trailers'>,
	index: number,
	given: readonly GivenTrailer[],
): TrailerCounts {
	const all = [...trailers.flatMap(personTrailer), ...given.filter(({ patches }) => patches.includes(index))];
	const count = (name: string) =>
		new Set(all.filter(({ key }) => key === name).map(({ person }) => personKey(person))).size;
	return { reviewed: count('Reviewed-by'), acked: count('Acked-by'), tested: count('Tested-by') };
}
