import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	baseName,
	comparePaths,
	joinPath,
	parentPath,
	splitPath,
	splitTarget,
} from '../../../../src/repositories/model/paths.ts';

describe('A path in a repository', () => {
	it('consists of its parent and its name', () => {
		for (const path of ['a', 'a/b', 'a/b/c.d'])
			assert.equal(joinPath(parentPath(path), baseName(path)), path);
	});

	it('is refused if a name in it is empty, special, or contains NUL', () => {
		for (const path of ['/', '/a', 'a/', 'a//b', '.', '..', 'a/../b', 'a/.', 'a\0b']) {
			assert.equal(splitPath(path), undefined, path);
		}
		assert.deepEqual(splitPath(''), []);
		assert.deepEqual(splitPath('a/...'), ['a', '...']);
	});

	it('is sorted by its bytes', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
				assert.equal(Math.sign(comparePaths(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
			}),
		);
	});
});

describe('The target of a symbolic link', () => {
	for (const [target, names] of [
		['README.md', ['README.md']],
		['../c/./d//e/', ['..', 'c', '.', 'd', '', 'e', '']],
		['..\\..\\windows', ['..\\..\\windows']],
		['/etc/passwd', undefined],
		['', undefined],
		['a\0b', undefined],
	] as const) {
		it(`${JSON.stringify(target)} ${names ? 'consists of names' : 'leads out of the repository'}`, () => {
			assert.deepEqual(splitTarget(target), names);
		});
	}
});
