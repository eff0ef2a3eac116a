import assert from 'node:assert/strict';
import { exceptions, limits, pickProblems } from './picks.ts';
import { productSources, source } from './sources.ts';

describe('An object', () => {
	const sources = productSources();

	it('is taken whole, except in a few files with a reason', () => {
		assert.deepEqual(pickProblems(sources), []);
	});

	it('has no exception in a file that does not exist', () => {
		const paths = new Set(sources.map(({ path }) => path));
		assert.deepEqual(
			Object.keys(exceptions).filter((path) => !paths.has(path)),
			[],
		);
	});

	for (const [path, code, problem] of [
		['src/base/a.ts', "function open({ id }: Pick<Session, 'id'>) {}", /src\/base\/a\.ts has 1 × Pick/],
		['src/base/a.ts', '// Pick<A, B>\nconst input = createQuickPick<Item>();', undefined],
		[Object.keys(exceptions)[0] ?? '', "type A = Pick<B, 'c'>;\n".repeat(9), /has 9 × Pick/],
		[
			`${Object.keys(limits)[0]}/a.ts`,
			"type A = Pick<B, 'c'>;\n".repeat(99),
			/has 99 × Pick<…>, and may have \d+/,
		],
	] as const) {
		it(`is ${problem ? 'refused' : 'accepted'} in ${path}: ${code.slice(0, 40)}`, () => {
			const [found, ...others] = pickProblems([source(path, code)]);
			assert.deepEqual(others, []);
			if (problem) assert.match(found ?? '', problem);
			else assert.equal(found, undefined);
		});
	}
});
