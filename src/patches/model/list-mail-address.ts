import type { Mail } from '../../mail/message/mail.ts';
import type { ListKey } from '../../platform/model/keys.ts';

/** The mail address of a list: the one to which the mail was sent, or else the usual one at the forge's host. */
export function listMailAddress(
	{ owner, list }: ListKey,
	{ to, cc }: Mail,
	web: string | undefined,
): string | undefined {
	const local = `${owner}/${list}`.toLowerCase();
	const sentTo = [...to, ...cc].find(({ email }) => email.toLowerCase().startsWith(`${local}@`));
	const host = URL.parse(web ?? '')?.hostname;
	return sentTo?.email ?? (host === undefined ? undefined : `${owner}/${list}@${host}`);
}
