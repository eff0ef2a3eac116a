import assert from 'node:assert/strict';
import { allServices } from '../../../../src/signin/instances/instance.ts';
import { loadOperations, neededFields } from '../../../../src/signin/methods/graphql-areas.ts';
import { readSchema } from '../../../graphql-forge/server/schema.ts';

describe('GraphQL', () => {
	it('has operations whose scopes have no service', async () => {
		const { webhooks: _, ...tables } = await loadOperations();
		const operations = Object.values(tables).flatMap((table) => Object.values(table));
		for (const scope of operations.flatMap((operation) => operation?.scopes ?? []))
			assert.match(scope, /^[A-Z_]+:R[OW]$/);
	});

	for (const area of allServices) {
		if (area === 'identity') continue;
		it(`needs fields that the sandbox has: ${area}`, () => {
			const schema = readSchema(area);
			for (const [type, fields] of Object.entries(neededFields[area])) {
				const found = schema.getType(type);
				assert.ok(found && 'getFields' in found, type);
				for (const field of fields) assert.ok(Object.hasOwn(found.getFields(), field), `${type}.${field}`);
			}
		});
	}
});
