import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { graphqlAreas, scopeServices } from '../../../../src/signin/methods/graphql-areas.ts';
import { readSchema } from '../../../graphql-forge/server/schema.ts';

describe('An area that can be used in GraphQL', () => {
	for (const [area, { loadOperations, neededFields }] of Object.entries(graphqlAreas)) {
		it(`has operations with scopes of its service: ${area}`, async () => {
			for (const operation of Object.values(await loadOperations()))
				for (const scope of operation?.scopes ?? []) assert.match(scope, /^[A-Z_]+:R[OW]$/);
			assert.match(
				Object.entries(scopeServices).find(([service]) => service === area)?.[1] ?? '',
				/\.sr\.ht$/,
			);
		});

		if (!existsSync(new URL(`../../../graphql-forge/${area}/schema.graphqls`, import.meta.url))) continue;
		it(`needs fields that the sandbox has: ${area}`, () => {
			const schema = readSchema(area);
			for (const [type, fields] of Object.entries(neededFields)) {
				const found = schema.getType(type);
				assert.ok(found && 'getFields' in found, type);
				for (const field of fields) assert.ok(Object.hasOwn(found.getFields(), field), `${type}.${field}`);
			}
		});
	}
});
