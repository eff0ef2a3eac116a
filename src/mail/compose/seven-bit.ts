import { quotedPrintable } from './mail-text.ts';

const encodingField = /^content-transfer-encoding:[ \t]*(?:7bit|8bit)[ \t]*$/im;

/**
 * A mail in plain text whose body is quoted-printable, for servers that take only ASCII. A mail whose body is encoded already, or that has
 * several parts, stays as it is. Its lines end with `\n`.
 */
export function sevenBitMail(mail: string): string {
	const text = mail.replaceAll('\r\n', '\n');
	const end = text.indexOf('\n\n');
	const header = end === -1 ? text : text.slice(0, end);
	if (end === -1 || !encodingField.test(header)) return text;
	const encoded = header.replace(encodingField, 'Content-Transfer-Encoding: quoted-printable');
	return `${encoded}\n\n${quotedPrintable(text.slice(end + 2))}`;
}
