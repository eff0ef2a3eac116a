import * as v from 'valibot';
import { steadyTime } from '../../base/clock.ts';
import { rememberByObject } from '../../base/remember.ts';
import type { HttpAnswer } from '../../forge/wire/exchange.ts';
import type { Fetch } from '../../forge/wire/transport.ts';
import type { AddressName } from './instance.ts';
import { appendPath, type RequestContext, readJson, requireAnswer } from './request.ts';

const ApiMeta = v.object({ scopes: v.array(v.string()) });

/** For each service, a scope in GraphQL that no other service has. */
const distinctiveScopes: readonly (readonly [AddressName, string])[] = [
	['identity', 'SSH_KEYS'],
	['lists', 'EMAILS'],
	['repositories', 'OBJECTS'],
	['trackers', 'TICKETS'],
	['hub', 'PROJECTS'],
];

/** How long an answer counts: a sign-in probes the services, and soon after that asks each of them whose token it has. */
const recentMs = 60_000;

const answersBy = rememberByObject(
	(_: Fetch) => new Map<string, { readonly service: AddressName | 'none'; readonly at: number }>(),
);

/** What `readGraphqlService` has found at an address a short time ago, if the answer was clear. */
export function knownGraphqlService({ fetch }: RequestContext, address: string) {
	const last = answersBy(fetch).get(address);
	return last && steadyTime() - last.at < recentMs ? last.service : undefined;
}

export const isGone = ({ status }: HttpAnswer): boolean => status === 404 || status === 410;

/**
 * Returns which service answers GraphQL at an address: `other` for one that Tildeforge does not know, `none` if there is no GraphQL,
 * undefined if the answer does not say. Needs no token. Rejects if the address is unreachable or busy.
 */
export async function readGraphqlService(
	context: RequestContext,
	address: string,
	signal?: AbortSignal,
): Promise<AddressName | 'other' | 'none' | undefined> {
	const answer = await requireAnswer(context, appendPath(address, '/query/api-meta.json'), signal);
	const meta = answer.status === 200 ? readJson(ApiMeta, answer) : undefined;
	const known = distinctiveScopes.find(([, scope]) => meta?.scopes.includes(scope))?.[0];
	const service = isGone(answer) ? 'none' : known;
	if (service) answersBy(context.fetch).set(address, { service, at: steadyTime() });
	return service ?? (meta && 'other');
}
