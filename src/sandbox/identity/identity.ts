import type { Accounts } from '../server/accounts.ts';
import type { FallbackHandler } from '../server/area.ts';
import type { Quirk } from '../server/drift.ts';
import { json, page as plainPage, type Reply, send } from '../server/reply.ts';
import { authorizePages } from './authorize.ts';
import { redirectFault } from './clients.ts';
import { Grants } from './grants.ts';
import { homePages } from './home.ts';
import type { IdentityContext } from './identity-context.ts';
import { legacyPages } from './legacy.ts';
import { problemPage } from './pages.ts';
import { personalPages } from './personal.ts';
import { registrationPages } from './registration.ts';
import { allScopes, graphqlGrants, namedScope } from './scopes.ts';
import { Sessions } from './sessions.ts';
import { type Client, type IdentityState, type Lifetimes, usualLifetimes } from './state.ts';
import { tokenEndpoints } from './tokens.ts';
import { type Handler, originOf, type Visit } from './visit.ts';

export interface IdentityOptions {
	readonly state: IdentityState;
	readonly changed: () => void;
	readonly accounts: Accounts;
	readonly drift: ReadonlySet<Quirk>;
	readonly now: () => Date;
	readonly lifetimes?: Partial<Lifetimes>;
	/** The scopes of the services that have GraphQL. */
	readonly graphqlScopes?: readonly string[];
}

/** The sign-in service: users, sessions and what users grant to applications. `Accounts` has the tokens. */
export class Identity {
	/** Answers all requests outside `/api/`. */
	readonly fallback: FallbackHandler;
	readonly #options: IdentityOptions;
	readonly #lifetimes: Lifetimes;
	readonly #grants: Grants;

	constructor(options: IdentityOptions) {
		this.#options = options;
		const lifetimes = { ...usualLifetimes, ...options.lifetimes };
		const { drift, state, graphqlScopes = [] } = options;
		const findClient = (id: string) => state.clients.find((client) => client.id === id);
		let isGraphqlDown = drift.has('identity-graphql-down');
		const clientOf = (id: string) => {
			if (drift.has('client-id-is-uuid') && !uuid.test(id)) isGraphqlDown = true;
			return findClient(id);
		};
		const context: IdentityContext = { ...options, lifetimes, clientOf, graphqlScopes };
		const grants = new Grants(context);
		this.#lifetimes = lifetimes;
		this.#grants = grants;
		const sessions = new Sessions(context);
		const pages: Readonly<Record<string, Handler>> = {
			'GET /.well-known/oauth-authorization-server': ({ origin }) => json(200, metadata(origin, context)),
			...sessions.pages,
			...homePages({ ...context, clientOf: findClient }, grants),
			...registrationPages(context, grants),
			...personalPages(context, grants),
			...authorizePages(context, grants),
			...tokenEndpoints(context, grants),
			...legacyPages({ ...context, clientOf: findClient }),
		};
		this.fallback = async (request, response, url) => {
			const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
			const path = url.pathname.replace(/[0-9a-f]{128}$|[0-9a-f-]{36}\/(?=reissue$)/, '');
			const methods = ['GET', 'POST'].filter((one) => Object.hasOwn(pages, `${one} ${path}`));
			if (methods.length === 0) return false;
			const visit = { request, url, origin: originOf(request), visitor: sessions.visitor(request) };
			const handler = methods.includes(method) ? pages[`${method} ${path}`] : undefined;
			const reply = handler ? await runHandler(handler, visit) : notAllowed(visit, methods);
			send(response, isGraphqlDown && needsGraphql.includes(path) ? withoutGraphql(visit, path) : reply);
			return true;
		};
	}

	/** The token for GraphQL that allows a user what the scopes do. It is issued when it is first needed. */
	graphqlToken(owner: string, scopes: readonly string[]): string {
		const comment = 'demo, for GraphQL';
		const earlier = this.#options.accounts.tokensOf(owner, null).find((token) => token.comment === comment);
		if (earlier) return earlier.value;
		const grants = graphqlGrants(scopes);
		const claims = { owner, client: null, scopes: grants === '' ? ['*'] : grants.split(' '), comment };
		return this.#grants.issueNewer(claims, this.#lifetimes.personal, grants).value;
	}

	/** Registers an application. It replaces one with the same id. */
	addClient(client: Client): void {
		for (const redirect of client.redirects) {
			const fault = redirectFault(redirect, new Set());
			if (fault !== undefined) throw new RangeError(`${redirect} cannot be a redirect URI. ${fault}`);
		}
		const { state, changed } = this.#options;
		state.clients = [...state.clients.filter(({ id }) => id !== client.id), client];
		changed();
	}
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The pages and endpoints that ask the service's own GraphQL. */
const needsGraphql = ['/oauth2/authorize', '/oauth2/access-token', '/oauth2/introspect'];

const withoutGraphql = (visit: Visit, path: string): Reply =>
	path === '/oauth2/authorize'
		? problemPage(visit, 200, 'OAuth 2.0 error occurred', 'Error code: invalid_request')
		: plainPage(500, '500 Internal Error', '');

/** The endpoints that applications post to. Every other POST comes from a form of a page. */
const endpoints = ['/oauth2/access-token', '/oauth2/introspect', '/oauth2/revoke', '/oauth/exchange'];

/** Runs a handler. Refuses a form that another site has sent, according to the browser's `Origin` header. */
async function runHandler(handler: Handler, visit: Visit): Promise<Reply> {
	const { method, headers } = visit.request;
	const { origin } = headers;
	const isForm = method === 'POST' && !endpoints.includes(visit.url.pathname);
	if (isForm && origin !== undefined && hostOf(origin) !== headers.host) {
		return problemPage(visit, 403, 'Request refused', 'This form was sent by another site.');
	}
	return handler(visit);
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

function notAllowed(visit: Visit, methods: readonly string[]): Reply {
	const reply = problemPage(visit, 405, 'Method not allowed', `Use ${methods.join(' or ')}.`);
	return { ...reply, headers: { ...reply.headers, Allow: methods.join(', ') } };
}

/** Authorization server metadata (RFC 8414). */
function metadata(issuer: string, { drift, graphqlScopes }: IdentityContext): unknown {
	const methods = ['client_secret_basic', 'client_secret_post'];
	const authentication = ['none', ...methods];
	// A service that knows only applications with a secret names no methods, which means `client_secret_basic` (RFC 8414).
	const hasPublicClients = !drift.has('oauth-confidential-only');
	return {
		issuer,
		authorization_endpoint: `${issuer}/oauth2/authorize`,
		token_endpoint: `${issuer}/oauth2/access-token`,
		introspection_endpoint: `${issuer}/oauth2/introspect`,
		...(hasPublicClients && { introspection_endpoint_auth_methods_supported: authentication }),
		...(!drift.has('no-oauth-revoke') && {
			revocation_endpoint: `${issuer}/oauth2/revoke`,
			// Without this field, only a client with a secret could revoke.
			revocation_endpoint_auth_methods_supported: authentication,
		}),
		response_types_supported: ['code'],
		response_modes_supported: ['query'],
		grant_types_supported: [
			'authorization_code',
			...(drift.has('no-refresh-token') ? [] : ['refresh_token']),
		],
		...(!drift.has('pkce-ignored') && { code_challenge_methods_supported: ['S256'] }),
		...(hasPublicClients && { token_endpoint_auth_methods_supported: authentication }),
		scopes_supported: allScopes(drift, graphqlScopes).map((scope) => namedScope(scope, drift)),
	};
}
