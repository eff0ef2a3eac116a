import type { Quirk } from '../server/drift.ts';
import { json, type Reply } from '../server/reply.ts';
import { isSameSecret } from './clients.ts';
import { type Grants, type Issued, OAuthError } from './grants.ts';
import type { IdentityContext } from './identity-context.ts';
import { namedScope, parseScopes } from './scopes.ts';
import type { Client } from './state.ts';
import { formOf, type Handler, type Visit } from './visit.ts';

const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const answer = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => {
	const reply = json(status, value);
	return { ...reply, headers: { ...reply.headers, ...uncached, ...headers } };
};

/** The endpoints for applications: issue tokens (RFC 6749), introspect them (RFC 7662), revoke them (RFC 7009). */
export function tokenEndpoints(
	{ clientOf, accounts, drift, graphqlScopes, now }: IdentityContext,
	grants: Grants,
): Readonly<Record<string, Handler>> {
	const scopeOf = (scopes: readonly string[]) =>
		scopes
			.filter((scope) => scope !== '*' || !drift.has('nothing-ticked-is-everything'))
			.map((scope) => namedScope(scope, drift))
			.join(' ');

	const issued = ({ token, refresh }: Issued): Reply => {
		const seconds = Math.floor(((token.expires ?? 0) - now().getTime()) / 1000);
		return answer(200, {
			access_token: token.value,
			token_type: 'bearer',
			expires_in: drift.has('expires-in-wrong') ? 86_399 : seconds,
			scope: scopeOf(token.scopes),
			...(refresh !== null && { refresh_token: refresh }),
		});
	};

	const exchange = (client: Client, form: URLSearchParams): Reply => {
		const type = requireField(form, 'grant_type');
		if (type === 'authorization_code') {
			return issued(
				grants.redeem(
					client,
					requireField(form, 'code'),
					form.get('redirect_uri'),
					form.get('code_verifier'),
				),
			);
		}
		if (type !== 'refresh_token' || drift.has('no-refresh-token')) {
			throw new OAuthError('unsupported_grant_type', `Unsupported grant type '${type}'`);
		}
		const words = form.get('scope')?.split(' ').filter(Boolean);
		const parsed = words && parseScopes(words, drift, graphqlScopes);
		if (parsed && 'refused' in parsed) throw new OAuthError('invalid_scope', parsed.refused);
		return issued(grants.refresh(client, requireField(form, 'refresh_token'), parsed?.scopes));
	};

	/** As a real service does: for anyone, but not of personal tokens. */
	const introspectOpenly = async (visit: Visit): Promise<Reply> => {
		const token = accounts.caller((await formOf(visit.request)).get('token') ?? '')?.token;
		if (!token) return answer(500, { errors: [{ message: 'Invalid bearer token' }] });
		if (token.client === null) return answer(200, { active: false });
		return answer(200, {
			active: true,
			client_id: token.client,
			username: token.owner,
			token_type: 'bearer',
			exp: Math.floor((token.expires ?? 0) / 1000),
		});
	};

	/** A public client can introspect only its own tokens. A client with a secret can introspect all. */
	const introspect = (client: Client, form: URLSearchParams): Reply => {
		const value = requireField(form, 'token');
		const token = accounts.caller(value)?.token;
		const grant = grants.find(value);
		const isForeign = client.secret === null && (token?.client ?? grant?.client) !== client.id;
		if (!isForeign && token) {
			return answer(200, {
				active: true,
				scope: scopeOf(token.scopes),
				username: token.owner,
				token_type: 'bearer',
				...(token.client !== null && { client_id: token.client }),
				...(token.expires !== null && { exp: Math.floor(token.expires / 1000) }),
				...(token.issued !== undefined && { iat: Math.floor(token.issued / 1000) }),
			});
		}
		if (!isForeign && grant?.refresh?.value === value && grant.refresh.expires > now().getTime()) {
			const { scopes, owner, client: itsClient, refresh } = grant;
			return answer(200, {
				active: true,
				scope: scopeOf(scopes),
				username: owner,
				client_id: itsClient,
				exp: Math.floor(refresh.expires / 1000),
			});
		}
		return answer(200, { active: false });
	};

	/** Revoking a refresh token ends the whole grant. Unknown and foreign tokens stay; the answer is the same. */
	const revoke = (client: Client, form: URLSearchParams): Reply => {
		const value = requireField(form, 'token');
		const grant = grants.find(value);
		if (grant?.client === client.id) {
			if (grant.tokens.includes(value)) accounts.revoke(value);
			else grants.end(grant);
		}
		return { status: 200, headers: uncached, body: '' };
	};

	const endpoint = (handle: (client: Client, form: URLSearchParams) => Reply): Handler => {
		return async (visit) => {
			try {
				const form = await parameters(visit, drift);
				const client = clientOfRequest(visit, form, clientOf, () => {
					if (!drift.has('wrong-secret-uses-up-code')) throw unknownClient();
					grants.useUp(form.get('code') ?? '');
					throw new OAuthError('invalid_grant', 'The access grant was denied.');
				});
				if (client.secret === null && drift.has('oauth-confidential-only')) throw unknownClient();
				return handle(client, form);
			} catch (error) {
				if (!(error instanceof OAuthError)) throw error;
				const challenge =
					error.status === 401 ? { 'WWW-Authenticate': 'Basic realm="forge", charset="UTF-8"' } : {};
				return answer(error.status, { error: error.code, error_description: error.message }, challenge);
			}
		};
	};
	return {
		'POST /oauth2/access-token': endpoint(exchange),
		'POST /oauth2/introspect': drift.has('introspection-open') ? introspectOpenly : endpoint(introspect),
		...(!drift.has('no-oauth-revoke') && { 'POST /oauth2/revoke': endpoint(revoke) }),
	};
}

