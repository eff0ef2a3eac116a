import assert from 'node:assert/strict';
import { shownRows, typeInItemBox } from '../../../kit/window/item-box.ts';
import { listCommands } from '../../../kit/window/list-commands.ts';

describe('Pinning a mailing list', () => {
	const { open, forge } = listCommands();

	it('finds it by an address, and shows its row while the box is open', async () => {
		const { shown, showRow } = shownRows();
		const { account, commands } = await open('bob');
		const listRow = commands.pin(showRow);
		const box = await typeInItemBox(`${forge().addresses.lists}/~ana/editor-devel/patches/3`);
		assert.equal(box.title, 'Pin Mailing List: forge.test');
		box.accept();
		await listRow;
		assert.deepEqual(shown, ['bob/~ana/editor-devel']);
		assert.deepEqual(account('bob').lists.pins.all, [{ owner: '~ana', name: 'editor-devel' }]);
	});
});
