import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { timeOfDay } from '../../base/clock.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { scopeWithService } from '../../forge/contract/plain-scope.ts';
import type { HttpAnswer } from '../../forge/wire/exchange.ts';
import { toDisplayText } from '../../forge/wire/refusals.ts';
import { parseRetryAfter } from '../../forge/wire/retry.ts';
import type { Instance } from '../instances/instance.ts';
import type { Metadata } from '../instances/metadata.ts';
import { appendPath, type RequestContext, readJson, sendRequest } from '../instances/request.ts';
import { readToken } from './token.ts';

/** A token and what the forge says about it. */
export interface TokenGrant {
	readonly token: string;
	readonly scopes: readonly string[] | null;
	/** In milliseconds since 1970; null if it is unknown. */
	readonly expires: number | null;
	/** When it was granted, if that is known. */
	readonly issued?: number;
	readonly refresh: string | null;
}

/** An application that signs users in: its id at the forge, and its secret if it has one. */
export interface OAuthClient {
	readonly id: string;
	readonly secret: string | undefined;
}

export interface AuthorizationRequest {
	readonly client: OAuthClient;
	readonly redirect: string;
	readonly state: string;
	readonly challenge: string;
	readonly scopes: readonly string[];
}

/** The page on which the user approves. */
export function authorizationAddress(
	{ authorize }: Metadata,
	{ client, redirect, state, challenge, scopes }: AuthorizationRequest,
): string {
	const url = new URL(authorize);
	const query = {
		response_type: 'code',
		client_id: client.id,
		redirect_uri: redirect,
		scope: scopes.join(' '),
		state,
		code_challenge: challenge,
		code_challenge_method: 'S256',
	};
	// The address may already have a query.
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	url.hash = '';
	return url.href;
}

const Tokens = v.object({
	access_token: v.pipe(v.string(), v.nonEmpty()),
	// These are optional: null or a value of the wrong type counts as missing.
	expires_in: v.fallback(v.optional(v.number()), undefined),
	scope: v.fallback(v.optional(v.string()), undefined),
	refresh_token: v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined),
});

const RefusalAnswer = v.object({
	error: v.string(),
	error_description: v.fallback(v.optional(v.string()), undefined),
});

/** The latest time that a `Date` can hold, in milliseconds. */
const latestTimeMs = 8.64e15;

/** The forge that issues tokens to an application. */
export interface TokenIssuer {
	readonly context: RequestContext;
	readonly instance: Instance;
	readonly metadata: Metadata;
	readonly client: OAuthClient;
}

/** Exchanges a code for a token. */
export const redeem = (
	issuer: TokenIssuer,
	grant: { readonly code: string; readonly redirect: string; readonly verifier: string },
	signal?: AbortSignal,
): Promise<TokenGrant> => {
	const { code, redirect: redirect_uri, verifier: code_verifier } = grant;
	return requestTokens(
		issuer,
		{ grant_type: 'authorization_code', code, redirect_uri, code_verifier },
		signal,
	);
};

/** Gets the next token. An `invalid_grant` becomes an error of the kind `signed-out`: only a new sign-in helps. */
export const refresh = (issuer: TokenIssuer, refreshToken: string): Promise<TokenGrant> =>
	requestTokens(issuer, { grant_type: 'refresh_token', refresh_token: refreshToken });

/**
 * Revokes a token at the forge, or its refresh token, which ends both (RFC 7009, 2.1). Any answer counts as success; rejects if there is
 * none. If the forge has no endpoint for that and the token can change something, returns the page on which the user can revoke it.
 */
export async function revoke(
	{ context, instance, metadata, client }: TokenIssuer,
	token: string,
	next: string | null,
): Promise<string | undefined> {
	if (metadata.revoke === undefined) return revocationPage(instance, token);
	const form = { token: next ?? token };
	await sendRequest(context, metadata.revoke, { ...withClient(client, form), mayHaveQuery: true });
	return undefined;
}

