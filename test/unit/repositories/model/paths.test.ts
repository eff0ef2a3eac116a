import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	baseName,
	comparePaths,
	joinPath,
	parentPath,
	resolveLink,
	splitPath,
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

describe('A symbolic link', () => {
	for (const [path, target, expected] of [
		['link', 'README.md', 'README.md'],
		['a/link', 'b', 'a/b'],
		['a/b/link', '../c/./d//e/', 'a/c/d/e'],
		['a/link', '..', ''],
		['link', '.', ''],
		['link', '..', undefined],
		['a/link', '../../etc/passwd', undefined],
		['a/link', 'b/../../../a', undefined],
		['link', '/etc/passwd', undefined],
		['link', '', undefined],
		['link', 'a\0b', undefined],
		['link', '..\\..\\windows', '..\\..\\windows'],
	] as const) {
		it(`at ${path} to ${JSON.stringify(target)} leads to ${JSON.stringify(expected) ?? 'nothing in the repository'}`, () => {
			assert.equal(resolveLink(path, target), expected);
		});
	}

	it('never leads to a path with `..`', () => {
		const part = fc.constantFrom('..', '.', '', 'a', 'b', '...', '\\..');
		fc.assert(
			fc.property(fc.array(part), (parts) => {
				const resolved = resolveLink('x/y/link', parts.join('/'));
				assert.ok(resolved === undefined || splitPath(resolved));
			}),
		);
	});
});
