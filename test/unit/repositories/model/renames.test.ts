import assert from 'node:assert/strict';
import {
	type Added,
	changesOfPath,
	type Deleted,
	sortChanges,
} from '../../../../src/repositories/model/changes.ts';
import { findRenames, type RenameSearch } from '../../../../src/repositories/model/renames.ts';
import { piecesOf } from '../../../../src/repositories/model/similarity.ts';

const lines = (count: number, from = 0) =>
	Array.from({ length: count }, (_, at) => `line number ${at + from}\n`).join('');

type Kind = Added['after']['kind'];

/** Files whose content is also their id. */
const deleted = (path: string, id: string, kind: Kind = 'file'): Deleted => ({
	kind: 'deleted',
	path,
	before: { kind, id },
});
const added = (path: string, id: string, kind: Kind = 'file'): Added => ({
	kind: 'added',
	path,
	after: { kind, id },
});

async function find(
	sources: readonly Deleted[],
	targets: readonly Added[],
	options: Partial<RenameSearch> = {},
) {
	const read: string[] = [];
	const { renames, isComplete } = await findRenames(sources, targets, {
		maxFiles: 1000,
		readPieces: async (file) => {
			read.push(file.path);
			return piecesOf(Buffer.from(file.kind === 'deleted' ? file.before.id : file.after.id));
		},
		...options,
	});
	return {
		renames: renames.map(({ from, path, similarity }) => `${from} ${path} ${similarity}`),
		isComplete,
		read,
	};
}

