import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { GitTree, Objects } from '../../../../src/platform/git/objects.ts';
import { toTree } from '../../../../src/platform/git/tree-entries.ts';
import { type CompareOptions, compareTrees } from '../../../../src/repositories/model/compare-trees.ts';
import { createBare } from '../../../../src/sandbox/repositories/bare.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { gitObjects, nameStatus } from '../git-objects.ts';
import { noObjects } from '../no-objects.ts';
import { history } from './random-history.ts';
import { type Files, file, lineOf, type Mode, submodule, writeTrees } from './trees.ts';

const unlimited = { maxReads: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };

/** Ten lines, of which the last ones differ. */
const text = (same: number, seed: string) =>
	Array.from({ length: 10 }, (_, at) => `${at < same ? 'line' : `other ${seed}`} number ${at}\n`).join('');

const files = (
	all: Readonly<Record<string, { readonly mode: Mode; readonly content: string } | string>>,
): Files =>
	new Map(Object.entries(all).map(([path, one]) => [path, typeof one === 'string' ? file(one) : one]));

describe('Comparing two trees', () => {
	let folder: string;
	let repository: ReturnType<typeof gitObjects>;
	before(async () => {
		folder = temporaryFolder('compare');
		await createBare(folder);
		repository = gitObjects(folder);
	});
	after(() => repository.end());

	async function compare(before: Files, after: Files, options: CompareOptions = unlimited) {
		const [one = '', other = ''] = writeTrees(folder, [before, after]);
		const { objects } = repository;
		repository.read.length = 0;
		const sides = [{ tree: await objects.tree(one) }, { tree: await objects.tree(other) }] as const;
		const { changes, problems } = await compareTrees(objects, ...sides, options);
		return {
			lines: changes.map(lineOf),
			problems,
			git: nameStatus(folder, one, other),
			read: [...repository.read],
		};
	}

	it('says how many files are shown if there are more, and counts a renamed one once', async () => {
		const before = files({ 'd/a': text(10, ''), 'd/c': 'c', 'd/e/f': 'f' });
		const after = files({ 'd/b': text(10, ''), 'd/c': 'cc', 'd/e/f': 'ff' });
		// The two directories, and all files but the last.
		const { lines, problems } = await compare(before, after, { ...unlimited, maxPaths: 5 });
		assert.deepEqual(lines, ['R100 → d/a → d/b', 'M → d/c']);
		assert.deepEqual(problems, ['Only 2 of the changed files are shown.']);
	});

	const cases: readonly [title: string, before: Files, after: Files, expected: readonly string[]][] = [
		[
			'a link that became a submodule',
			files({ a: file('x', '120000') }),
			files({ a: submodule('1') }),
			['T → a'],
		],
		[
			'a file that became a directory',
			files({ a: text(10, '') }),
			files({ 'a/b': 'unlike\n' }),
			['D → a', 'A → a/b'],
		],
		[
			'a file that moved below itself',
			files({ a: text(10, '') }),
			files({ 'a/a': text(10, '') }),
			['R100 → a → a/a'],
		],
		[
			'an equal file with another mode',
			files({ a: 'x\n' }),
			files({ b: file('x\n', '100755') }),
			['R100 → a → b'],
		],
		[
			'a link with the content of a file',
			files({ a: 'x' }),
			files({ b: file('x', '120000') }),
			['D → a', 'A → b'],
		],
		['an empty file', files({ a: '' }), files({ b: '' }), ['R100 → a → b']],
		[
			'equal files, of which one keeps its name',
			files({ 'a/x': 'same\n', 'b/y': 'same\n' }),
			files({ 'c/y': 'same\n' }),
			['D → a/x', 'R100 → b/y → c/y'],
		],
		[
			'a file that was renamed and edited',
			files({ a: text(10, '') }),
			files({ b: text(6, 'b') }),
			['R055 → a → b'],
		],
		[
			'a file that was replaced by another',
			files({ a: text(10, '') }),
			files({ b: text(3, 'b') }),
			['D → a', 'A → b'],
		],
		[
			'line breaks of Windows in a moved file',
			files({ a: text(10, '') }),
			files({ b: text(10, '').replaceAll('\n', '\r\n') }),
			['R093 → a → b'],
		],
		[
			'a less similar file of the same name, before a more similar one',
			files({ 'a/x': text(10, '') }),
			files({ 'b/x': text(9, 'x'), 'b/y': text(9, 'yyy') }),
			['R088 → a/x → b/x', 'A → b/y'],
		],
		[
			'the second most similar file if the most similar one has a better match',
			files({ s1: text(10, ''), s2: text(7, 's') }),
			files({ t1: `${text(10, '')}end\n`, t2: text(9, 'u') }),
			['R097 → s1 → t1', 'R065 → s2 → t2'],
		],
		[
			'the best of many similar files',
			files(Object.fromEntries([4, 5, 6, 7, 8, 9].map((same) => [`s${same}`, text(same, `s${same}`)]))),
			files({ t1: text(10, ''), t2: `${text(10, '')}end\n` }),
			['D → s4', 'D → s5', 'D → s6', 'D → s7', 'R087 → s9 → t1', 'R075 → s8 → t2'],
		],
		[
			'names that sort differently as text and as bytes',
			files({ 'a.b': '1\n', 'a/b': '2\n', 'a-b': '3\n', '\u{1f332}': '4\n', '\uff5e': '5\n' }),
			files({}),
			['D → a-b', 'D → a.b', 'D → a/b', 'D → \uff5e', 'D → \u{1f332}'],
		],
	];
	for (const [title, before, after, expected] of cases) {
		it(`shows ${title} as git does`, async () => {
			const { lines, git, problems } = await compare(before, after);
			assert.deepEqual(git, expected);
			assert.deepEqual(lines, expected);
			assert.deepEqual(problems, []);
		});
	}

	it('finds the changes and renames that git finds, whatever happened', async function () {
		this.timeout(120_000);
		await fc.assert(
			fc.asyncProperty(history, async ([before, after]) => {
				const { lines, git } = await compare(before, after);
				assert.deepEqual(lines, git);
			}),
			{ numRuns: 60 },
		);
	});

	it('finds as many renames as git if more files changed than git compares', async () => {
		const many = (name: string, edit: string, count: number) =>
			files(
				Object.fromEntries(
					Array.from({ length: count }, (_, at) => [`${name}${at}`, `${text(10, '')}${at}\n${edit}`]),
				),
			);
		const { lines, git, problems } = await compare(many('a', '', 1001), many('b', 'edited\n', 1000));
		assert.deepEqual(lines, git);
		assert.deepEqual(problems, ['Too many files changed to find those that were renamed and edited.']);
	});

	it('reads only directories that differ, and only files that were added or deleted', async () => {
		const before = files({ 'a/b/c': '1\n', 'a/x/y': '2\n', 'z/z': '3\n', moved: '4\n', old: text(10, '') });
		const after = files({ 'a/b/c': '5\n', 'a/x/y': '2\n', 'z/z': '3\n', there: '4\n', new: text(9, '') });
		const { read } = await compare(before, after);
		const count = (type: string) => read.filter((one) => one.startsWith(type)).length;
		// The root, `a` and `a/b` on both sides.
		assert.equal(count('tree'), 6);
		assert.equal(count('blob'), 2);
	});

	it('shows similar files as added and deleted if reading them would take too long, and says so', async () => {
		const { lines, problems } = await compare(files({ a: text(10, '') }), files({ b: text(9, '') }), {
			...unlimited,
			maxReads: 1,
		});
		assert.deepEqual(lines, ['D → a', 'A → b']);
		assert.deepEqual(problems, ['Too many files changed to find those that were renamed and edited.']);
	});

	it('treats files that are too large to read as different', async () => {
		const { lines } = await compare(files({ a: text(10, '') }), files({ b: text(9, '') }), {
			...unlimited,
			maxBytes: 20,
		});
		assert.deepEqual(lines, ['D → a', 'A → b']);
	});

	it('passes the commit and the path of each file that it reads', async () => {
		const [one = '', other = ''] = writeTrees(folder, [
			files({ 'a/x': text(10, '') }),
			files({ b: text(9, '') }),
		]);
		const locations: unknown[] = [];
		const objects: Objects = {
			...repository.objects,
			blob: (id, options) => {
				locations.push(options.location);
				return repository.objects.blob(id, options);
			},
		};
		const sides = [
			{ tree: await objects.tree(one), commit: 'before' },
			{ tree: await objects.tree(other), commit: 'after' },
		] as const;
		await compareTrees(objects, ...sides);
		assert.deepEqual(locations, [
			{ commit: 'before', path: 'a/x' },
			{ commit: 'after', path: 'b' },
		]);
	});

	describe('of a hostile forge', () => {
		const id = (digit: string) => digit.repeat(40);
		const source = (trees: Readonly<Record<string, GitTree>>): Objects => ({
			...noObjects,
			tree: async (id) => trees[id],
		});
		const tree = (
			digit: string,
			entries: readonly (readonly [name: string, mode: number, digit: string])[],
		) =>
			toTree(
				id(digit),
				entries.map(([name, mode, digit]) => ({ name, mode, id: id(digit) })),
			);

		it('ends, and says that files are missing, if two directories contain each other', async () => {
			const [a, b] = [tree('a', [['b', 0o040000, 'b']]), tree('b', [['a', 0o040000, 'a']])];
			const trees = source({ [id('a')]: a, [id('b')]: b });
			let read = 0;
			const { changes, problems } = await compareTrees(
				{
					...trees,
					tree: (one) => {
						read += 1;
						return trees.tree(one);
					},
				},
				{ tree: undefined },
				{ tree: a },
			);
			assert.deepEqual(changes, []);
			assert.deepEqual(problems, ['Only 0 of the changed files are shown.']);
			assert.ok(read <= 500, `${read} directories`);
		});

		it('ends if a few directories, each of which is in ten places, have billions of files', async () => {
			const digits = [...'123456789a'];
			const trees = digits.map((digit, at) => {
				const below = digits[at + 1];
				const names = [...'abcdefghij'];
				return tree(
					digit,
					names.map((name) => [name, below ? 0o040000 : 0o100644, below ?? 'f'] as const),
				);
			});
			const { changes, problems } = await compareTrees(
				source(Object.fromEntries(trees.map((one) => [one.id, one]))),
				{ tree: undefined },
				{ tree: trees[0] },
				{ maxPaths: 3000 },
			);
			assert.ok(changes.length <= 3000);
			assert.equal(problems.at(-1), `Only ${changes.length} of the changed files are shown.`);
		});

		it('calls no file deleted or added that the forge may only not have listed', async () => {
			const listed = (digit: string, names: string): GitTree => ({
				...tree(
					digit,
					[...names].map((name) => [name, 0o100644, 'f'] as const),
				),
				isPartial: true,
			});
			const changed = async (before: GitTree, after: GitTree) =>
				(await compareTrees(source({}), { tree: before }, { tree: after })).changes.map(lineOf);
			const all = tree('a', [
				['x', 0o100644, 'f'],
				['y', 0o100644, 'f'],
			]);
			assert.deepEqual(await changed(all, listed('b', 'wx')), ['A → w']);
			assert.deepEqual(await changed(listed('b', 'wx'), all), ['D → w']);
			assert.deepEqual(await changed(listed('b', 'wx'), listed('c', 'yz')), []);
		});

		it('rejects if a directory is missing, and reads no others', async () => {
			let isStopped = false;
			const trees: Objects = {
				...source({}),
				tree: (one, options) =>
					one === id('b')
						? new Promise((_, reject) =>
								options?.signal?.addEventListener('abort', () => {
									isStopped = true;
									reject(options.signal?.reason);
								}),
							)
						: Promise.resolve(undefined),
			};
			const root = tree('a', [
				['b', 0o040000, 'b'],
				['c', 0o040000, 'c'],
			]);
			await assert.rejects(compareTrees(trees, { tree: undefined }, { tree: root }), { kind: 'missing' });
			assert.equal(isStopped, true);
		});
	});
});
