import { mailPerson } from '../../mail/compose/header-field.ts';
import type { Address, Mail } from '../../mail/message/mail.ts';
import type { ListKey } from '../../platform/model/keys.ts';

/** The host of a mail address of the list, in lower case. Undefined for other addresses. */
export function hostOfListAddress({ owner, list }: ListKey, email: string): string | undefined {
	// Some mail programs accept no tilde.
	const names = [`${owner}/${list}`, `u.${owner.slice(1)}.${list}`];
	const [, name = '', host] = /^([^@]+)@(.+)$/.exec(email.toLowerCase()) ?? [];
	return names.some((one) => one.toLowerCase() === name) ? host : undefined;
}

/** The host that a mail names for its list, in lower case. Undefined if the mail does not name the list. */
export const hostOfList = (key: ListKey, { to, cc }: Mail): string | undefined =>
	[...to, ...cc].map(({ email }) => hostOfListAddress(key, email)).find((host) => host !== undefined);

/**
 * The host that most senders of `mails` have named for the list. Counts senders, not mails, because one sender can name any host in any
 * number of mails.
 */
export function usualHostOfList(key: ListKey, mails: readonly Mail[]): string | undefined {
	const hosts = new Map(mails.map((mail) => [mail.from.email.toLowerCase(), hostOfList(key, mail)]));
	const counted = Map.groupBy(hosts.values(), (host) => host);
	return [...counted].find(([, { length }]) => length * 2 > hosts.size)?.[0];
}

/** The address of the sender, or the one where they want replies, unless it is a list. Undefined if the mail names nothing but lists. */
export function privateRecipient(key: ListKey, mail: Mail): Address | undefined {
	const host = hostOfList(key, mail);
	return [...mail.replyTo, mail.from]
		.map(mailPerson)
		.find((one) => one !== undefined && !isListAddress(key, one.email, host));
}

/**
 * Whether an address is that of any list, or of a command to one, such as `~ana/editor-devel+subscribe`. Without a tilde, it is only known to be
 * a list at `host`, which takes the mails of a list: elsewhere, a person can have such a name.
 */
const isListAddress = (key: ListKey, email: string, host: string | undefined): boolean =>
	hostOfListAddress(key, email) !== undefined ||
	/^~[^/@]+\//.test(email) ||
	(/^u\.[^.@]+\./i.test(email) && email.toLowerCase().endsWith(`@${host}`));
