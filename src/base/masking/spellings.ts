import type { Needle } from './finder.ts';

/** The ways in which a secret is written on the wire or in a log: plain, in an address, in a form, in JSON and in base64. */
export function spellingsOf(secret: string): Needle[] {
	const wellFormed = Buffer.from(secret).toString();
	const percent = encodeURIComponent(wellFormed);
	const form = String(new URLSearchParams([['', wellFormed]])).slice(1);
	// A token may be pasted with a newline and sent without it.
	const plain = [secret, secret.trim(), wellFormed];
	const written = [
		...plain,
		...[percent, form].flatMap((text) => [text, text.replace(/%../g, (hex) => hex.toLowerCase())]),
		wellFormed.replaceAll(' ', '+'),
		JSON.stringify(secret).slice(1, -1),
	];
	return [
		...unique(written).map((text) => ({ text })),
		// RFC 6749 requires a client secret to be form-encoded before it becomes the password of `Basic`.
		...unique([...plain, percent, form]).flatMap((text) => base64(Buffer.from(text))),
	];
}

function unique(texts: string[]): string[] {
	return [...new Set(texts)].filter((text) => text !== '');
}

/**
 * The base64 characters depend on how many bytes precede the secret. That gives three spellings, whose first and last characters
 * may also hold bits of a neighbor. The needle leaves those characters out, and they are masked with it.
 */
function base64(bytes: Buffer): Needle[] {
	if (bytes.length < 4) return shortBase64(bytes);
	return [0, 1, 2].flatMap((lead) => {
		const text = encode(lead, bytes);
		// The characters from `start` to `end` hold only bits of the secret.
		const start = Math.ceil((lead * 8) / 6);
		const end = Math.floor(((lead + bytes.length) * 8) / 6);
		const before = lead > 0 ? 1 : 0;
		const after = end < text.length ? 1 : 0;
		return inBothAlphabets(text.slice(start, end)).map((needle) => ({ text: needle, before, after }));
	});
}

/** For fewer than four bytes, which leave too few whole characters. Searches for the secret, also as the password at the end of `user:password`. */
function shortBase64(bytes: Buffer): Needle[] {
	const password = Buffer.concat([Buffer.from(':'), bytes]);
	const tails = [0, 1, 2].map((lead) => encode(lead, password).slice(Math.ceil((lead * 8) / 6)));
	return [encode(0, bytes), ...tails].flatMap((text) =>
		inBothAlphabets(text).map((needle) => ({ text: needle })),
	);
}

/** The base64 of the bytes after `lead` other bytes. */
function encode(lead: number, bytes: Buffer): string {
	return Buffer.concat([Buffer.alloc(lead), bytes])
		.toString('base64')
		.replace(/=+$/, '');
}

function inBothAlphabets(text: string): string[] {
	return unique([text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}
