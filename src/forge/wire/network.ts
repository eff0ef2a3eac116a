import { causes } from '../contract/causes.ts';
import { ForgeError, unknownResultAdvice } from '../contract/errors.ts';
import { type ProxyFault, proxyFault } from './proxy.ts';

/** Why there is no answer. */
export interface NetworkFailure {
	readonly error: ForgeError;
	/** Whether the request may have arrived. */
	readonly mayHaveArrived: boolean;
	/** Whether another attempt could help. */
	readonly isRetryable: boolean;
}

const unreachableMessage = (host: string) => `${host} cannot be reached from this machine.`;

/** Messages for error codes that mean that the connection was never made. */
export const unreachedMessages: Readonly<Record<string, (host: string) => string>> = {
	ENOTFOUND: (host) => `The host ${host} was not found, or this machine is offline.`,
	EAI_AGAIN: (host) => `The host name ${host} could not be resolved. This machine may be offline.`,
	ECONNREFUSED: (host) => `${host} refused the connection.`,
	EHOSTUNREACH: unreachableMessage,
	ENETUNREACH: (host) => `${host} cannot be reached from here. This machine may be offline.`,
	UND_ERR_CONNECT_TIMEOUT: (host) => `${host} did not accept the connection in time.`,
};

/** Messages for faults of the proxy. With each of them, nothing reached the forge. */
const proxyMessages: Readonly<Record<ProxyFault, (host: string) => string>> = {
	login: (host) =>
		`The proxy requires a login to connect to ${host}. Add the login to the proxy settings (http.proxy).`,
	refused: (host) =>
		`The proxy could not connect to ${host}. Try again, or check the proxy settings (http.proxy).`,
	unreached: (host) =>
		`The proxy for ${host} cannot be reached. Check the proxy settings (http.proxy), and whether this machine is offline.`,
};

/** Error codes for problems with the certificate of a server. An alert is what a server says of a certificate of this machine. */
export const untrusted =
	/^(?!ERR_SSL_.*_ALERT_).*CERT|SELF_SIGNED|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER|HOSTNAME_MISMATCH/;
/**
 * Error codes for servers that do not speak TLS as expected, often because the port is wrong. Two kinds of codes come from an encrypted connection
 * that broke, perhaps after the request.
 */
export const notEncrypted = /^(?:EPROTO$|ERR_TLS_|ERR_SSL_(?!.*(?:BAD_RECORD_MAC|UNEXPECTED_EOF)))/;

/** What is wrong with the certificate of a host, according to error codes. */
export function certificateFault(codes: readonly string[], host: string): string {
	if (codes.includes('CERT_HAS_EXPIRED')) return 'its certificate has expired.';
	if (codes.includes('CERT_NOT_YET_VALID'))
		return 'its certificate is not valid yet. Check the clock of this machine.';
	if (codes.includes('ERR_TLS_CERT_ALTNAME_INVALID')) return `its certificate is not for ${host}.`;
	return 'this machine does not trust its certificate.';
}

/** Error codes for answers that are not proper HTTP. Undici reports an invalid status as a failed assertion. */
const improper =
	/^(HPE_|Z_|ZSTD_|ERR__|ERR_HTTP2|ERR_ASSERTION$|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/;
/** Undici has no error codes for an unexpected 100 or 101, or for too many encodings. */
const improperMessage = /^bad (response|upgrade)$|^too many content-encodings/;

/**
 * Interprets the failure of a request. `cause` may be anything, because each `fetch` throws different errors. `isLate`: the request
 * was aborted because it took too long.
 */
export function toNetworkFailure(
	cause: unknown,
	host: string,
	isWrite: boolean,
	isLate: boolean,
): NetworkFailure {
	const details = { cause, mayBeDone: isWrite, advice: unknownResultAdvice(isWrite) };
	if (isLate) {
		const error = new ForgeError('timeout', `${host} did not respond in time.`, details);
		return { error, mayHaveArrived: true, isRetryable: false };
	}
	const fault = proxyFault(cause, host);
	if (fault !== undefined) {
		const error = new ForgeError('offline', proxyMessages[fault](host), { cause });
		return { error, mayHaveArrived: false, isRetryable: fault !== 'login' };
	}
	const innermost = innermostOf(cause);
	const codes = innermost.map(({ code }) => code);
	const name = host.replace(/:\d+$/, '');
	if (innermost.length > 0 && innermost.every(isUnreached) && !wasConnected(cause)) {
		const code = codes[0] ?? '';
		// A name lookup does not involve the port, so the message omits it.
		const isUnknown = ['ENOTFOUND', 'EAI_AGAIN'].includes(code);
		const message = (unreachedMessages[code] ?? unreachableMessage)(isUnknown ? name : host);
		const unreachable = isUnknown ? 'unknown-host' : undefined;
		const error = new ForgeError('offline', message, { cause, unreachable });
		return { error, mayHaveArrived: false, isRetryable: true };
	}
	if (codes.some((code) => untrusted.test(code))) {
		const message = `The connection to ${host} is not secure: ${certificateFault(codes, name)}`;
		const error = new ForgeError('offline', message, { cause, unreachable: 'untrusted-certificate' });
		return { error, mayHaveArrived: false, isRetryable: false };
	}
	if (codes.some((code) => notEncrypted.test(code))) {
		const message = `No encrypted connection to ${host} is possible. Check the address and its port.`;
		const error = new ForgeError('offline', message, { cause, unreachable: 'no-encryption' });
		return { error, mayHaveArrived: false, isRetryable: false };
	}
	if (isImproper(cause, codes)) {
		const error = new ForgeError('surprise', `${host} sent an invalid HTTP response.`, details);
		return { error, mayHaveArrived: true, isRetryable: false };
	}
	const error = new ForgeError('offline', `The connection to ${host} was lost.`, details);
	return { error, mayHaveArrived: true, isRetryable: true };
}

/** Whether a server answered in improper HTTP. It will do so again. */
function isImproper(cause: unknown, codes: readonly string[]): boolean {
	if (codes.some((code) => improper.test(code))) return true;
	return [...causes(cause)].some(({ message }) => improperMessage.test(message));
}

/** Codes of connections that were never made also come from an established one that was lost. Then the request may have arrived. */
function wasConnected(error: unknown, depth = 0): boolean {
	if (!(error instanceof Error) || depth > 5) return false;
	if ('syscall' in error && (error.syscall === 'read' || error.syscall === 'write')) return true;
	if (error instanceof AggregateError) return error.errors.some((one) => wasConnected(one, depth + 1));
	return wasConnected(error.cause, depth + 1);
}

interface Innermost {
	readonly code: string;
	readonly syscall: unknown;
}

/** Whether the connection was never made: some codes say so, and so does any failure of the system calls that make it. */
const isUnreached = ({ code, syscall }: Innermost): boolean =>
	code in unreachedMessages || syscall === 'connect' || syscall === 'getaddrinfo';

/** An error's innermost causes that have a code. There are several if a host has several addresses. */
function innermostOf(error: unknown, depth = 0): Innermost[] {
	if (!(error instanceof Error) || depth > 5) return [];
	if (error instanceof AggregateError && error.errors.length > 0) {
		return error.errors.flatMap((one) => innermostOf(one, depth + 1));
	}
	if (error.cause !== undefined) {
		const inner = innermostOf(error.cause, depth + 1);
		if (inner.length > 0) return inner;
	}
	const syscall = 'syscall' in error ? error.syscall : undefined;
	if ('code' in error && typeof error.code === 'string') return [{ code: error.code, syscall }];
	return error.name === 'HTTPParserError' ? [{ code: 'HPE_INVALID', syscall }] : [];
}
