import type { Address } from '../../../mail/message/mail.ts';
import { readSubject, readSubmitter } from '../../model/series/mails/from-mail-summary.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { isViaList } from '../../model/series/mails/identity.ts';
import type { MailSummary } from '../../state/mails/mail-summary.ts';

/** The user names of people with an account, by their mail addresses in lower case. */
export type PeopleByAddress = ReadonlyMap<string, string>;

type Listed = Pick<MailSummary, 'subject' | 'sender' | 'patchset' | 'trailers'>;

/** Who the senders of mails are: of those whose texts were read, and of those that the list names with an address. An address of several accounts is left out. */
export function peopleByAddress(listed: Iterable<Listed>, read: Iterable<FullMail>): PeopleByAddress {
	const people = new Map<string, string>();
	/** The addresses of several accounts. */
	const shared = new Set<string>();
	const add = (address: Address | undefined, sender: MailSummary['sender']) => {
		const email = address?.email.toLowerCase();
		if (!sender || !address || !email || isViaList(address.name) || shared.has(email)) return;
		const account = sender.canonical_name;
		if ((people.get(email) ?? account) === account) {
			people.set(email, account);
			return;
		}
		people.delete(email);
		shared.add(email);
	};
	for (const mail of listed) if (mail.sender) add(addressOf(mail), mail.sender);
	for (const { sender, mail } of read) add(mail.from, sender);
	return people;
}

/** The address of the sender, if it is known. A trailer of a reply has it, because the list stores only those that are from the sender. */
const addressOf = ({ subject, patchset, trailers }: Listed): Address | undefined =>
	readSubmitter(patchset?.submitter ?? '') ??
	(trailers && readSubject(subject).isReply ? trailers.find(({ email }) => email !== '') : undefined);
