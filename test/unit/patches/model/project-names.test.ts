import assert from 'node:assert/strict';
import { nameByList, prefixNames } from '../../../../src/patches/model/project-names.ts';

describe('The names that the project of a mailing list may have', () => {
	const cases: readonly [
		list: string,
		prefix: string,
		byPrefix: readonly string[],
		byList: string | undefined,
	][] = [
		['editor-devel', '', [], 'editor'],
		['editor', '', [], 'editor'],
		['editor-announce', 'notes', ['notes'], 'editor'],
		['public-inbox', '', [], 'public-inbox'],
		['tools-dev', 'editor next editor', ['editor', 'next'], 'tools'],
		['tools.users', 'drivers/net', ['drivers'], 'tools'],
		['tools', '../etc .. a b c d e f', ['a'], 'tools'],
		['-devel', '', [], undefined],
	];
	for (const [list, prefix, byPrefix, byList] of cases)
		it(`of ${list} with ${JSON.stringify(prefix)}`, () => {
			assert.deepEqual([prefixNames(prefix), nameByList(list)], [byPrefix, byList]);
		});
});
