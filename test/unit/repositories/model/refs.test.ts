import assert from 'node:assert/strict';
import { toRefs } from '../../../../src/repositories/model/refs.ts';

const [one, two, tag] = ['1'.repeat(40), '2'.repeat(40), '3'.repeat(40)];
const branchesOf = (heads: Readonly<Record<string, string>>, head: string | undefined) =>
	toRefs(
		Object.entries(heads).map(([name, target]) => ({ name: `refs/heads/${name}`, target })),
		head,
	).branches.map(({ name, isDefault }) => (isDefault ? `${name}*` : name));

describe('References', () => {
	it('are branches, whose default one comes first, and tags, whose highest version comes first', () => {
		const { branches, tags } = toRefs(
			[
				{ name: 'refs/heads/feature/x', target: two },
				{ name: 'refs/heads/main', target: one },
				{ name: 'refs/heads/broken', target: '' },
				{ name: 'refs/notes/commits', target: one },
				{ name: 'refs/tags/v1.2', target: two },
				{ name: 'refs/tags/v1.10', target: tag },
				{ name: 'refs/tags/v1.10^{}', target: one },
				{ name: 'HEAD', target: one },
			],
			one,
		);
		assert.deepEqual(branches, [
			{ name: 'main', commit: one, isDefault: true },
			{ name: 'feature/x', commit: two, isDefault: false },
		]);
		assert.deepEqual(tags, [
			{ name: 'v1.10', target: tag },
			{ name: 'v1.2', target: two },
		]);
	});

	for (const [title, heads, head, expected] of [
		['the only branch at HEAD', { a: one, main: two }, one, ['a*', 'main']],
		['the usual name among several at HEAD', { a: one, master: one, b: one }, one, ['master*', 'a', 'b']],
		['unknown among unusual names', { a: one, b: one }, one, ['a', 'b']],
		['unknown without HEAD', { a: one, main: one }, undefined, ['a', 'main']],
		['unknown if HEAD is elsewhere', { a: one, main: one }, two, ['a', 'main']],
	] as const) {
		it(`have ${title} as their default branch`, () => assert.deepEqual(branchesOf(heads, head), expected));
	}
});
