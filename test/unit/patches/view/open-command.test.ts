import assert from 'node:assert/strict';
import { readTarget } from '../../../../src/patches/model/patches-target.ts';
import { openCommand } from '../../../../src/patches/view/open-command.ts';

describe('A row with a page', () => {
	it('passes the command of a click what it is about', () => {
		const key = { account: 'one', owner: '~ana', list: 'editor-devel', patchset: 7 };
		const { about, command } = openCommand({ kind: 'patchset', key, listId: 'open' });
		assert.equal(command?.id, 'tildeforge.openPatchsetRow');
		assert.deepEqual(readTarget(command?.arguments?.[0]), about);
	});
});
