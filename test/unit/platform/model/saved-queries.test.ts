import assert from 'node:assert/strict';
import { changeQuery, indexOfQuery, readSavedQueries } from '../../../../src/platform/model/saved-queries.ts';

const read = (...names: readonly string[]) =>
	readSavedQueries(names.map((name) => ({ name, query: `label:${name}` }))).map(({ name }) => name);

describe('The saved queries of a setting', () => {
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
		assert.deepEqual(readSavedQueries(setting), [
			{ name: 'B', text: 'label:b' },
			{ name: 'A', text: '' },
		]);
	});

	for (const setting of [undefined, null, [], {}, 'status:open', [{ name: 'No query' }]]) {
		it(`are none if the setting is ${JSON.stringify(setting)}`, () =>
			assert.deepEqual(readSavedQueries(setting), []));
	}

	it('get unique names', () => {
		assert.deepEqual(read('a', 'a', 'b', 'a'), ['a', 'a (2)', 'b', 'a (3)']);
		assert.deepEqual(read('a (2)', 'a', 'a'), ['a (2)', 'a', 'a (3)']);
	});
});

describe('A change of a saved query', () => {
	const entries = [
		'not a query',
		{ name: 'a', query: 'label:a', color: 'red' },
		{ name: 'a', query: 'label:b' },
		{ name: 'c' },
	];

	it('leaves other entries and unknown properties as they are', () => {
		assert.deepEqual(changeQuery(entries, 'a', { text: 'label:x' }), [
			entries[0],
			{ name: 'a', query: 'label:x', color: 'red' },
			entries[2],
			entries[3],
		]);
	});

	it('finds one of several with the same name by the name that is shown', () => {
		assert.deepEqual(changeQuery(entries, 'a (2)', { text: 'label:x' })?.[2], {
			name: 'a',
			query: 'label:x',
		});
		assert.deepEqual(changeQuery(entries, 'a (2)', { name: 'b' })?.[2], { name: 'b', query: 'label:b' });
		assert.equal(indexOfQuery(entries, 'a (2)'), 2);
	});

	it('is none if there is no such query', () => {
		assert.equal(changeQuery(entries, 'c', { text: 'label:x' }), undefined);
		assert.equal(indexOfQuery(entries, 'c'), undefined);
	});
});
