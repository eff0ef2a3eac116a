import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { toRefs } from '../../../../src/repositories/model/refs.ts';
import { formatRevision, readRevision } from '../../../../src/repositories/model/revision.ts';

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
				{ name: 'refs/tags/v1.10-rc2', target: one },
				{ name: 'refs/tags/v1.10.1', target: two },
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
			{ name: 'v1.10.1', target: two },
			{ name: 'v1.10', target: tag },
			{ name: 'v1.10-rc2', target: one },
			{ name: 'v1.2', target: two },
		]);
	});

	it('have the default branch that the forge names, or else the one at its commit that is most usual', () => {
		const references = ['main', 'next'].map((name) => ({ name: `refs/heads/${name}`, target: one }));
		const first = (defaultBranch?: string) => {
			const [branch] = toRefs(references, one, defaultBranch).branches;
			return [branch?.name, branch?.isDefault];
		};
		assert.deepEqual(first('refs/heads/next'), ['next', true]);
		assert.deepEqual(first(), ['main', true]);
		assert.deepEqual(first('refs/heads/gone'), ['main', false]);
	});

	it('have only names that git can store, and of a length that a project may choose', () => {
		const long = (length: number) => 'ab/'.repeat(length / 3).slice(0, -1);
		const names = ['x'.repeat(250), 'ä'.repeat(125), long(999)];
		const refused = ['x'.repeat(251), 'ä'.repeat(126), long(1002), 'x'.repeat(500_000)];
		const heads = Object.fromEntries([...names, ...refused].map((name) => [name, one]));
		assert.deepEqual(branchesOf(heads, undefined).toSorted(), names.toSorted());
	});

	it('have only names that git allows', () => {
		const names = [
			...['-x', '@', 'a/b', 'HEAD', one, 'refs/heads/x', 'a.b', 'a@b', '日本'],
			...['\u202e', '\u3000', 'a\u0085', 'a./b', 'x.locked'],
		];
		const refused = [
			...['..', 'a..b', '.a', 'a/.b', 'a~b', 'a^{}', 'a:b', 'a b', 'a?', 'a*', 'a[b', 'a\\b', 'a@{1}'],
		];
		const malformed = ['', '/a', 'a//b', 'a/', 'a.', 'a.lock', 'a.lock/b', 'a\0b', 'a\nb', 'a\x7f', '\ud800'];
		for (const name of [...names, ...refused, ...malformed].filter(
			(one) => one.isWellFormed() && !one.includes('\0'),
		)) {
			const { status } = spawnSync('git', ['check-ref-format', `refs/heads/${name}`]);
			assert.equal(status === 0, names.includes(name), name);
		}
		const heads = Object.fromEntries([...names, ...refused, ...malformed].map((name) => [name, one]));
		assert.deepEqual(branchesOf(heads, undefined).toSorted(), names.toSorted());
		assert.deepEqual(
			names
				.map((name) => `refs/heads/${name}`)
				.map((name) => readRevision(formatRevision({ kind: 'ref', name }))),
			names.map((name) => ({ kind: 'ref', name: `refs/heads/${name}` })),
		);
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
