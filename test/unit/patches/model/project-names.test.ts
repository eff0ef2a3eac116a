import assert from 'node:assert/strict';
import { projectNames } from '../../../../src/patches/model/project-names.ts';

describe('The names of the project of a mailing list', () => {
	const cases: readonly [list: string, prefix: string, names: readonly string[]][] = [
		['editor-devel', '', ['editor']],
		['editor', '', ['editor']],
		['editor-announce', 'notes', ['notes', 'editor']],
		['public-inbox', '', ['public-inbox']],
		['tools-dev', 'editor next editor', ['editor', 'next', 'tools']],
		['tools.users', 'drivers/net', ['drivers', 'tools']],
		['tools', '../etc .. a b c d e f', ['a', 'tools']],
		['-devel', '', []],
	];
	for (const [list, prefix, names] of cases)
		it(`of ${list} with ${JSON.stringify(prefix)}`, () => {
			assert.deepEqual(projectNames(list, prefix), names);
		});
});
