import assert from 'node:assert/strict';
import { Kind, parse } from 'graphql';
import { storedQuery } from '../../../../../src/forge/graphql/webhooks/stored-queries.ts';
import { costOf } from '../../../../graphql-forge/server/cost.ts';

describe('The stored query of a webhook', () => {
	for (const area of ['lists', 'repositories', 'trackers'] as const) {
		it(`costs far less than a forge allows: ${area}`, () => {
			const document = parse(storedQuery(area));
			const [operation] = document.definitions;
			assert(operation?.kind === Kind.OPERATION_DEFINITION);
			assert.ok(costOf(document, operation) < 50, String(costOf(document, operation)));
		});
	}
});
