import type { Address } from '../message/mail.ts';
import { onOneLine } from './header-field.ts';
import type { Reply } from './reply.ts';

/** A mail that the user can send. */
export interface ComposedMail extends Reply {
	/** Undefined if the program that sends the mail adds it. */
	readonly from: Address | undefined;
}

/** The fields that the user can edit. */
export const fields = ['Subject', 'From', 'To', 'Cc', 'In-Reply-To'] as const;
export type MailField = (typeof fields)[number];

/** A mail as a text that the user can read and edit: its header without encodings, each field on one line, and its body. */
export function mailDocument({ subject, from, to, cc, inReplyTo, body }: ComposedMail): string {
	const header: readonly (readonly [MailField, string])[] = [
		// VS Code names the tab of a new document after its first words.
		['Subject', onOneLine(subject)],
		['From', from ? readableAddress(from) : ''],
		['To', to],
		['Cc', cc.map(readableAddress).join(', ')],
		['In-Reply-To', inReplyTo ?? ''],
	];
	const lines = header.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
	return `${lines.join('\n')}\n\n${body}`;
}

/** Whether the document of a mail names this sender. */
export function namesSender(document: string, sender: Address): boolean {
	const [header = ''] = document.split('\n\n', 1);
	return header.split('\n').includes(`From: ${readableAddress(sender)}`);
}

/** An address as a document shows it. The name is not encoded, and is in quotation marks only if a character of it has a meaning there. */
export function readableAddress({ name, email }: Address): string {
	const shown = onOneLine(name);
	if (shown === '' || shown === email) return email;
	return `${/[",<>\\]/.test(shown) ? `"${shown.replace(/["\\]/g, '\\$&')}"` : shown} <${email}>`;
}
