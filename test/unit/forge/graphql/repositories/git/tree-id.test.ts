import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { areAllEntries } from '../../../../../../src/forge/graphql/repositories/git/tree-id.ts';
import { temporaryFolder } from '../../../../../tools/places.ts';

describe('The id of a tree', () => {
	/** Lets git make a tree of these entries, all of the same empty blob or tree. */
	function gitTree(format: 'sha1' | 'sha256') {
		const folder = temporaryFolder('trees');
		const git = (input: string, ...args: readonly string[]) =>
			execFileSync('git', args, { cwd: folder, input, encoding: 'utf8' }).trim();
		git('', 'init', '-q', `--object-format=${format}`);
		const blob = git('', 'hash-object', '-w', '--stdin');
		const folderId = git('', 'mktree');
		const entries = [
			{ name: 'a.c', id: blob, mode: 0o100644 },
			{ name: 'a', id: folderId, mode: 0o040000 },
			{ name: 'a0', id: blob, mode: 0o100755 },
			{ name: 'zürich', id: blob, mode: 0o120000 },
		];
		const lines = entries.map(({ name, id, mode }) => {
			const type = mode === 0o040000 ? 'tree' : 'blob';
			return `${mode.toString(8).padStart(6, '0')} ${type} ${id}\t${name}\0`;
		});
		return { id: git(lines.join(''), 'mktree', '-z'), entries };
	}

	for (const format of ['sha1', 'sha256'] as const) {
		it(`is the hash of all its entries, in any order (${format})`, () => {
			const { id, entries } = gitTree(format);
			assert.equal(areAllEntries(id, entries), true);
			assert.equal(areAllEntries(id, entries.toReversed()), true);
		});

		it(`shows that an entry is missing or differs (${format})`, () => {
			const { id, entries } = gitTree(format);
			assert.equal(areAllEntries(id, entries.slice(1)), false);
			assert.equal(areAllEntries(id, []), false);
			const changed = entries.map((entry) => ({ ...entry, mode: 0o100644 }));
			assert.equal(areAllEntries(id, changed), false);
		});
	}
});
