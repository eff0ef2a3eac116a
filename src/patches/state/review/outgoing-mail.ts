import { createHash } from 'node:crypto';
import { headerAddress, headerText } from '../../../mail/compose/header-field.ts';
import type { ComposedMail } from '../../../mail/compose/mail-document.ts';
import { mailText } from '../../../mail/compose/mail-text.ts';
import type { Address } from '../../../mail/message/mail.ts';
import { parseMail } from '../../../mail/message/parse-mail.ts';
import type { OutgoingMail } from '../mail-server/send-outcome.ts';
import type { SettableStatus } from '../status/status-outbox-format.ts';
import type { OutboxMail } from './outbox-mail.ts';
import type { PreparedMail } from './prepare-mail.ts';

/**
 * The mail as it is sent, from the address that it names, or else from `account`. `status`: the list sets this status of the patchset when it gets
 * the mail.
 */
export function outgoingMail(
	mail: ComposedMail,
	account: Address,
	date: Date,
	status?: SettableStatus,
): OutgoingMail {
	const { to, cc, subject, inReplyTo, references, body } = mail;
	const sender = mail.from ?? account;
	const copies = cc.flatMap((one) => headerAddress(one) ?? []).join(', ');
	const fields: readonly (readonly [string, string])[] = [
		['From', headerAddress(sender) ?? sender.email],
		['To', to],
		['Cc', copies],
		['Subject', headerText(subject)],
		['Date', date.toUTCString().replace('GMT', '+0000')],
		['Message-ID', messageIdOf(mail, sender)],
		['In-Reply-To', inReplyTo ?? ''],
		['References', references.join(' ')],
		['X-Sourcehut-Patchset-Update', status?.toUpperCase() ?? ''],
	];
	const raw = mailText(
		fields.filter(([, value]) => value !== ''),
		body,
	);
	return { from: sender.email, to: [to, ...cc.map(({ email }) => email)], raw };
}

/** The mail as the user has written it. */
export function composedMail({ raw, to: recipients }: OutgoingMail): ComposedMail {
	const { from, to, cc, subject, inReplyTo, references, text } = parseMail(raw);
	const email = to[0]?.email ?? recipients[0] ?? '';
	return { from, to: email, cc, subject, inReplyTo, references, body: text };
}

/** A mail of the outbox as the user has sent it. */
export const preparedMailOf = ({ outgoing, answered, comments, composed }: OutboxMail): PreparedMail => ({
	mail: composedMail(outgoing),
	answered,
	comments,
	composed,
	note: '',
});

/** The same for the same mail: a server or reader that gets it again, because it was not known whether it had arrived, knows it. */
export function messageIdOf({ to, subject, inReplyTo, body }: ComposedMail, { email }: Address): string {
	const content = JSON.stringify([email, to, subject, inReplyTo ?? '', body]);
	const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
	return `<${digest}@${email.split('@')[1] ?? 'localhost'}>`;
}
