import { createHash } from 'node:crypto';
import { headerAddress, headerText } from '../../mail/compose/header-field.ts';
import type { ComposedMail } from '../../mail/compose/mail-document.ts';
import { mailText } from '../../mail/compose/mail-text.ts';
import type { Address } from '../../mail/message/mail.ts';
import { parseMail } from '../../mail/message/parse-mail.ts';
import { personKey } from '../../patches/model/person-trailers.ts';
import type { SettableStatus } from '../../patches/state/status/status-outbox-format.ts';
import type { OutgoingMail } from './mail-server/send-outcome.ts';
import type { OutboxMail } from './outbox-mail.ts';
import type { PreparedMail } from './prepare-mail.ts';

/** In the header of a mail, gives its patchset a status. */
const statusField = 'X-Sourcehut-Patchset-Update';

/**
 * The mail as it is sent, from the address that it names, or else from `defaultSender`. `status`: the status that the list gives the patchset
 * when the mail arrives.
 */
export function outgoingMail(
	prepared: PreparedMail,
	defaultSender: Address,
	date: Date,
	status?: SettableStatus,
): OutgoingMail {
	const { mail } = prepared;
	const { to, subject, inReplyTo, references, body } = mail;
	const sender = mail.from ?? defaultSender;
	const copies = copiesOf(mail);
	const fields: readonly (readonly [string, string])[] = [
		['From', headerAddress(sender) ?? sender.email],
		['To', to],
		['Cc', copies.map(({ field }) => field).join(', ')],
		['Subject', headerText(subject)],
		['Date', date.toUTCString().replace('GMT', '+0000')],
		['Message-ID', messageIdOf(prepared, sender)],
		['In-Reply-To', inReplyTo ?? ''],
		['References', references.join(' ')],
		[statusField, status?.toUpperCase() ?? ''],
	];
	const raw = mailText(
		fields.filter(([, value]) => value !== ''),
		body,
	);
	return { from: sender.email, to: [to, ...copies.map(({ email }) => email)], raw };
}

/** The recipients after the first one, each once, with their values in the header. */
function copiesOf({ to, cc }: ComposedMail): readonly { readonly email: string; readonly field: string }[] {
	const known = new Set([to.toLowerCase()]);
	return cc.flatMap((person) => {
		const field = headerAddress(person);
		const key = personKey(person);
		if (field === undefined || known.has(key)) return [];
		known.add(key);
		return [{ email: person.email, field }];
	});
}

/** A mail as it is sent, without the field of its header that gives its patchset a status. */
export function withoutStatusField(raw: string): string {
	const [header = ''] = raw.split(/\r?\n\r?\n/, 1);
	return header.replace(new RegExp(`\\r?\\n${statusField}: .*`), '') + raw.slice(header.length);
}

/** The mail as the user has written it. */
export function composedMail({ raw, to: recipients }: OutgoingMail): ComposedMail {
	const { from, to, cc, subject, inReplyTo, references, text } = parseMail(raw);
	const email = to[0]?.email ?? recipients[0] ?? '';
	return { from, to: email, cc, subject, inReplyTo, references, body: text };
}

/** A mail of the outbox as the user has sent it. */
export const preparedMailOf = (mail: OutboxMail): PreparedMail => ({
	mail: composedMail(mail.outgoing),
	answered: mail.answered,
	comments: mail.comments,
	composed: mail.composed,
	document:
		mail.document === undefined ? undefined : { id: mail.document, revision: 0, writer: '', ...mail.written },
	note: '',
});

/**
 * The Message-ID of a mail. It depends on the content, and on the comments or the document in which the user wrote it. So a mail that is sent again
 * after an unclear failure is recognized as a duplicate, and another one with the same words, such as a second “Ping?”, is not.
 */
export function messageIdOf({ mail, comments, document }: PreparedMail, { email }: Address): string {
	const { to, subject, inReplyTo = '', body } = mail;
	const written = comments.length > 0 ? comments.map(({ id }) => id).toSorted() : (document?.id ?? '');
	const content = JSON.stringify([email, to, subject, inReplyTo, body, written]);
	const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
	return `<${digest}@${email.split('@')[1] ?? 'localhost'}>`;
}
