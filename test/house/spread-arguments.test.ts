import assert from 'node:assert/strict';
import { productSources, source } from './sources.ts';
import { spreadArgumentProblems } from './spread-arguments.ts';

describe('A collection', () => {
	it('is never spread into the arguments of a call, which fails if there are too many', () => {
		assert.deepEqual(spreadArgumentProblems(productSources()), []);
	});

	for (const [code, isRefused] of [
		['const newest = Math.max(0, ...ids);', true],
		['const oldest = Math.min(...[...ids].map(({ at }) => at));', true],
		['list.push(...items);', true],
		['list.push(one, ...items.map((item) => [item]));', true],
		['list.push({ ...item });', false],
		['list.push([...items]);', false],
		['Math.max(first, second);', false],
		['const all = [...list, ...items];', false],
	] as const) {
		it(`is ${isRefused ? 'refused' : 'accepted'} in ${code}`, () => {
			assert.equal(spreadArgumentProblems([source('src/a.ts', code)]).length, isRefused ? 1 : 0);
		});
	}
});
