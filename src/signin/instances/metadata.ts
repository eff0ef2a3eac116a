import * as v from 'valibot';
import { ForgeError } from '../../forge/contract/errors.ts';
import { appendPath, type RequestContext, readJson, requireAnswer } from './request.ts';

/** The OAuth 2.0 endpoints of an identity service. */
export interface Metadata {
	readonly authorize: string;
	readonly token: string;
	readonly revoke: string | undefined;
	/** The scopes that the service supports, in its own spelling. */
	readonly scopes: readonly string[] | undefined;
	/** Whether the service knows only applications with a secret. */
	readonly needsSecret: boolean;
	/**
	 * Whether the ids of applications are UUIDs. A real service of that kind stops working when it is asked for an id of another form, and its
	 * pages need its GraphQL.
	 */
	readonly hasUuids: boolean;
}

const MetadataAnswer = v.object({
	authorization_endpoint: v.string(),
	token_endpoint: v.string(),
	revocation_endpoint: v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined),
	token_endpoint_auth_methods_supported: v.fallback(v.optional(v.array(v.string())), undefined),
	scopes_supported: v.fallback(v.optional(v.array(v.string())), undefined),
});

/** Fetches the metadata of an identity service (RFC 8414). Returns undefined if it publishes none. Rejects if it is unreachable or busy. */
export async function readMetadata(
	context: RequestContext,
	identity: string,
	signal?: AbortSignal,
): Promise<Metadata | undefined> {
	const path = '/.well-known/oauth-authorization-server';
	const answer = await requireAnswer(context, appendPath(identity, path), signal);
	const published = answer.status === 200 ? readJson(MetadataAnswer, answer) : undefined;
	if (!published) return undefined;
	const { authorization_endpoint, token_endpoint, revocation_endpoint, scopes_supported } = published;
	// Without a list, the only method is `client_secret_basic` (RFC 8414, 2).
	const needsSecret = published.token_endpoint_auth_methods_supported?.includes('none') !== true;
	const hasGrants = scopes_supported?.some((scope) => /^[\w.-]+\/[A-Z_]+:R[OW]$/.test(scope)) === true;
	return {
		authorize: requireSameOrigin(identity, authorization_endpoint),
		token: requireSameOrigin(identity, token_endpoint),
		revoke: revocation_endpoint && requireSameOrigin(identity, revocation_endpoint),
		scopes: scopes_supported,
		needsSecret,
		hasUuids: needsSecret && hasGrants,
	};
}

/** The usual OAuth 2.0 endpoints, for services that publish no metadata. */
export const defaultMetadata = (identity: string): Metadata => ({
	authorize: appendPath(identity, '/oauth2/authorize'),
	token: appendPath(identity, '/oauth2/access-token'),
	revoke: undefined,
	scopes: undefined,
	needsSecret: false,
	hasUuids: false,
});

/** Throws for an endpoint on another origin, because it would receive codes and secrets. */
function requireSameOrigin(identity: string, endpoint: string): string {
	if (URL.parse(endpoint)?.origin === URL.parse(identity)?.origin) return endpoint;
	throw new ForgeError(
		'surprise',
		`The sign-in service ${identity} names an address that does not begin with the same scheme, host and port: ${endpoint.slice(0, 200)}.`,
	);
}
