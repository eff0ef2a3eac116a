import assert from 'node:assert/strict';
import { defaultQueries } from '../../../../src/tickets/model/query/default-queries.ts';
import { parseQuery } from '../../../../src/tickets/model/query/parse.ts';

describe('The default queries', () => {
	it('have no problems, and names of their own', () => {
		for (const { text } of defaultQueries) assert.deepEqual(parseQuery(text).problems, []);
		assert.equal(new Set(defaultQueries.map(({ name }) => name)).size, defaultQueries.length);
	});
});
