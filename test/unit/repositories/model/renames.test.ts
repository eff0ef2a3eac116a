import assert from 'node:assert/strict';
import type { Added, Deleted } from '../../../../src/repositories/model/changes.ts';
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

	it('prefer the most similar file, then the same name', async () => {
		const sources = [deleted('a/one', lines(10)), deleted('a/two', lines(10))];
		const targets = [added('b/one', lines(7)), added('c/one', lines(9)), added('c/two', lines(7))];
		assert.deepEqual((await find(sources, targets)).renames, ['a/one c/one 90', 'a/two c/two 70']);
		const sameNames = [deleted('a/one', lines(8)), deleted('b/one', lines(9))];
		assert.deepEqual((await find(sameNames, [added('c/one', lines(10))])).renames, ['b/one c/one 90']);
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
