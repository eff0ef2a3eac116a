import type { Address } from '../message/mail.ts';

/** The longest line that mail programs are to write if it has an encoded word (RFC 2047). Others may have 78 characters. */
const lineLength = 76;
/** So that a line has space for an encoded word, of which `=?UTF-8?Q??=` takes twelve characters, and for `Subject: ` before it. */
const encodedLength = lineLength - 12 - 9;
const encoder = new TextEncoder();

/** A field of a mail's header. A long value is folded at its spaces. The value must be one that a function of this file has made, or ASCII. */
export function headerField(name: string, value: string): string {
	let line = `${name}:`;
	const lines: string[] = [];
	for (const word of value.split(' ')) {
		if (line.length + 1 + word.length > lineLength && line.trim() !== '' && line !== `${name}:`) {
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
	return isReadAsWritten(line) ? line : encodedWords(line);
}

/** Not what looks like an encoded word, nor words that are too long for a line. */
const isReadAsWritten = (line: string): boolean => /^[ -~]*$/.test(line) && !/=\?|[^ ]{900}/.test(line);

/** A person as the value of a field; undefined if the address is not one that every server accepts. */
export function headerAddress({ name, email }: Address): string | undefined {
	if (!isAddress(email)) return undefined;
	const shown = onOneLine(name);
	if (shown === '' || shown === email) return email;
	if (!isReadAsWritten(shown)) return `${encodedWords(shown)} <${email}>`;
	const isPlain = /^[\w!#$%&'*+/=?^`{|}~ -]*$/.test(shown);
	return `${isPlain ? shown : `"${shown.replace(/["\\]/g, '\\$&')}"`} <${email}>`;
}

/** Whether it is an address without comments, quotes or white space, as those that people have. */
const isAddress = (email: string): boolean =>
	/^[\w!#$%&'*+/=?^`{|}~.-]{1,64}@[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/i.test(email);

/** Without control characters and line breaks. */
export const onOneLine = (text: string): string =>
	text
		.toWellFormed()
		.replace(/[\p{Cc}\u2028\u2029 ]+/gu, ' ')
		.trim();

/** Words between which no space counts. None ends within a character. */
function encodedWords(text: string): string {
	const words: string[] = [];
	let word = '';
	for (const character of text) {
		const encoded = encodedCharacter(character);
		if (word.length + encoded.length > encodedLength) {
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

/** Two digits, as in quoted-printable text. */
export const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');
