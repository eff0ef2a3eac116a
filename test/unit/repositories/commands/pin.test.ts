import assert from 'node:assert/strict';
import { itemBoxRows, shownRows, typeInItemBox } from '../../../kit/window/item-box.ts';
import { repositoryCommands } from '../../../kit/window/repositories-window.ts';

describe('Pinning a repository', () => {
	const { open, forge } = repositoryCommands();

	it('finds it by an address, and shows its row while the box is open', async () => {
		const { shown, showRow } = shownRows();
		const { account, commands } = await open('ana');
		const row = commands.pin(showRow);
		const box = await typeInItemBox(`${forge().addresses.repositories}/~bob/dotfiles/log`);
		assert.equal(box.title, 'Pin Repository: forge.test');
		box.accept();
		await row;
		assert.deepEqual(shown, ['ana/~bob/dotfiles']);
		assert.deepEqual(account('ana').repositories.pins.all, [{ owner: '~bob', name: 'dotfiles' }]);
	});

	it('shows the visibility of those that are not public', async () => {
		const { commands, make } = await open('ana');
		await make('diary', { visibility: 'private' });
		const pinned = commands.pin(shownRows().showRow);
		const box = await typeInItemBox('~ana');
		const rows = await itemBoxRows(box, '~ana/diary');
		assert.deepEqual(
			rows.filter((one) => /diary|editor/.test(one)).map((one) => one.split(' · ').slice(0, 3)),
			[
				['$(repo) ~ana/diary', 'private', 'yours'],
				['$(repo) ~ana/editor', 'yours', 'A small text editor for terminals'],
			],
		);
		box.hide();
		await pinned;
	});
});