async function parameters({ request }: Visit, drift: ReadonlySet<Quirk>): Promise<URLSearchParams> {
	const type = request.headers['content-type'] ?? '';
	const form = await formOf(request);
	if (
		!type.startsWith('application/x-www-form-urlencoded') ||
		(type.includes(';') && drift.has('charset-empties-body'))
	) {
		throw new OAuthError('invalid_request', 'The Content-Type must be application/x-www-form-urlencoded.');
	}
	if ([...new Set(form.keys())].some((name) => form.getAll(name).length > 1)) {
		throw new OAuthError('invalid_request', 'A parameter occurs more than once.');
	}
	return form;
}

function requireField(form: URLSearchParams, name: string): string {
	const value = form.get(name);
	if (value === null || value === '') throw new OAuthError('invalid_request', `The ${name} is missing.`);
	return value;
}

const unknownClient = () =>
	new OAuthError('invalid_client', 'The client is unknown, or its secret is wrong.', 401);

function clientOfRequest(
	{ request }: Visit,
	form: URLSearchParams,
	clientOf: (id: string) => Client | undefined,
	/** Called if the client is unknown or its secret is wrong, but not if it is missing. */
	refuse: () => never,
): Client {
	const basic = basicOf(request.headers.authorization);
	if (basic && form.has('client_secret')) {
		throw new OAuthError('invalid_request', 'The client must authenticate in only one way.');
	}
	const { id, secret } = basic ?? { id: form.get('client_id'), secret: form.get('client_secret') };
	const client = clientOf(id ?? '');
	if (client && client.secret !== null && !secret) throw unknownClient();
	if (!client || (form.has('client_id') && form.get('client_id') !== id)) return refuse();
	const isAuthenticated =
		client.secret === null ? !secret : secret !== null && isSameSecret(secret, client.secret);
	return isAuthenticated ? client : refuse();
}

/** The name and the password of a Basic header. Both are form-encoded (RFC 6749, 2.3.1). */
function basicOf(header: string | undefined): { id: string; secret: string } | undefined {
	const encoded = /^Basic +(\S+)$/i.exec(header ?? '')?.[1];
	if (encoded === undefined) return undefined;
	const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
	try {
		const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
		return { id: plain(id), secret: plain(rest.join(':')) };
	} catch {
		throw unknownClient();
	}
}
