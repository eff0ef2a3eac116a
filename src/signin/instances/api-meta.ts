import * as v from 'valibot';
import type { HttpAnswer } from '../../forge/wire/exchange.ts';
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
	if (isGone(answer)) return 'none';
	const meta = answer.status === 200 ? readJson(ApiMeta, answer) : undefined;
	return meta && (distinctiveScopes.find(([, scope]) => meta.scopes.includes(scope))?.[0] ?? 'other');
}
