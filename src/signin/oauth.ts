import * as v from 'valibot';
import { ForgeError } from '../forge/errors.ts';
import type { Answered } from '../forge/exchange.ts';
import { shown } from '../forge/refusals.ts';
import { ask, type Means, readJson } from './ask.ts';
import type { Instance } from './instance.ts';
import type { Metadata } from './metadata.ts';
import { plainScope } from './scope-words.ts';
import { readToken } from './token.ts';

/** What a door gives. */
export interface Granted {
	readonly token: string;
	readonly scopes: readonly string[] | null;
	readonly expires: number | null;
	readonly refresh: string | null;
}

/** An application that signs people in: its name at the forge, and the secret if it has one. */
export interface Client {
	readonly id: string;
	readonly secret: string | undefined;
}

export interface AuthorizationRequest {
	readonly client: Client;
	readonly redirect: string;
	readonly state: string;
	readonly challenge: string;
	readonly scopes: readonly string[];
}

/** The page on which a person approves. */
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
	// It may have a query of its own.
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	url.hash = '';
	return url.href;
}

const Tokens = v.object({
	access_token: v.pipe(v.string(), v.nonEmpty()),
	// A client can do without these: one that is null or of a wrong type is one that is not there.
	expires_in: v.fallback(v.optional(v.number()), undefined),
	scope: v.fallback(v.optional(v.string()), undefined),
	refresh_token: v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined),
});

const Refused = v.object({
	error: v.string(),
	error_description: v.fallback(v.optional(v.string()), undefined),
});

/** The last that a `Date` can hold. */
const lastMoment = 8.64e15;

interface TokenCall {
	readonly means: Means;
	readonly instance: Instance;
	readonly metadata: Metadata;
	readonly client: Client;
	readonly signal?: AbortSignal;
}

/** The token for a code. */
export const redeem = (
	call: TokenCall,
	given: { readonly code: string; readonly redirect: string; readonly verifier: string },
): Promise<Granted> =>
	tokens(call, {
		grant_type: 'authorization_code',
		code: given.code,
		redirect_uri: given.redirect,
		code_verifier: given.verifier,
	});

/** The next token. An `invalid_grant` is an error of the kind `signed-out`: only a new sign-in helps. */
export const refresh = (call: TokenCall, refreshToken: string): Promise<Granted> =>
	tokens(call, { grant_type: 'refresh_token', refresh_token: refreshToken });

/** Ends a token at the forge. That a server knows no such thing, or is away, is no failure: it ends here all the same. */
export async function revoke(call: TokenCall, token: string): Promise<void> {
	const { means, metadata, signal } = call;
	if (metadata.revoke === undefined) return;
	await ask(means, metadata.revoke, {
		...withClient(call.client, { token }),
		mayHaveQuery: true,
		...(signal && { signal }),
	});
}

async function tokens(call: TokenCall, form: Readonly<Record<string, string>>): Promise<Granted> {
	const { means, instance, metadata, client, signal } = call;
	const answer = await ask(means, metadata.token, {
		...withClient(client, form),
		mayHaveQuery: true,
		...(signal && { signal }),
	});
	const told = answer.status === 200 ? readJson(Tokens, answer) : undefined;
	if (!told) throw refusalOf(answer, instance, [client.secret, ...given(form)]);
	const facts = readToken(told.access_token);
	return {
		token: told.access_token,
		scopes:
			told.scope
				?.split(/[\s,]+/)
				.filter(Boolean)
				.map(plainScope) ??
			facts?.scopes ??
			null,
		// Some servers are wrong about it; what stands in the token itself is right.
		expires: facts?.expires ?? endOf(told.expires_in),
		refresh: told.refresh_token ?? null,
	};
}

/** What no `Date` can hold is no end; neither is one that was over before it began. */
function endOf(seconds: number | undefined): number | null {
	if (seconds === undefined || !(seconds > 0)) return null;
	return Math.min(Date.now() + seconds * 1000, lastMoment);
}

/** What of a request a server may repeat, and nobody must see. */
const given = ({ code, code_verifier, refresh_token }: Readonly<Record<string, string>>) => [
	...[code, code_verifier, refresh_token],
];

/** A client with a secret proves itself by the header that every server knows (RFC 6749, 2.3.1). */
function withClient({ id, secret }: Client, form: Readonly<Record<string, string>>) {
	if (secret === undefined) return { form: { ...form, client_id: id } };
	const encoded = (text: string) => new URLSearchParams({ x: text }).toString().slice(2);
	const basic = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64');
	return { form, headers: { authorization: `Basic ${basic}` } };
}

function refusalOf(
	answer: Answered,
	{ name }: Instance,
	secrets: readonly (string | undefined)[],
): ForgeError {
	const { status } = answer;
	const told = readJson(Refused, answer);
	const words = shown(told?.error_description ?? '', secrets);
	const said = words === '' ? '' : ` It says: ${words}`;
	if (told?.error === 'invalid_client') {
		return new ForgeError(
			'refused',
			`${name} does not know the application, or its secret is wrong. Look at its client id and secret.${said}`,
			{ status, reasons: [{ field: 'client', reason: told.error }] },
		);
	}
	if (told?.error === 'invalid_grant') {
		return new ForgeError(
			'signed-out',
			`${name} does not accept the sign-in any more. Sign in again.${said}`,
			{ status },
		);
	}
	if (status === 429 || status >= 500) {
		return new ForgeError('busy', `${name} cannot give a token now. Try again in a moment.`, { status });
	}
	if (told)
		return new ForgeError(
			'refused',
			`${name} refused the sign-in (${shown(told.error, secrets).slice(0, 60)}).${said}`,
			{ status },
		);
	return new ForgeError(
		'surprise',
		`${name} gave an answer that makes no sense where a token was asked for.`,
		{ status },
	);
}
