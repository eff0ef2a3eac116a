import assert from 'node:assert/strict';
import { currentList } from '../../../../src/patches/commands/patches-command-target.ts';
import { row } from '../../../kit/window/list-commands.ts';

const list = (name: string) => ({ account: 'ana', owner: '~ana', list: name });
const page = { ...list('editor-devel'), patchset: 12 };

describe('The mailing list that a command without a row applies to', () => {
	it('is that of the page in front or of the selected row, whichever the user chose last', () => {
		const selected = [row('notes-devel', { kind: 'patchset', key: { ...list('notes-devel'), patchset: 3 } })];
		assert.deepEqual(currentList(page, selected, false), list('editor-devel'));
		assert.deepEqual(currentList(page, selected, true), list('notes-devel'));
		assert.deepEqual(currentList(undefined, selected, false), list('notes-devel'));
		assert.deepEqual(currentList(page, [{ id: 'notice' }], true), list('editor-devel'));
		assert.equal(currentList(undefined, [], true), undefined);
	});
});
