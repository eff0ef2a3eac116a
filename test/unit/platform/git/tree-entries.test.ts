import assert from 'node:assert/strict';
import {
	isObjectId,
	kindOf,
	maxEntries,
	type RawEntry,
	toTree,
} from '../../../../src/platform/git/tree-entries.ts';

const [tree, blob] = ['a'.repeat(40), 'b'.repeat(40)];
const entry = (name: string, { mode = 0o100644, id = blob } = {}): RawEntry => ({ name, mode, id });

describe('A tree', () => {
	it('has the kinds of git, also for modes that only old trees have', () => {
		const kinds = [
			0o100644, 0o100664, 0o100600, 0o100755, 0o100744, 0o120000, 0o040000, 0o160000, 0, 0o140000,
		];
		assert.deepEqual(kinds.map(kindOf), [
			...['file', 'file', 'file', 'executable', 'executable'],
			...['symlink', 'directory', 'submodule', undefined, undefined],
		]);
	});

	it('keeps unusual names that a checkout can have, in their order', () => {
		const names = ['.git', '.gitmodules', '...', ' ', 'a\nb', 'a\\b', '%2e%2e', 'ö', '-', 'CON', 'a:b'];
		const { entries, problems } = toTree(
			tree,
			names.map((name) => entry(name)),
		);
		assert.deepEqual(
			entries.map(({ name }) => name),
			names,
		);
		assert.deepEqual(problems, []);
	});

	for (const [bad, problem] of [
		[entry(''), '"" is left out: it has no name.'],
		[entry('.'), '"." is left out: it would lead out of its folder.'],
		[entry('..'), '".." is left out: it would lead out of its folder.'],
		[entry('a/b'), '"a/b" is left out: its name contains a character that no file name can have.'],
		[entry('a\0b'), '"a\\u0000b" is left out: its name contains a character that no file name can have.'],
		[entry('a\ud800'), '"a\\ud800" is left out: its name contains a character that no file name can have.'],
		[entry('x'.repeat(5000)), `"${'x'.repeat(80)}…" is left out: its name is too long.`],
		[entry('good'), '"good" is left out: another entry has the same name.'],
		[entry('x', { id: 'HEAD' }), '"x" is left out: its object ID is invalid.'],
		[entry('y', { id: blob.toUpperCase() }), '"y" is left out: its object ID is invalid.'],
		[entry('x', { mode: 0o10 }), '"x" is left out: its type is unknown.'],
		[
			entry('x', { mode: 0o040000, id: tree }),
			'"x" is left out: it is the same folder as the one that contains it.',
		],
	] as const) {
		it(`refuses one entry and keeps the others: ${problem.slice(0, 90)}`, () => {
			const { entries, problems } = toTree(tree, [entry('good'), bad, entry('also good')]);
			assert.deepEqual(
				entries.map(({ name }) => name),
				['good', 'also good'],
			);
			assert.deepEqual(problems, [problem]);
		});
	}

	it('summarizes many problems', () => {
		const { problems } = toTree(
			tree,
			Array.from({ length: 1000 }, () => entry('..')),
		);
		assert.equal(problems.length, 6);
		assert.equal(problems.at(-1), '995 more entries are left out.');
	});

	it('of a million entries is cut, and says so', () => {
		const raw = Array.from({ length: 1_000_000 }, (_, at) => entry(`f${at}`));
		const { entries, problems } = toTree(tree, raw);
		assert.equal(entries.length, maxEntries);
		assert.deepEqual(problems, ['The folder has 1,000,000 entries. Only the first 100,000 are shown.']);
	});

	it('has ids of either hash, in lower case and nothing else', () => {
		const cases = [tree, 'f'.repeat(64), 'f'.repeat(41), 'HEAD', '', `${tree}\n`, `../${tree}`];
		assert.deepEqual(cases.map(isObjectId), [true, true, false, false, false, false, false]);
	});
});
