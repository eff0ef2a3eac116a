import { causes } from './causes.ts';
import { changes, ForgeError, unknown } from './errors.ts';
import { type ProxyFault, proxyFault } from './proxy.ts';
import type { Method } from './row.ts';

/** Why there is no answer. */
export interface NetworkTrouble {
	readonly error: ForgeError;
	/** Whether the request may have arrived. */
	readonly sent: boolean;
	/** Whether another attempt could help. */
	readonly again: boolean;
}

interface Circumstances {
	readonly host: string;
	readonly method: Method;
	/** Whether the request was given up because it took too long. */
	readonly late: boolean;
}

/** Error codes that mean that the connection was never made. */
const unreached: Readonly<Record<string, (host: string) => string>> = {
	ENOTFOUND: (host) => `There is no host called ${host}, or this machine is offline.`,
	EAI_AGAIN: (host) => `The name ${host} cannot be looked up. This machine may be offline.`,
	ECONNREFUSED: (host) => `${host} does not accept connections.`,
	EHOSTUNREACH: (host) => `There is no way to ${host} from here.`,
	ENETUNREACH: (host) => `There is no way to ${host} from here. This machine may be offline.`,
	UND_ERR_CONNECT_TIMEOUT: (host) => `${host} does not take the connection.`,
};

/** With each of these faults, nothing reached the forge. */
const proxies: Readonly<Record<ProxyFault, (host: string) => string>> = {
	login: (host) =>
		`The editor's proxy lets nothing through to ${host} without a login. Put it into the proxy settings (http.proxy).`,
	refused: (host) =>
		`The editor's proxy does not connect to ${host}. Try again, or look at the proxy settings (http.proxy).`,
	unreached: (host) =>
		`The editor's proxy, which is the way to ${host}, cannot be reached. Look at the proxy settings (http.proxy), or whether this machine is offline.`,
};

const certificate =
	/CERT|SELF_SIGNED|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER|^ERR_TLS|^ERR_SSL|^EPROTO$|HOSTNAME_MISMATCH/;

/** Error codes for answers that are not proper HTTP. Undici reports an invalid status as a failed assertion. */
const improper =
	/^(HPE_|Z_|ZSTD_|ERR__|ERR_HTTP2|ERR_ASSERTION$|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/;
/** Undici has no error codes for an unexpected 100 or 101, or for too many encodings. */
const improperWords = /^bad (response|upgrade)$|^too many content-encodings/;

/** Interprets the failure of a request. `cause` may be anything, because each `fetch` throws different errors. */
export function networkTrouble(cause: unknown, { host, method, late }: Circumstances): NetworkTrouble {
	const unsure = unknown(method);
	const mayBeDone = changes(method);
	if (late) {
		const error = new ForgeError('timeout', `${host} did not answer in time.${unsure}`, { cause, mayBeDone });
		return { error, sent: true, again: false };
	}
	const fault = proxyFault(cause, host);
	if (fault !== undefined) {
		const error = new ForgeError('offline', proxies[fault](host), { cause });
		return { error, sent: false, again: fault !== 'login' };
	}
	const codes = codesOf(cause);
	const never = codes.length > 0 && codes.every((code) => code in unreached) && !wasConnected(cause);
	if (never) {
		const code = codes[0] ?? '';
		// A name lookup does not involve the port, so the message omits it.
		const isUnknown = ['ENOTFOUND', 'EAI_AGAIN'].includes(code);
		const message = unreached[code]?.(isUnknown ? host.replace(/:\d+$/, '') : host) ?? '';
		const unreachable = isUnknown ? 'unknown-host' : undefined;
		return { error: new ForgeError('offline', message, { cause, unreachable }), sent: false, again: true };
	}
	if (codes.some((code) => certificate.test(code))) {
		const message = `The connection to ${host} is not safe: its certificate is not one that this machine trusts.`;
		const error = new ForgeError('offline', message, { cause, unreachable: 'untrusted-certificate' });
		return { error, sent: false, again: false };
	}
	if (isImproper(cause, codes)) {
		const message = `${host} answered what is not proper HTTP.${unsure}`;
		return { error: new ForgeError('surprise', message, { cause, mayBeDone }), sent: true, again: false };
	}
	const error = new ForgeError('offline', `The connection to ${host} broke off.${unsure}`, {
		cause,
		mayBeDone,
	});
	return { error, sent: true, again: true };
}

/** Whether a server answered in improper HTTP. It will do so again. */
function isImproper(cause: unknown, codes: readonly string[]): boolean {
	if (codes.some((code) => improper.test(code))) return true;
	return [...causes(cause)].some(({ message }) => improperWords.test(message));
}

/** The same codes also come from an established connection that was lost. In that case, the request may have arrived. */
function wasConnected(error: unknown, depth = 0): boolean {
	if (!(error instanceof Error) || depth > 5) return false;
	if ('syscall' in error && (error.syscall === 'read' || error.syscall === 'write')) return true;
	if (error instanceof AggregateError) return error.errors.some((one) => wasConnected(one, depth + 1));
	return wasConnected(error.cause, depth + 1);
}

/** The codes of an error's innermost causes. There are several if a host has several addresses. */
function codesOf(error: unknown, depth = 0): string[] {
	if (!(error instanceof Error) || depth > 5) return [];
	if (error instanceof AggregateError && error.errors.length > 0) {
		return error.errors.flatMap((one) => codesOf(one, depth + 1));
	}
	if (error.cause !== undefined) {
		const inner = codesOf(error.cause, depth + 1);
		if (inner.length > 0) return inner;
	}
	if ('code' in error && typeof error.code === 'string') return [error.code];
	return error.name === 'HTTPParserError' ? ['HPE_INVALID'] : [];
}
