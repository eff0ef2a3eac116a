import type { Address } from '../../../mail/message/mail.ts';
import { type Person, person } from '../../../platform/model/words.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { PeopleByAddress } from './people-by-address.ts';

/** Who has sent a mail: their account, or else their address. */
export function senderOf({ sender, mail }: FullMail): Person {
	return sender ? person({ type: 'user', ...sender }) : addressPerson(mail.from);
}

/** A person as a mail names them. */
export const addressPerson = ({ name, email }: Address): Person =>
	person(email === '' && name === '' ? null : { type: 'email', address: email || name, name });

/** A person that a mail names: their account if it is known by the address. */
export function knownPerson(address: Address, people: PeopleByAddress): Person {
	const account = people.get(address.email.toLowerCase());
	return account === undefined
		? addressPerson(address)
		: person({ type: 'user', canonical_name: account, name: address.name });
}

/** Identifies the sender of mails, which may come from several addresses of one account. */
export const senderKey = ({ sender, mail }: FullMail): string =>
	sender?.canonical_name ?? mail.from.email.toLowerCase();