function revocationPage({ identity }: Instance, token: string): string | undefined {
	const { account, scopes = [] } = readToken(token) ?? {};
	const mayWrite = scopes.some((scope) => scope === '*' || /:(RW|write)$/.test(scope));
	if (identity === undefined || account === undefined || !mayWrite) return undefined;
	return appendPath(identity, `/oauth2/revoke-bearer/${createHash('sha512').update(token).digest('hex')}`);
}

async function requestTokens(
	{ context, instance, metadata, client }: TokenIssuer,
	form: Readonly<Record<string, string>>,
	signal?: AbortSignal,
): Promise<TokenGrant> {
	const answer = await sendRequest(context, metadata.token, {
		...withClient(client, form),
		mayHaveQuery: true,
		signal,
	});
	const body = answer.status === 200 ? readJson(Tokens, answer) : undefined;
	if (!body) throw refusalOf(answer, instance, [client.secret, ...secretsIn(form)]);
	const facts = readToken(body.access_token);
	const scopes = body.scope?.split(/[\s,]+/).filter(Boolean);
	return {
		token: body.access_token,
		// An empty list says nothing: if the user approves no permission, real servers grant all of them, as the token itself says.
		scopes: scopes?.length ? scopes.map(scopeWithService) : (facts?.scopes ?? null),
		// Some servers report a wrong lifetime. The token itself has the right one.
		expires: facts?.expires ?? expiryOf(body.expires_in),
		issued: timeOfDay(),
		refresh: body.refresh_token ?? null,
	};
}

/** When a token expires, at most the latest time that a `Date` can hold. Null if the lifetime is missing or not positive. */
function expiryOf(seconds: number | undefined): number | null {
	if (seconds === undefined || !(seconds > 0)) return null;
	return Math.min(timeOfDay() + seconds * 1000, latestTimeMs);
}

/** The secrets of a request. A server may repeat them in its answer, so error messages must not show them. */
const secretsIn = ({ code, code_verifier, refresh_token }: Readonly<Record<string, string>>) => [
	code,
	code_verifier,
	refresh_token,
];

/** A client with a secret authenticates with the header that every server supports (RFC 6749, 2.3.1). */
function withClient({ id, secret }: OAuthClient, form: Readonly<Record<string, string>>) {
	if (secret === undefined) return { form: { ...form, client_id: id } };
	// As in a form, which RFC 6749 requires. `encodeURIComponent` differs, for example for spaces.
	const encode = (text: string) => new URLSearchParams({ x: text }).toString().slice(2);
	const basic = Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64');
	return { form, headers: { authorization: `Basic ${basic}` } };
}

/** Whether the forge does not know the application, or its secret is wrong. */
export const saysClientIsWrong = (error: unknown): error is ForgeError =>
	error instanceof ForgeError && error.reasons.some(({ field }) => field === 'client');

function refusalOf(
	answer: HttpAnswer,
	{ name }: Instance,
	secrets: readonly (string | undefined)[],
): ForgeError {
	const { status } = answer;
	const body = readJson(RefusalAnswer, answer);
	const description = toDisplayText(body?.error_description ?? '', secrets);
	const explanation = description === '' ? '' : ` It says: ${description}`;
	if (body?.error === 'invalid_client') {
		return new ForgeError(
			'refused',
			`${name} does not know the application, or its secret is wrong. Check the client ID and secret.${explanation}`,
			{ status, reasons: [{ field: 'client', reason: body.error }] },
		);
	}
	if (body?.error === 'invalid_grant') {
		const message = `${name} no longer accepts the sign-in. Sign in again.${explanation}`;
		return new ForgeError('signed-out', message, { status });
	}
	if (status === 429 || status >= 500) {
		const retryAfterMs = parseRetryAfter(answer.header('retry-after'), answer.header('date'));
		return new ForgeError('busy', `${name} cannot issue a token right now. Try again in a moment.`, {
			status,
			retryAfterMs,
		});
	}
	if (body) {
		const code = toDisplayText(body.error, secrets).slice(0, 60);
		return new ForgeError('refused', `${name} refused the sign-in (${code}).${explanation}`, { status });
	}
	const message = `Unexpected response from ${name} to the request for a token.`;
	return new ForgeError('surprise', message, { status });
}
