import assert from 'node:assert/strict';
import type { GitTree, Objects } from '../../../../src/platform/git/objects.ts';
import { type RawEntry, toTree } from '../../../../src/platform/git/tree-entries.ts';
import { type WalkOptions, walkTree } from '../../../../src/repositories/state/walk-tree.ts';
import { noObjects } from '../no-objects.ts';

const [file, directory, submodule] = [0o100644, 0o040000, 0o160000];
/** The id that a name stands for. */
const id = (name: string) => Buffer.from(name).toString('hex').padEnd(40, '0');
const tree = (name: string, entries: Readonly<Record<string, number | string>>): GitTree =>
	toTree(
		id(name),
		Object.entries(entries).map(
			([entry, mode]): RawEntry =>
				typeof mode === 'string'
					? { name: entry, mode: directory, id: id(mode) }
					: { name: entry, mode, id: 'f'.repeat(40) },
		),
	);

/** A source of trees that answers when the test lets it. */
function source(trees: readonly GitTree[], isHeld = false) {
	const byId = new Map(trees.map((one) => [one.id, one]));
	const waiting: (() => void)[] = [];
	const asked: string[] = [];
	const objects: Objects = {
		...noObjects,
		tree: async (id, options) => {
			asked.push(id);
			if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
			options?.signal?.throwIfAborted();
			return byId.get(id);
		},
	};
	return { objects, asked, waiting };
}

async function walk(trees: readonly GitTree[], options: Partial<WalkOptions> = {}) {
	const [root = assert.fail()] = trees;
	const paths: string[] = [];
	const progress: string[] = [];
	const problems = await walkTree({
		objects: source(trees).objects,
		root,
		onFiles: (files, { read, known }) => {
			paths.push(...files.map(({ path }) => path));
			progress.push(`${read}/${known}`);
		},
		...options,
	});
	return { paths, progress, problems };
}

