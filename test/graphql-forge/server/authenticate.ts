import type { IncomingMessage } from 'node:http';
import type { Accounts, Caller } from '../../../src/sandbox/server/accounts.ts';
import type { IsIdentityUp } from '../../../src/sandbox/server/area.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { json, type Reply } from '../../../src/sandbox/server/reply.ts';

/** The request has no valid token. */
export class AuthenticationError extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(`Authentication error: ${message}`);
		this.status = status;
	}

	get reply(): Reply {
		return json(this.status, { errors: [{ message: this.message }] });
	}
}

/** The request has a token of the older form. Servers send the error twice, so the body is not JSON. */
class LegacyTokenError extends AuthenticationError {
	override get reply(): Reply {
		const { body, ...reply } = super.reply;
		return { ...reply, body: `${body}${body}` };
	}
}

/** The newer form of tokens. The older one, 32 hexadecimal digits, is too short. */
const tokenForm = /^[0-9a-zA-Z_+/]{33,}$/;

/** Finds the caller of a request. Unlike REST, GraphQL knows only the scheme `Bearer`, in any case. */
export function authenticate(
	{ headers: { authorization } }: IncomingMessage,
	accounts: Accounts,
	drift: ReadonlySet<Quirk>,
	isIdentityUp: IsIdentityUp,
): Caller {
	if (authorization === undefined) throw new AuthenticationError(401, 'Authorization header is required.');
	const [, token] = /^bearer (\S+)$/i.exec(authorization) ?? [];
	if (token === undefined) throw new AuthenticationError(400, 'Invalid Authorization header');
	if (/^[0-9a-f]{32}$/.test(token)) throw new LegacyTokenError(403, 'Invalid or expired OAuth token');
	if (!tokenForm.test(token)) throw new AuthenticationError(400, 'Invalid OAuth bearer token');
	if (!isIdentityUp()) throw new AuthenticationError(500, 'Temporary error; try again later');
	const caller = accounts.caller(token);
	if (caller) return caller;
	const status = drift.has('bad-token-is-403') ? 403 : 401;
	throw new AuthenticationError(status, 'Invalid or expired OAuth 2.0 bearer token');
}
