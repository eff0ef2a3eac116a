import assert from 'node:assert/strict';
import { locate } from '../../../../src/platform/model/references.ts';
import { linesOf, repositoryAddress, treeAddress } from '../../../../src/platform/model/repository-pages.ts';

describe('The page of a repository', () => {
	const base = repositoryAddress('https://git.forge.test/', { owner: '~ana', repository: 'editor' });

	it('is read back from its address, whatever the names are', () => {
		const path = 'doc/a#b?c%20/ä ö.md/back\\slash\nbreak';
		const address = treeAddress(base, 'topic/x', path, { from: 2, to: 2 });
		assert.equal(linesOf(address)?.from, 2);
		const found = locate(address, [{ repositories: 'https://git.forge.test' }])?.target;
		assert.deepEqual(found, { kind: 'tree', owner: '~ana', repository: 'editor', ref: 'topic/x', path });
	});

	for (const [address, lines] of [
		['x#L12', { from: 12, to: 12 }],
		['x#L12-15', { from: 12, to: 15 }],
		['x#L12-L15', { from: 12, to: 15 }],
		['x#L15-12', { from: 15, to: 15 }],
		['x#L0', undefined],
		['x#L', undefined],
		['x', undefined],
	] as const) {
		it(`names the lines of ${address}`, () => assert.deepEqual(linesOf(address), lines));
	}
});
