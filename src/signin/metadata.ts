import * as v from 'valibot';
import { ForgeError } from '../forge/errors.ts';
import { answered, type Means, readJson, under } from './ask.ts';

/** The OAuth 2.0 endpoints of an identity service. */
export interface Metadata {
	readonly authorize: string;
	readonly token: string;
	readonly revoke: string | undefined;
	/** The scopes that the service supports, in its own spelling. */
	readonly scopes: readonly string[] | undefined;
}

const Told = v.object({
	authorization_endpoint: v.string(),
	token_endpoint: v.string(),
	revocation_endpoint: v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty())), undefined),
	scopes_supported: v.fallback(v.optional(v.array(v.string())), undefined),
});

/** Fetches the metadata of an identity service (RFC 8414). Returns undefined if it publishes none. Rejects if it is unreachable or busy. */
export async function metadata(
	means: Means,
	identity: string,
	signal?: AbortSignal,
): Promise<Metadata | undefined> {
	const path = '/.well-known/oauth-authorization-server';
	const answer = await answered(means, under(identity, path), { ...(signal && { signal }) });
	const told = answer.status === 200 ? readJson(Told, answer) : undefined;
	return (
		told && {
			authorize: its(identity, told.authorization_endpoint),
			token: its(identity, told.token_endpoint),
			revoke: told.revocation_endpoint && its(identity, told.revocation_endpoint),
			scopes: told.scopes_supported,
		}
	);
}

/** The usual OAuth 2.0 endpoints, for services that publish no metadata. */
export const usualMetadata = (identity: string): Metadata => ({
	authorize: under(identity, '/oauth2/authorize'),
	token: under(identity, '/oauth2/access-token'),
	revoke: undefined,
	scopes: undefined,
});

/** Rejects an endpoint on another origin, because it would receive codes and secrets. */
function its(identity: string, named: string): string {
	if (URL.parse(named)?.origin === URL.parse(identity)?.origin) return named;
	throw new ForgeError(
		'surprise',
		`The sign-in service ${identity} refers to an address on another host: ${named.slice(0, 200)}.`,
	);
}
