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
}

const MetadataAnswer = v.object({
	authorization_endpoint: v.string(),
	token_endpoint: v.string(),
	revocation_endpoint: v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined),
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
	return {
		authorize: requireSameOrigin(identity, authorization_endpoint),
		token: requireSameOrigin(identity, token_endpoint),
		revoke: revocation_endpoint && requireSameOrigin(identity, revocation_endpoint),
		scopes: scopes_supported,
	};
}

/** The usual OAuth 2.0 endpoints, for services that publish no metadata. */
export const defaultMetadata = (identity: string): Metadata => ({
	authorize: appendPath(identity, '/oauth2/authorize'),
	token: appendPath(identity, '/oauth2/access-token'),
	revoke: undefined,
	scopes: undefined,
});

/** Throws for an endpoint on another origin, because it would receive codes and secrets. */
function requireSameOrigin(identity: string, endpoint: string): string {
	if (URL.parse(endpoint)?.origin === URL.parse(identity)?.origin) return endpoint;
	throw new ForgeError(
		'surprise',
		`The sign-in service ${identity} names an address that does not begin with the same scheme, host and port: ${endpoint.slice(0, 200)}.`,
	);
}
