/** A mail from lines, as the forge sends it. */
export const mailOf = (...lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');

/** The headers that every mail has, and others. */
export const headers = (...others: readonly string[]): readonly string[] => [
	'From: Ana <ana@example.org>',
	'Date: Fri, 20 Nov 2020 07:00:00 +0000',
	...others,
];

/** Encodes all bytes outside letters and digits, and breaks lines softly. */
export const quotedPrintable = (bytes: Iterable<number>): string =>
	[...bytes]
		.map((byte, index) => {
			const character = String.fromCharCode(byte);
			const isPlain = /[a-z0-9]/i.test(character);
			const encoded = isPlain ? character : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
			return index % 20 === 19 ? `${encoded}=\r\n` : encoded;
		})
		.join('');

/** In lines of 76 characters. */
export const base64 = (bytes: Uint8Array): string =>
	(
		Buffer.from(bytes)
			.toString('base64')
			.match(/.{1,76}/g) ?? []
	)
		.map((line) => `${line}\r\n`)
		.join('');
