import assert from 'node:assert/strict';
import { listKeyOf, targetOf } from '../../../../src/patches/commands/patches-command-target.ts';
import { itemBoxRows, shownRows, typeInItemBox } from '../../../kit/window/item-box.ts';
import { listCommands, row } from '../../../kit/window/list-commands.ts';

describe('Pinning a mailing list', () => {
	const { open, forge } = listCommands();

	for (const typed of ['~ana/editor-devel', '~ana/editor-devel@lists.forge.test', 'address']) {
		it(`finds it by ${typed}, and shows its row while the box is open`, async () => {
			const { shown, showRow } = shownRows();
			const { account, commands } = await open('bob');
			const address = `${forge().addresses.lists}/~ana/editor-devel/patches/3`;
			const listRow = commands.pin(showRow);
			const box = await typeInItemBox(typed === 'address' ? address : typed);
			assert.equal(box.title, 'Pin Mailing List: forge.test');
			box.accept();
			await listRow;
			assert.deepEqual(shown, ['bob/~ana/editor-devel']);
			assert.deepEqual(account('bob').lists.pins.all, [{ owner: '~ana', name: 'editor-devel' }]);
		});
	}

	it('lets the user choose among those of a user, and marks those that they subscribe to', async () => {
		const { account, commands } = await open('bob');
		const { subscribed } = account('bob').lists;
		subscribed?.put([{ id: 1, owner: '~ana', name: 'editor-devel' }]);
		const pinned = commands.pin(shownRows().showRow);
		const box = await typeInItemBox('~ana');
		const rows = await itemBoxRows(box, 'editor-devel');
		assert.deepEqual(
			rows.map((one) => one.split(' · ').slice(0, 2)),
			[
				['$(mail) ~ana/editor-announce', 'New versions of the editor, and nothing else.'],
				['$(mail) ~ana/editor-devel', 'subscribed'],
			],
		);
		box.choose('editor-announce');
		await pinned;
		assert.deepEqual(account('bob').lists.pins.all, [{ owner: '~ana', name: 'editor-announce' }]);
	});

	it('can be undone, also without a row', async () => {
		const { account, commands } = await open('bob');
		const { pins } = account('bob').lists;
		for (const args of [[row('editor-devel', {}, { account: 'bob' })], []] as const) {
			await pins.pin({ owner: '~ana', name: 'editor-devel' });
			await commands.unpin(args);
			assert.deepEqual(pins.all, []);
		}
	});
});

describe('A command on a mailing list', () => {
	it('finds its list in the row, also below the list', () => {
		const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
		const about = { kind: 'patchset', key: { ...list, patchset: 3 } };
		assert.deepEqual(listKeyOf([row('editor-devel', about)]), list);
		assert.deepEqual(targetOf([about]), { ...about, listId: undefined });
		assert.equal(listKeyOf([]), undefined);
	});
});
