import type { Address, Mail } from '../../mail/message/mail.ts';
import type { ListKey } from '../../platform/model/keys.ts';

/** The host that a mail names for its list, in lower case. Undefined if the mail does not name the list. */
export function hostOfList({ owner, list }: ListKey, { to, cc }: Mail): string | undefined {
	const start = `${owner}/${list}@`.toLowerCase();
	const sentTo = [...to, ...cc]
		.map(({ email }) => email.toLowerCase())
		.find((email) => email.startsWith(start));
	return sentTo?.slice(start.length);
}

/**
 * The mail address of a list. Its host is the one of the forge, unless most senders of `mails` have written to another one: any sender can name
 * a host of their own in a single mail. Undefined if neither is known.
 */
export function listMailAddress(
	key: ListKey,
	forgeHost: string | undefined,
	mails: readonly Mail[],
): string | undefined {
	const hosts = new Map(mails.map((mail) => [mail.from.email.toLowerCase(), hostOfList(key, mail)]));
	const counted = Map.groupBy(hosts.values(), (host) => host);
	const [most] = [...counted].find(([, { length }]) => length * 2 > hosts.size) ?? [];
	const host = most ?? forgeHost;
	return host === undefined ? undefined : `${key.owner}/${key.list}@${host}`;
}

/** The address of the sender, or the one where they want replies, unless it is a list. Undefined if the mail names nothing but lists. */
export function privateRecipient(key: ListKey, { from, replyTo }: Mail): Address | undefined {
	return [...replyTo, from].find(({ email }) => email !== '' && !isListAddress(key, email));
}

/** Also an address at another host, and the form for mail programs that accept no tilde (`u.ana.editor-devel@…`). */
function isListAddress({ owner, list }: ListKey, email: string): boolean {
	const isOfThisList = email.toLowerCase().startsWith(`u.${owner.slice(1)}.${list}@`.toLowerCase());
	return isOfThisList || /^~[^/@]+\//.test(email);
}
