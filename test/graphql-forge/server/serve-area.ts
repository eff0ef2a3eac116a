import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import type { AreaName, GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import { graphqlGrants } from '../../../src/sandbox/identity/scopes.ts';
import type { Account } from '../../../src/sandbox/server/accounts.ts';
import { bodyOf, createIdentityCheck, type FallbackHandler } from '../../../src/sandbox/server/area.ts';
import { json, type Reply, send } from '../../../src/sandbox/server/reply.ts';
import { AuthenticationError, authenticate } from './authenticate.ts';
import { commonResolvers, mergeResolvers } from './common-resolvers.ts';
import { executeQuery } from './execute-query.ts';
import { FirstUse } from './first-use.ts';
import { executeStoredQuery } from './hooks/execute-stored-query.ts';
import type { GraphqlArea } from './resolvers.ts';
import { attachResolvers, readSchema, requireFields, scopesOf } from './schema.ts';

const Query = v.object({
	query: v.string(),
	variables: v.exactOptional(v.nullable(v.record(v.string(), v.unknown()))),
	operationName: v.exactOptional(v.nullable(v.string())),
});

const badRequest = (message: string): Reply => json(400, { errors: [{ message }], data: null });

/** Answers `POST /query`, `GET /query/api-meta.json` and the files of an area, whose folder has its name. */
export function serveArea(
	folder: AreaName,
	service: string,
	{ resolvers, hasUsed, file, isOlder = false, required = [] }: GraphqlArea,
	parts: GraphqlParts,
): FallbackHandler {
	const { accounts, drift, hooks } = parts;
	const schema = readSchema(folder, isOlder);
	requireFields(schema, required);
	const visitors = new Set<string>();
	const isKnown = (account: Account) =>
		!drift.has('user-unknown-to-service') || visitors.has(account.name) || hasUsed(account);
	attachResolvers(schema, mergeResolvers(commonResolvers(accounts, isKnown), resolvers), service);
	if (folder !== 'identity' && folder !== 'hub')
		hooks.sender.storedQueries.set(folder, executeStoredQuery(schema, parts));
	const isIdentityUp = createIdentityCheck(drift);
	const firstUse = new FirstUse();
	const mayEnd = folder === 'trackers' && drift.has('first-requests-end-service');

	const answer = async (request: IncomingMessage, path: string): Promise<Reply | undefined> => {
		const caller = authenticate(request, accounts, drift, isIdentityUp);
		const { account } = caller;
		if (mayEnd && !visitors.has(account.name) && !hasUsed(account)) await firstUse.insert(account.name);
		visitors.add(account.name);
		if (path !== '/query') return file?.(path, caller);
		if (
			request.method !== 'POST' ||
			!/^application\/json\s*(;|$)/.test(request.headers['content-type'] ?? '')
		) {
			return badRequest('transport not supported');
		}
		const query = parseQuery((await bodyOf(request)).toString('utf8'));
		if (!query) return badRequest('json request body could not be decoded');
		const call = { caller, grants: graphqlGrants(caller.token.scopes) };
		return executeQuery(schema, query, call, drift);
	};

	return async (request, response, { pathname }) => {
		if (pathname === '/query/api-meta.json' && request.method === 'GET') {
			send(response, json(200, { scopes: scopesOf(schema) }));
			return true;
		}
		const mayBeFile = file !== undefined && request.method === 'GET' && pathname.startsWith('/query/');
		if (pathname !== '/query' && !mayBeFile) return false;
		try {
			const reply = firstUse.hasEnded ? undefined : await answer(request, pathname);
			if (firstUse.hasEnded) {
				response.destroy();
				return true;
			}
			if (!reply) return false;
			send(response, reply);
		} catch (error) {
			if (!(error instanceof AuthenticationError)) throw error;
			send(response, error.reply);
		}
		return true;
	};
}

function parseQuery(text: string): v.InferOutput<typeof Query> | undefined {
	try {
		const result = v.safeParse(Query, JSON.parse(text));
		return result.success ? result.output : undefined;
	} catch {
		return undefined;
	}
}
