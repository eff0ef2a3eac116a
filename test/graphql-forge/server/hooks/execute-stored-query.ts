import type { GraphQLSchema } from 'graphql';
import { graphqlName } from '../../../../src/forge/webhooks/graphql-events.ts';
import type { GraphqlParts } from '../../../../src/sandbox/graphql-api.ts';
import { graphqlGrants } from '../../../../src/sandbox/identity/scopes.ts';
import type { ExecuteStoredQuery } from '../../../../src/sandbox/server/stored-query.ts';
import { executeQuery } from '../execute-query.ts';
import { timestamp } from '../words.ts';
import { kindOf } from './hook-events.ts';

/** Executes the query of a hook with the grants of its token. What the token may not read is an error in the delivery. */
export const executeStoredQuery =
	(schema: GraphQLSchema, { accounts, drift }: GraphqlParts): ExecuteStoredQuery =>
	async ({ family, token, query = '' }, { id, event, records }) => {
		const caller = accounts.hookCaller(token);
		const name = graphqlName(family, event);
		if (!caller || name === undefined) return undefined;
		const webhook = {
			...{ __typename: kindOf(name).payload, uuid: id, event: name },
			date: timestamp(new Date().toISOString()),
			...records,
		};
		const call = { caller, grants: graphqlGrants(caller.token.scopes), webhook };
		const { body } = await executeQuery(schema, { query }, call, drift);
		return { event: name, payload: body.toString() };
	};
