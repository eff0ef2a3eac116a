import type { Address } from '../../mail/message/mail.ts';
import type { PreparedMail } from './prepare-mail.ts';

/** The address in lower case. */
export const addressKey = ({ email }: Address): string => email.toLowerCase();

/** All who get a copy of mails, each once. */
export function copiedTo(mails: readonly PreparedMail[]): readonly Address[] {
	const all = new Map<string, Address>();
	for (const one of mails.flatMap(({ mail }) => mail.cc))
		if (!all.has(addressKey(one))) all.set(addressKey(one), one);
	return [...all.values()];
}

/** A mail without the recipients that the user has left out. `leftOut`: their addresses in lower case. */
export const withoutRecipients = (prepared: PreparedMail, leftOut: ReadonlySet<string>): PreparedMail => ({
	...prepared,
	mail: { ...prepared.mail, cc: prepared.mail.cc.filter((one) => !leftOut.has(addressKey(one))) },
});

/** Which recipients of the answered mail get no copy; empty if all do. */
export const missingCopies = ({ unreachable = [] }: PreparedMail): string =>
	unreachable.length === 0 ? '' : `no copy to ${unreachable.join(', ')} (not accepted by mail servers)`;
