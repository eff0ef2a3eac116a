import type { Reply } from '../server/reply.ts';
import { isRedirectOf } from './clients.ts';
import { consentPages } from './consent.ts';
import type { Grants } from './grants.ts';
import type { IdentityContext } from './identity-context.ts';
import { problemPage } from './pages.ts';
import { parseScopes } from './scopes.ts';
import type { Client } from './state.ts';
import { type Handler, redirect, type Visit, withParameters } from './visit.ts';

/** An authorization request with a valid client and redirect URI. */
interface Authorization {
	readonly client: Client;
	/** The redirect URI that receives the answer. */
	readonly target: string;
	/** The redirect URI as the request gives it. */
	readonly redirect: string | null;
	readonly state: string | null;
	readonly scopes: readonly string[];
	readonly challenge: string | null;
}

/** The authorization endpoint of RFC 6749, 4.1, with PKCE (RFC 7636). */
export function authorizePages(
	{ clientOf, drift, graphqlScopes }: IdentityContext,
	grants: Grants,
): Readonly<Record<string, Handler>> {
	const errorStatus = drift.has('oauth-errors-are-200') ? 200 : 400;

	/** The parsed request, or the answer to an invalid one. */
	const readAuthorization = (visit: Visit, query: URLSearchParams): Authorization | Reply => {
		const client = clientOf(query.get('client_id') ?? '');
		const isKnown = client && (client.secret !== null || !drift.has('oauth-confidential-only'));
		if (!isKnown || query.getAll('client_id').length > 1) {
			return problemPage(
				visit,
				errorStatus,
				'Unknown application',
				'No application is registered here with that client_id.',
			);
		}
		const named = query.get('redirect_uri');
		const target = named ?? (client.redirects.length === 1 ? client.redirects[0] : undefined);
		// Never redirect to an address that is not the application's. Report this error on a page here.
		if (
			target === undefined ||
			query.getAll('redirect_uri').length > 1 ||
			!isRedirectOf(client, target, drift)
		) {
			return problemPage(
				visit,
				errorStatus,
				'Wrong redirect address',
				`The address to return to (redirect_uri) is not one that ${client.name} has registered.`,
			);
		}
		const state = query.get('state');
		const refuse = (error: string, description: string) =>
			redirect(
				withParameters(target, {
					error,
					error_description: description,
					...(state !== null && { state }),
				}),
			);
		const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
		if (repeated !== undefined) return refuse('invalid_request', 'A parameter occurs more than once.');
		const type = query.get('response_type');
		if (type === null) return refuse('invalid_request', 'The response_type is missing.');
		if (type !== 'code') return refuse('unsupported_response_type', 'The response_type must be code.');
		const challenge = query.get('code_challenge');
		if (!drift.has('pkce-ignored')) {
			const fault = challengeFault(client, challenge, query.get('code_challenge_method'));
			if (fault !== undefined) return refuse('invalid_request', fault);
		}
		const words = (query.get('scope') ?? '').split(' ').filter(Boolean);
		if (words.length === 0) return refuse('invalid_scope', 'The scope is missing.');
		const parsed = parseScopes(words, drift, graphqlScopes);
		if ('refused' in parsed) return refuse('invalid_scope', ascii(parsed.refused));
		return { client, target, redirect: named, state, scopes: parsed.scopes, challenge };
	};

	const stateOf = ({ state }: Authorization) => (state === null ? {} : { state });
	return consentPages<Authorization>({
		path: '/oauth2/authorize',
		readAuthorization,
		decline: (authorization) =>
			redirect(
				withParameters(authorization.target, {
					error: 'access_denied',
					error_description: 'The request was declined.',
					...stateOf(authorization),
				}),
			),
		approve: (authorization, { name }, ticked) => {
			const isEverything = ticked.length === 0 && drift.has('nothing-ticked-is-everything');
			const scopes = isEverything ? ['*'] : ticked;
			const { client, challenge, redirect: named } = authorization;
			const code = grants.approve({ client: client.id, owner: name, scopes }, named, challenge);
			return redirect(withParameters(authorization.target, { code, ...stateOf(authorization) }));
		},
	});
}

function challengeFault(client: Client, challenge: string | null, method: string | null): string | undefined {
	if (challenge === null) {
		return client.secret === null ? 'A code_challenge is required (PKCE, S256).' : undefined;
	}
	if (method !== 'S256') return 'The code_challenge_method must be S256.';
	return /^[A-Za-z0-9_-]{43}$/.test(challenge)
		? undefined
		: 'The code_challenge is not a valid S256 challenge.';
}

/** Replaces characters that `error_description` cannot hold (RFC 6749, 4.1.2.1). */
const ascii = (text: string) => text.replace(/[^ !#-[\]-~]/g, '?');
