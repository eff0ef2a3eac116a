import { domainToASCII } from 'node:url';
import type { Address } from '../message/mail.ts';

/** The maximum length of a line with an encoded word (RFC 2047). Other lines may have 78 characters. */
const maxLineLength = 76;
/** Leaves room for `=?UTF-8?Q??=` (12 characters) and for `Subject: ` (9). */
const maxEncodedLength = maxLineLength - 12 - 9;
const encoder = new TextEncoder();

/** A field of a mail's header, folded at its spaces if it is long. `value` must be ASCII, such as the result of `headerText`. */
export function headerField(name: string, value: string): string {
	let line = `${name}:`;
	const lines: string[] = [];
	for (const word of value.split(' ')) {
		const hasWord = line.trim() !== '' && line !== `${name}:`;
		if (hasWord && line.length + 1 + word.length > maxLineLength) {
			lines.push(line);
			line = '';
		}
		line += ` ${word}`;
	}
	return [...lines, line].join('\n');
}

/** Text as the value of a field, such as a subject. It cannot end the field: control characters become spaces. */
export function headerText(text: string): string {
	const line = onOneLine(text);
	return needsNoEncoding(line) ? line : encodedWords(line);
}

/** Whether it is only ASCII, with nothing that looks like an encoded word and no word that is too long for a line. */
const needsNoEncoding = (line: string): boolean => /^[ -~]*$/.test(line) && !/=\?|[^ ]{900}/.test(line);

/** A person as the value of a field; undefined if no mail can be sent to the address. */
export function headerAddress({ name, email: given }: Address): string | undefined {
	const email = mailAddress(given);
	if (email === undefined) return undefined;
	const shown = onOneLine(name);
	if (shown === '' || shown === given) return email;
	if (!needsNoEncoding(shown)) return `${encodedWords(shown)} <${email}>`;
	const isPlain = /^[\w!#$%&'*+/=?^`{|}~ -]*$/.test(shown);
	return `${isPlain ? shown : `"${shown.replace(/["\\]/g, '\\$&')}"`} <${email}>`;
}

/**
 * An address as all mail servers know it: with the ASCII form of an international domain. Undefined if it does not have the usual form,
 * without comments, quotes or white space. Servers refuse a whole mail if it has one other address.
 */
export function mailAddress(email: string): string | undefined {
	const at = email.lastIndexOf('@') + 1;
	const domain = email.slice(at);
	const isInternational = /[^ -~]/.test(domain) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain);
	const ascii = email.slice(0, at) + (isInternational ? domainToASCII(domain) : domain);
	return isAddress(ascii) ? ascii : undefined;
}

/** A person with the address as all mail servers know it. */
export function mailPerson({ name, email }: Address): Address | undefined {
	const known = mailAddress(email);
	return known === undefined ? undefined : { name, email: known };
}

const isAddress = (email: string): boolean =>
	/^[\w!#$%&'*+/=?^`{|}~.-]{1,64}@[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/i.test(email) &&
	!/^\.|\.[.@]/.test(email);

/** Without control characters and line breaks. */
export const onOneLine = (text: string): string =>
	text
		.toWellFormed()
		.replace(/[\p{Cc}\u2028\u2029 ]+/gu, ' ')
		.trim();

/** Encoded words. Readers ignore the spaces between them. No character is split between two of them. */
function encodedWords(text: string): string {
	const words: string[] = [];
	let word = '';
	for (const character of text) {
		const encoded = encodedCharacter(character);
		if (word.length + encoded.length > maxEncodedLength) {
			words.push(word);
			word = '';
		}
		word += encoded;
	}
	return [...words, word].map((one) => `=?UTF-8?Q?${one}?=`).join(' ');
}

function encodedCharacter(character: string): string {
	if (/[a-z\d]/i.test(character)) return character;
	if (character === ' ') return '_';
	return [...encoder.encode(character)].map((byte) => `=${hex(byte)}`).join('');
}

/** Two uppercase digits, as quoted-printable text requires. */
export const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');