describe('Renames', () => {
	it('of equal files need no content', async () => {
		const { renames, read } = await find([deleted('a', 'x')], [added('b', 'x')], { maxFiles: 0 });
		assert.deepEqual(renames, ['a b 100']);
		assert.deepEqual(read, []);
	});

	it('use each file once', async () => {
		const { renames } = await find([deleted('a', 'x')], [added('b', 'x'), added('c', 'x')]);
		assert.deepEqual(renames, ['a b 100']);
	});

	it('of equal files need the same kind, where an executable file is a file', async () => {
		const kinds = ['file', 'executable', 'symlink', 'submodule'] as const;
		const pairs = [];
		for (const from of kinds)
			for (const to of kinds) {
				const { renames } = await find([deleted('a', 'x', from)], [added('b', 'x', to)], { maxFiles: 0 });
				if (renames.length > 0) pairs.push(`${from} ${to}`);
			}
		assert.deepEqual(pairs, [
			...['file file', 'file executable', 'executable file', 'executable executable'],
			...['symlink symlink', 'submodule submodule'],
		]);
	});

	it('of equal files are found for the first hundred of each kind, without comparing each with all others', async () => {
		let kindsRead = 0;
		const counted = (path: string, kind: Kind): Deleted => ({
			kind: 'deleted',
			path,
			before: {
				id: 'x',
				get kind() {
					kindsRead += 1;
					return kind;
				},
			},
		});
		const sources = Array.from({ length: 1000 }, (_, nth) => [
			counted(`f${nth}`, 'file'),
			counted(`l${nth}`, 'symlink'),
		]).flat();
		const targets = Array.from({ length: 1000 }, (_, nth) => [
			added(`to-f${nth}`, 'x'),
			added(`to-l${nth}`, 'x', 'symlink'),
		]).flat();
		const { renames } = await find(sources, targets, { maxFiles: 0 });
		assert.deepEqual(
			renames,
			Array.from({ length: 100 }, (_, nth) => [`f${nth} to-f${nth} 100`, `l${nth} to-l${nth} 100`]).flat(),
		);
		assert.ok(kindsRead < 20 * sources.length, `${kindsRead} kinds were read`);
	});

	it('read a file only once, although it is compared by name and with all others', async () => {
		const sources = [deleted('a/x', lines(10)), deleted('a/y', lines(10, 50))];
		const targets = [added('b/x', lines(10, 50)), added('b/z', lines(9))];
		const { renames, read } = await find(sources, targets);
		// Equal content is found first, so `x` keeps no name.
		assert.deepEqual(renames, ['a/y b/x 100', 'a/x b/z 90']);
		assert.deepEqual(read, ['a/x', 'b/z']);
	});

	it('prefer the most similar file, then the same name', async () => {
		const sources = [deleted('a/one', lines(10)), deleted('a/two', lines(10))];
		const targets = [added('b/one', lines(7)), added('c/one', lines(9)), added('c/two', lines(7))];
		assert.deepEqual((await find(sources, targets)).renames, ['a/one c/one 90', 'a/two c/two 70']);
	});

	it('prefer the most similar file to the same name if several files have that', async () => {
		const targets = [added('b/one', lines(8)), added('c/one', lines(9))];
		assert.deepEqual((await find([deleted('a/one', lines(10))], targets)).renames, ['a/one c/one 90']);
	});

	it('do not read links and submodules', async () => {
		const { renames, read } = await find(
			[deleted('a', lines(10), 'symlink'), deleted('s', '1'.repeat(40), 'submodule')],
			[added('b', lines(9), 'symlink'), added('t', '2'.repeat(40), 'submodule')],
		);
		assert.deepEqual(renames, []);
		assert.deepEqual(read, []);
	});

	for (const [maxFiles, isComplete, renames] of [
		[4, true, ['x/same y/same 90', 'a b 90']],
		[3, false, ['x/same y/same 90']],
		[1, false, []],
	] as const) {
		it(`are searched with at most ${maxFiles} files`, async () => {
			const sources = [deleted('a', lines(10)), deleted('x/same', lines(10, 50))];
			const targets = [added('b', lines(9)), added('y/same', lines(9, 50))];
			const found = await find(sources, targets, { maxFiles });
			assert.deepEqual(found.renames, renames);
			assert.equal(found.isComplete, isComplete);
			assert.ok(found.read.length <= maxFiles);
		});
	}

	it('are not found for a file that cannot be read', async () => {
		const { renames, isComplete } = await find([deleted('a', lines(10))], [added('b', lines(9))], {
			readPieces: async () => undefined,
		});
		assert.deepEqual([renames, isComplete], [[], true]);
	});

	it('leave other work time while many files are compared, and end with the signal', async () => {
		const stop = new AbortController();
		const reason = new Error('enough');
		const many = Array.from({ length: 700 }, (_, at) => lines(40, at * 7));
		setImmediate(() => stop.abort(reason));
		await assert.rejects(
			find(
				many.map((content, at) => deleted(`a${at}`, content)),
				many.map((content, at) => added(`b${at}`, `${content}more\n`)),
				{ signal: stop.signal, maxFiles: 2000 },
			),
			reason,
		);
	});
});

describe('Changes', () => {
	it('of a path are none, a kind, or none again if only a directory is there', () => {
		const [file, link] = [{ kind: 'file', id: '1' } as const, { kind: 'symlink', id: '1' } as const];
		const kindOf = (before: typeof file | typeof link | undefined, after: typeof before) =>
			changesOfPath({ path: 'p', before, after }).map(({ kind }) => kind);
		assert.deepEqual(kindOf(undefined, undefined), []);
		assert.deepEqual(kindOf(undefined, file), ['added']);
		assert.deepEqual(kindOf(link, undefined), ['deleted']);
		assert.deepEqual(kindOf(file, { ...file }), []);
		assert.deepEqual(kindOf(file, link), ['type-changed']);
		assert.deepEqual(
			changesOfPath({ path: 'p', before: file, after: { kind: 'executable', id: '1' } }).map(
				({ kind }) => kind,
			),
			['modified'],
		);
	});

	it('are sorted by the path that is there now', () => {
		const changes = sortChanges([added('b', '1'), deleted('a', '2'), added('B', '3')]);
		assert.deepEqual(
			changes.map(({ path }) => path),
			['B', 'a', 'b'],
		);
	});
});
