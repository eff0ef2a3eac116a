import { rememberByObject } from '../../../base/remember.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { PeopleByAddress } from './people-by-address.ts';

/** A line that may be a trailer with an address, also in a quote. A repeated group could exceed the stack, because a line may have 10 MB. */
const trailer = /^[> \t]*(?:[a-z][a-z-]*-by|cc):[^<>\n\r\u2028\u2029]*<(?<email>[^<>\s]+)>/gim;

/** More trailers in a mail than a user looks at. */
const maxTrailers = 2000;

/** The known people whom trailers in the texts of mails name. Texts need not be drawn again for the other senders of the list. */
export function peopleInTrailers(people: PeopleByAddress, mails: Iterable<FullMail>): PeopleByAddress {
	const named = new Map<string, string>();
	for (const mail of mails) {
		for (const email of addressesIn(mail)) {
			const account = people.get(email);
			if (account !== undefined) named.set(email, account);
		}
	}
	return named;
}

/** The addresses in the trailers of a mail, in lower case. */
const addressesIn = rememberByObject(({ mail, patches }: FullMail): ReadonlySet<string> => {
	// A patch may be in an attachment.
	const texts = [mail.text, ...patches.flatMap(({ message, notes }) => [message, notes])];
	const found = new Set<string>();
	let left = maxTrailers;
	for (const text of texts) {
		for (const { groups } of text.matchAll(trailer)) {
			if (left === 0) break;
			left -= 1;
			found.add((groups?.email ?? '').toLowerCase());
		}
	}
	return found;
});
