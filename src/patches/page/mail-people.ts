import { type Person, person } from '../../platform/model/words.ts';
import type { Address } from '../model/mail/mail.ts';
import type { WholeMail } from '../model/whole-mail.ts';

/** Who has sent a mail: their account, or else their address. */
export function senderOf({ sender, mail }: Pick<WholeMail, 'sender' | 'mail'>): Person {
	return sender ? person({ type: 'user', ...sender }) : addressPerson(mail.from);
}

/** A person that a mail names. */
export const addressPerson = ({ name, email }: Address): Person =>
	person(email === '' && name === '' ? null : { type: 'email', address: email || name, name });

/** Identifies the sender of mails, which may come from several addresses of one account. */
export const senderKey = ({ sender, mail }: Pick<WholeMail, 'sender' | 'mail'>): string =>
	sender?.canonical_name ?? mail.from.email.toLowerCase();