describe('Walking a tree', () => {
	it('finds all files, links and submodules, the nearest directories first', async () => {
		const { paths, progress, problems } = await walk([
			tree('root', { a: 'a', b: file, c: 'c', d: submodule }),
			tree('a', { x: 'x', y: file }),
			tree('c', { z: 0o120000 }),
			tree('x', { deep: 0o100755 }),
		]);
		assert.deepEqual(paths, ['b', 'd', 'a/y', 'c/z', 'a/x/deep']);
		assert.deepEqual(progress, ['1/3', '2/4', '3/4', '4/4']);
		assert.deepEqual(problems, []);
	});

	it('reads the deepest known directory first until there is a file to show', async () => {
		const { paths } = await walk([
			tree('root', { a: 'a', b: 'b', c: 'c' }),
			...['a', 'b', 'c'].map((name) => tree(name, { x: `${name}x` })),
			...['a', 'b', 'c'].map((name) => tree(`${name}x`, { f: file })),
		]);
		assert.equal(paths.length, 3);
		const names = Array.from({ length: 100 }, (_, at) => `d${at}`);
		const trees = [
			tree('root', Object.fromEntries(names.map((name) => [name, name]))),
			...names.map((name) => tree(name, { x: `${name}x` })),
			...names.map((name) => tree(`${name}x`, { f: file })),
		];
		const { objects, asked } = source(trees);
		const [root = assert.fail()] = trees;
		let askedBefore: number | undefined;
		await walkTree({
			objects,
			root,
			onFiles: (files) => {
				if (files.length > 0) askedBefore ??= asked.length;
			},
		});
		assert.ok(askedBefore !== undefined && askedBefore <= 16, `${askedBefore} directories`);
		assert.equal(asked.length, 200);
	});

	it('lists a directory at each of its places', async () => {
		const { paths } = await walk([tree('root', { a: 'same', b: 'same' }), tree('same', { f: file })]);
		assert.deepEqual([...paths].sort(), ['a/f', 'b/f']);
	});

	it('reads up to eight directories at a time, and shows each as soon as it is read', async () => {
		const names = [...'0123456789'];
		const trees = [
			tree('root', { now: file, ...Object.fromEntries(names.map((name) => [name, name])) }),
			...names.map((name) => tree(name, { f: file })),
		];
		const { objects, waiting, asked } = source(trees, true);
		const paths: string[] = [];
		const [root = assert.fail()] = trees;
		const walking = walkTree({
			objects,
			root,
			onFiles: (files) => void paths.push(...files.map(({ path }) => path)),
		});
		assert.deepEqual(paths, ['now']);
		assert.equal(asked.length, 8);
		waiting[3]?.();
		await new Promise((resolve) => setImmediate(resolve));
		assert.deepEqual(paths, ['now', '3/f']);
		assert.equal(asked.length, 9);
		for (let at = 0; at < 10; at++) {
			waiting[at]?.();
			await new Promise((resolve) => setImmediate(resolve));
		}
		await walking;
		assert.equal(paths.length, 11);
	});

	it('ends with the reason of its signal, and reads nothing more', async () => {
		const stop = new AbortController();
		const reason = new Error('enough');
		const trees = [tree('root', { a: 'a' }), tree('a', { b: 'b' }), tree('b', {})];
		const { objects, asked } = source(trees);
		const [root = assert.fail()] = trees;
		const onFiles: WalkOptions['onFiles'] = (_, { read }) => {
			if (read === 2) stop.abort(reason);
		};
		await assert.rejects(walkTree({ objects, root, onFiles, signal: stop.signal }), reason);
		assert.deepEqual(asked, [id('a')]);
	});

	it('rejects if a directory is missing, and does not wait for the others', async () => {
		const trees = [tree('root', { a: 'a', b: 'b' }), tree('b', {})];
		const { objects } = source(trees);
		let isStopped = false;
		const held: Objects = {
			...objects,
			tree: (one, options) =>
				one === id('b')
					? new Promise((_, reject) =>
							options?.signal?.addEventListener('abort', () => {
								isStopped = true;
								reject(options.signal?.reason);
							}),
						)
					: objects.tree(one, options),
		};
		await assert.rejects(walk(trees, { objects: held }), { kind: 'missing', message: /folder a could/ });
		assert.equal(isStopped, true);
	});

	it('leaves out a directory that contains itself, directly or not, and says so', async () => {
		const { paths, problems } = await walk([
			tree('root', { a: 'a', f: file }),
			tree('a', { again: 'root', b: 'b', g: file }),
			tree('b', { again: 'a', h: file }),
		]);
		assert.deepEqual(paths, ['f', 'a/g', 'a/b/h']);
		assert.deepEqual(problems, [
			'a/again is left out: it is the same folder as one that contains it.',
			'a/b/again is left out: it is the same folder as one that contains it.',
		]);
	});

	it('stops at the most files, and says so, even if few directories stand for billions of files', async () => {
		const names = [...'abcdefghij'];
		const levels = names.map((level, at) =>
			tree(level, Object.fromEntries(names.map((name) => [name, names[at + 1] ?? file]))),
		);
		const { paths, problems } = await walk(levels, { maxFiles: 1000 });
		assert.equal(paths.length, 1000);
		assert.deepEqual(problems, ['Only the first 1,000 files are listed.']);
		const nearFirst = [tree('near', { a: 'a', f: file }), ...levels];
		assert.deepEqual((await walk(nearFirst)).problems, ['Only the first 100,000 folders are listed.']);
		const flat = await walk([tree('root', Object.fromEntries(names.map((name) => [name, file])))], {
			maxFiles: 3,
		});
		assert.deepEqual(flat.paths, ['a', 'b', 'c']);
		assert.deepEqual(flat.problems, ['Only the first 3 files are listed.']);
	});

	it('lists the most files even if a directory that it no longer needs cannot be read', async () => {
		const trees = [tree('root', { a: 'a', b: 'b' }), tree('b', { f: file, g: file })];
		const { objects } = source(trees);
		const failing: Objects = {
			...objects,
			tree: (one, options) =>
				one === id('a')
					? new Promise((_, reject) =>
							options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
						)
					: objects.tree(one, options),
		};
		const { paths, problems } = await walk(trees, { objects: failing, maxFiles: 1 });
		assert.deepEqual([paths, problems], [['b/f'], ['Only the first 1 files are listed.']]);
	});

	it('passes on what is wrong with directories, up to a number', async () => {
		const names = Array.from({ length: 30 }, (_, at) => `d${at}`);
		const { problems } = await walk([
			tree('root', Object.fromEntries(names.map((name) => [name, name]))),
			...names.map((name) => tree(name, { '..': file })),
		]);
		assert.equal(problems.length, 21);
		assert.equal(problems[0], '".." is left out: it would lead out of its folder.');
		assert.equal(problems.at(-1), 'There are 10 more problems like these.');
	});
});
