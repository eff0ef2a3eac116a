/**
 * How the connection to a mail server is encrypted: from its start (`tls`), after a command that the server has to offer (`starttls`), or
 * not at all (`none`).
 */
export type MailSecurity = 'tls' | 'starttls' | 'none';

/** A mail server as the user has set it up, without a password. */
export interface MailServer {
	readonly host: string;
	readonly port: number;
	readonly security: MailSecurity;
	/** Undefined if the server asks for no login. */
	readonly user: string | undefined;
}

/** Ports of the three kinds of connections (RFC 8314, RFC 6409). */
export const usualPorts: Readonly<Record<MailSecurity, number>> = { tls: 465, starttls: 587, none: 25 };

/** Whether the server is on this machine, so that what is sent to it crosses no network. */
export const isOnThisMachine = (host: string): boolean =>
	/^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);

/** The host and port in a text such as `smtp.example.org:465` or `[::1]:25`; undefined if it is no server. */
export function parseServerName(
	text: string,
): { readonly host: string; readonly port: number | undefined } | undefined {
	const [, bracketed, name, digits] =
		/^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+))(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
	const host = bracketed ?? name;
	const port = digits === undefined ? undefined : Number(digits);
	if (host === undefined || (port !== undefined && (port < 1 || port > 65_535))) return undefined;
	return isHost(host) ? { host, port } : undefined;
}

/** Whether it is the name or IP address of a host. */
export const isHost = (text: string): boolean =>
	/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?)(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*\.?$|^[\da-f:.]*:[\da-f:.]*$/i.test(
		text,
	) && text.length <= 253;
