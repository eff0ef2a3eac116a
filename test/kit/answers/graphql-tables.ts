import assert from 'node:assert/strict';
import { connect, type Wire } from '../../../src/forge/client/connect.ts';
import type { Answer, EndpointRow } from '../../../src/forge/contract/row.ts';
import { connectGraphql, type Operations } from '../../../src/forge/graphql/connect-graphql.ts';
import { hubOperations } from '../../../src/forge/graphql/hub/operations.ts';
import { listExtraOperations } from '../../../src/forge/graphql/lists/extra-operations.ts';
import { listOperations } from '../../../src/forge/graphql/lists/operations.ts';
import { repositoryExtraOperations } from '../../../src/forge/graphql/repositories/extra-operations.ts';
import { repositoryOperations } from '../../../src/forge/graphql/repositories/operations.ts';
import { trackerExtraOperations } from '../../../src/forge/graphql/trackers/extra-operations.ts';
import { trackerOperations } from '../../../src/forge/graphql/trackers/operations.ts';
import { hubRows } from '../../../src/forge/rows/hub.ts';
import { listExtraRows, listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryExtraRows, repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { trackerExtraRows, trackerRows } from '../../../src/forge/rows/trackers.ts';
import type { Area } from '../../../src/forge/webhooks/families.ts';
import type { AddressName } from '../../../src/signin/instances/instance.ts';
import { scopeServices } from '../../../src/signin/methods/graphql-areas.ts';
import type { Params } from './row-cases.ts';

export type AnyRow = EndpointRow<string, unknown, Answer<unknown>>;
type Rows = Readonly<Record<string, AnyRow>>;

interface GraphqlTable {
	readonly rows: Rows;
	readonly operations: Operations<Rows>;
}

/** All rows of the services that speak GraphQL, also those that REST does not have, with their operations. */
export const graphqlTables: Readonly<Record<Exclude<AddressName, 'identity'>, GraphqlTable>> = {
	lists: {
		rows: { ...listRows, ...listExtraRows },
		operations: { ...listOperations, ...listExtraOperations },
	},
	repositories: {
		rows: { ...repositoryRows, ...repositoryExtraRows },
		operations: { ...repositoryOperations, ...repositoryExtraOperations },
	},
	trackers: {
		rows: { ...trackerRows, ...trackerExtraRows },
		operations: { ...trackerOperations, ...trackerExtraOperations },
	},
	hub: { rows: hubRows, operations: hubOperations },
};

/** Calls a typed function by its name, whatever its types are. */
export function callRow(
	wire: Wire,
	isGraphql: boolean,
	area: Area,
	name: string,
	params: Params,
	body: unknown,
) {
	const { rows, operations } = graphqlTables[area];
	const client = isGraphql
		? connectGraphql(rows, scopeServices[area], async () => operations, wire)
		: connect(rows, wire);
	const call: unknown = Reflect.get(client, name);
	assert.ok(typeof call === 'function', name);
	return rows[name]?.body === null ? call(params) : call(params, body);
}
