import { scopeWithService } from '../../forge/contract/plain-scope.ts';

/** The data in a token. */
export interface TokenFacts {
	/** The account name, with the tilde. */
	readonly account?: string;
	readonly scopes?: readonly string[];
	/** Milliseconds since 1970. */
	readonly expires?: number;
}

const macBytes = 32;

/** The latest time that a `Date` can hold, in seconds. */
const lastSecond = 8.64e12;

/** The longest text that any server takes in a header. */
const maxLength = 8000;

/** A token as it was pasted, without the name of the header, the scheme and the quotes that the user may have copied with it. */
export const cleanToken = (text: string): string =>
	text
		.trim()
		.replace(/^(?:authorization:\s*)?(?:bearer|token)\s+/i, '')
		.replace(/^(["'`])(.*)\1$/s, '$2')
		.trim();

/** Why a text cannot be a token, which is then not sent anywhere. */
export function tokenFault(text: string): string | undefined {
	if (text.length > maxLength) return 'This is too long for a token. Copy only the token.';
	return /^[\x21-\x7e]*$/.test(text)
		? undefined
		: 'A token has no spaces, line breaks or accented letters. Copy only the token.';
}

/** Reads the data in a pasted token. Returns undefined if the text does not look like a token. */
export function readToken(text: string): TokenFacts | undefined {
	if (/^[0-9a-f]{32}$/i.test(text)) return {};
	return readBearer(text);
}

/** Whether services accept a token in GraphQL, as far as its form tells. They do not accept the older form. */
export const hasGraphqlForm = (token: string): boolean => /^[\w+/]{33,}$/.test(token);

/**
 * A newer token is base64 of a BARE record (version, expiry, grants, client, user) and a MAC, which only the forge can check. The values
 * read here are shown but never trusted.
 */
function readBearer(text: string): TokenFacts | undefined {
	if (!/^[A-Za-z0-9+/_-]{56,4096}={0,2}$/.test(text)) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	const record = new Reader(bytes.subarray(0, Math.max(0, bytes.length - macBytes)));
	const version = record.unsigned();
	const seconds = record.seconds();
	const [grants, , user] = [record.text(), record.text(), record.text()];
	if (version !== 0 || seconds === undefined || grants === undefined || !user || !record.isAtEnd)
		return undefined;
	if (!/^[a-z_][a-z0-9_-]*$/i.test(user) || seconds < 0 || seconds > lastSecond) return undefined;
	return {
		account: `~${user}`,
		expires: seconds * 1000,
		// A token of this form without grants allows everything.
		scopes: grants === '' ? ['*'] : grants.split(' ').map(scopeWithService),
	};
}

/** Reads BARE. A missing value is undefined, and so are all values after it. */
class Reader {
	readonly #bytes: Buffer;
	#at = 0;

	constructor(bytes: Buffer) {
		this.#bytes = bytes;
	}

	get isAtEnd(): boolean {
		return this.#at === this.#bytes.length;
	}

	unsigned(): number | undefined {
		let value = 0;
		for (let scale = 1; scale < 2 ** 49; scale *= 128) {
			const byte = this.#bytes[this.#at];
			if (byte === undefined) return this.#fail();
			this.#at += 1;
			value += (byte & 0x7f) * scale;
			if (byte < 0x80) return value;
		}
		return this.#fail();
	}

	seconds(): number | undefined {
		if (this.#at + 8 > this.#bytes.length) return this.#fail();
		const value = this.#bytes.readBigInt64LE(this.#at);
		this.#at += 8;
		return Number(value);
	}

	text(): string | undefined {
		const length = this.unsigned();
		if (length === undefined || this.#at + length > this.#bytes.length) return this.#fail();
		const value = this.#bytes.subarray(this.#at, this.#at + length).toString('utf8');
		this.#at += length;
		return value;
	}

	#fail(): undefined {
		this.#at = Number.POSITIVE_INFINITY;
		return undefined;
	}
}
