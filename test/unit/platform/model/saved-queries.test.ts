import assert from 'node:assert/strict';
import { readSavedQueries } from '../../../../src/platform/model/saved-queries.ts';

describe('The saved queries of a setting', () => {
	it('are those that have a name and a query, with unique names', () => {
		const setting = [{ name: 'A', query: 'x' }, { name: 'A', query: '' }, { name: ' ', query: 'y' }, null, 1];
		assert.deepEqual(readSavedQueries(setting), [
			{ name: 'A', text: 'x' },
			{ name: 'A (2)', text: '' },
		]);
		for (const none of [undefined, null, {}, 'x', []]) assert.deepEqual(readSavedQueries(none), []);
	});
});
