import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../../forge/contract/address.ts';
import type { Quirk } from '../server/drift.ts';
import type { Client } from './state.ts';

/** Schemes that a browser would run or show instead of opening an application. */
const dangerousSchemes = [
	'javascript:',
	'data:',
	'vbscript:',
	'blob:',
	'file:',
	'about:',
	'view-source:',
	'ws:',
	'wss:',
	'ftp:',
];

/** Compares in constant time, so that the duration does not reveal how much matches. */
export function isSameSecret(given: string, wanted: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(given), digest(wanted));
}

/** Describes the fault of a redirect URI; undefined if it is valid. */
export function redirectFault(redirect: string, drift: ReadonlySet<Quirk>): string | undefined {
	if (!URL.canParse(redirect)) return 'It is not an address.';
	const url = new URL(redirect);
	if (redirect.includes('#')) return 'It has a fragment.';
	if (url.username !== '' || url.password !== '') return 'It contains a user name or a password.';
	if (dangerousSchemes.includes(url.protocol)) return `Its scheme ${url.protocol} is not allowed.`;
	if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'It is not encrypted.';
	const isPrivate = !['http:', 'https:'].includes(url.protocol);
	if (isPrivate && drift.has('private-scheme-needs-dot') && !url.protocol.includes('.')) {
		return 'A private scheme must have a dot in its name.';
	}
	return undefined;
}

/**
 * Whether an address is a valid redirect URI of a client. It must equal a registered one, except that a loopback
 * address of a public client may have any port (RFC 8252, 7.3), since the client cannot know which one will be free.
 */
export function isRedirectOf(client: Client, given: string, drift: ReadonlySet<Quirk>): boolean {
	if (redirectFault(given, drift) !== undefined) return false;
	if (client.redirects.includes(given)) return true;
	if (client.secret !== null || drift.has('fixed-loopback-port')) return false;
	const { hostname } = new URL(given);
	// `localhost` may resolve to another machine, so its port must match.
	if (!['127.0.0.1', '[::1]'].includes(hostname)) return false;
	const withoutPort = given.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):[1-9]\d{0,4}(?=[/?]|$)/, '$1');
	return client.redirects.some(
		(registered) =>
			registered.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d+(?=[/?]|$)/, '$1') === withoutPort,
	);
}
