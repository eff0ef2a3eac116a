import { valueAfter } from './assignment.ts';
import type { Mark } from './finder.ts';

/** Replaces a secret. It is not ASCII, so that no HTTP header can contain it. */
export const placeholder = '•••';

/**
 * Marks text that looks like a secret although it is not registered. Each search continues where its last match ended, and no
 * expression can match the same stretch in two ways, so the cost stays linear even for hostile text.
 */
export function markLikelySecrets(text: string, mark: Mark): void {
	markNamed(text, mark);
	markSchemes(text, mark);
	markUserInfo(text, mark);
	markProxyLogins(text, mark);
	markHexTokens(text, mark);
}

const headers = 'authorization|cookie';
const parameters = 'password|secret|verifier|token|exchange|(?<![\\w-])code';
const names = new RegExp(`(${headers})|${parameters}`, 'gi');
const endsInName = new RegExp(`(?:${headers}|${parameters})$`, 'i');

/** Whether the value of this key, in an object or a map, is a secret whatever it looks like. */
export function namesSecret(key: string, value: unknown): boolean {
	if (value === undefined || value === null || value === '' || typeof value === 'boolean') return false;
	if (key.toLowerCase() === 'code' && isErrorCode(value)) return false;
	return endsInName.test(key);
}

/** `code` names an OAuth secret but, far more often, an error code such as `ENOENT` or `ERR_INVALID_URL`, or a process's exit code. */
function isErrorCode(value: unknown): boolean {
	if (typeof value === 'number') return true;
	return (
		typeof value === 'string' &&
		/^(?:-?\d{1,3}|E2BIG|E[A-Z]{2,15}|[A-Z]{2,32}(?:_[A-Z\d]{1,32}){1,8})$/.test(value)
	);
}

/** `Authorization: …`, `access_token=…`, `"client_secret": "…"`. The text before these names does not matter, except for `code`. */
function markNamed(text: string, mark: Mark): void {
	names.lastIndex = 0;
	for (let found = names.exec(text); found; found = names.exec(text)) {
		const name = found[0].toLowerCase();
		const value = valueAfter(text, names.lastIndex, found[1] ? 'line' : 'word');
		if (!value) continue;
		const { start, end, notation } = value;
		// Longer than any error code, but bounded, because a skipped word is searched again for names.
		const word = text.slice(start, Math.min(end, start + 400));
		const isInQuery = notation === 'form' && /[?&#]/.test(`${text[found.index - 1]}${text[end]}`);
		const isHarmless = name === 'code' && !isInQuery && isErrorCode(word);
		const isProse = notation === 'prose' && /token|exchange|code/.test(name) && !looksRandom(word);
		const isSecret = !isHarmless && !isProse;
		if (isSecret) mark(start, end);
		names.lastIndex = isSecret ? end : start;
	}
}

/** Distinguishes a credential from the next word of a sentence, as in "token: expired" or "the token was refused". */
function looksRandom(word: string): boolean {
	return word.length >= 16 || (word.length >= 8 && /\d/.test(word));
}

/** `Bearer x`, `token x` and `Basic x` without a header's name before them. */
function markSchemes(text: string, mark: Mark): void {
	const scheme = /(bearer|basic|token)\s+([^\s"'<>,;\\]+)/gi;
	for (let found = scheme.exec(text); found; found = scheme.exec(text)) {
		const [, name = '', word = ''] = found;
		const end = scheme.lastIndex;
		const start = end - word.length;
		if (isCredential(name.toLowerCase(), word)) mark(start, end);
		// The word may itself be a scheme: "Bearer Bearer x".
		scheme.lastIndex = start;
	}
}

function isCredential(scheme: string, word: string): boolean {
	if (scheme === 'basic') return Buffer.from(word, 'base64').includes(':');
	return scheme === 'bearer' || looksRandom(/^[\w.~+/=-]*/.exec(word)?.[0] ?? '');
}

/** The user info in `https://user:password@host`. A user name alone may be a token too, except with ssh. */
function markUserInfo(text: string, mark: Mark): void {
	const authority = /[^\s/?#"<>\\]*/y;
	for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', authority.lastIndex)) {
		authority.lastIndex = at + 3;
		const found = authority.exec(text)?.[0] ?? '';
		const user = found.slice(0, Math.max(0, found.lastIndexOf('@')));
		const isName = /ssh$/i.test(text.slice(Math.max(0, at - 3), at)) && !user.includes(':');
		if (user !== '' && !isName) mark(at + 3, at + 3 + user.length);
	}
}

/** The user info in `PROXY user:password@host`, which is how the editor's errors name the proxies in its settings. */
function markProxyLogins(text: string, mark: Mark): void {
	const proxy = /\b(?:PROXY|HTTPS?|SOCKS[45]?) +([^\s"]+)/g;
	for (let found = proxy.exec(text); found; found = proxy.exec(text)) {
		const [, address = ''] = found;
		const start = proxy.lastIndex - address.length;
		const at = address.lastIndexOf('@');
		if (at > 0) mark(start, start + at);
		// The name of the next proxy may follow without a space.
		proxy.lastIndex = start;
	}
}

/** Older sourcehut tokens: 32 hexadecimal digits. A commit has 40 of them, a UUID has dashes. */
function markHexTokens(text: string, mark: Mark): void {
	const token = /(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/gi;
	for (let found = token.exec(text); found; found = token.exec(text)) mark(found.index, token.lastIndex);
}
