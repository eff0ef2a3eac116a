import assert from 'node:assert/strict';
import { defaultQueries, readQueries } from '../../../../src/tickets/model/query/saved.ts';

const read = (...names: readonly string[]) =>
	readQueries(names.map((name) => ({ name, query: `label:${name}` }))).map(({ name }) => name);

describe('The queries of the settings', () => {
	it('are those that have a name and a query, in their order', () => {
		const setting = [
			{ name: 'B', query: 'label:b', more: 1 },
			{ name: 'A', query: '' },
			{ name: ' ', query: 'label:blank' },
			{ name: 1, query: 'label:number' },
			{ name: 'No query' },
			{ query: 'label:nameless' },
			{ name: 'C', query: null },
			'status:open',
			null,
		];
		assert.deepEqual(readQueries(setting), [
			{ name: 'B', text: 'label:b' },
			{ name: 'A', text: '' },
		]);
	});

	for (const setting of [undefined, null, [], {}, 'status:open', [{ name: 'No query' }]]) {
		it(`are the default ones if the setting is ${JSON.stringify(setting)}`, () =>
			assert.equal(readQueries(setting), defaultQueries));
	}

	it('get unique names', () => {
		assert.deepEqual(read('a', 'a', 'b', 'a'), ['a', 'a (2)', 'b', 'a (3)']);
		assert.deepEqual(read('a (2)', 'a', 'a'), ['a (2)', 'a', 'a (3)']);
	});
});
