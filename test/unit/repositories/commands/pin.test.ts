import assert from 'node:assert/strict';
import { passTurns, signInOffer, takeCalls } from '../../editor.ts';
import { itemBoxRows, shownRows, typeInItemBox } from '../../item-box.ts';
import { repositoryCommands, row } from './window.ts';

const [{ pinRepository }, { pickRepository }] = await Promise.all([
	import('../../../../src/repositories/commands/pin.ts'),
	import('../../../../src/repositories/commands/pick-repository.ts'),
]);

describe('Pinning a repository', () => {
	const { open, forge } = repositoryCommands();

	for (const typed of ['~bob/dotfiles', ' ~bob/dotfiles.git/ ', 'address']) {
		it(`finds it by "${typed}", and shows its row while the box is open`, async () => {
			const { shown, showRow } = shownRows();
			const { account, repositories } = await open('ana');
			const row = pinRepository(repositories, showRow);
			const box = await typeInItemBox(
				typed === 'address' ? `${forge().addresses.repositories}/~bob/dotfiles/log` : typed,
			);
			assert.equal(box.title, 'Pin Repository: forge.test');
			box.accept();
			await row;
			assert.deepEqual(shown, ['ana/~bob/dotfiles']);
			assert.deepEqual(account('ana').repositories.pins.all, [{ owner: '~bob', name: 'dotfiles' }]);
		});
	}

	it('lets the user choose among those of a user, and marks those that are pinned', async () => {
		const { shown, showRow } = shownRows();
		const { account, repositories } = await open('ana');
		const row = pinRepository(repositories, showRow);
		const box = await typeInItemBox('~bob');
		await itemBoxRows(box, '$(repo) ~bob/dotfiles');
		box.choose('dotfiles');
		await row;
		assert.deepEqual(shown, ['ana/~bob/dotfiles']);
		assert.deepEqual(account('ana').repositories.pins.all, [{ owner: '~bob', name: 'dotfiles' }]);
		const again = pinRepository(repositories, showRow);
		const other = await typeInItemBox('~bob');
		const [dotfiles = ''] = await itemBoxRows(other, 'dotfiles');
		assert.match(dotfiles, /^\$\(repo\) ~bob\/dotfiles · pinned/);
		other.hide();
		await again;
		assert.deepEqual(shown, ['ana/~bob/dotfiles']);
	});

	it("does not pin the user's own repository, and shows visibilities", async () => {
		const { shown, showRow } = shownRows();
		const { account, repositories } = await open('ana');
		const row = pinRepository(repositories, showRow);
		const box = await typeInItemBox('~ana');
		const rows = await itemBoxRows(box, '~ana/editor');
		assert.ok(
			rows.every((one) => one.includes('yours')),
			String(rows),
		);
		box.choose('~ana/editor');
		await row;
		assert.deepEqual(shown, ['ana/~ana/editor']);
		assert.deepEqual(account('ana').repositories.pins.all, []);
	});

	it('asks again if it does not exist, and pins nothing if the user leaves', async () => {
		const { shown, showRow } = shownRows();
		const { account, repositories } = await open('ana');
		const row = pinRepository(repositories, showRow);
		const box = await typeInItemBox('~bob/other');
		box.accept();
		await itemBoxRows(box, 'Not found');
		box.hide();
		await row;
		assert.deepEqual(shown, []);
		assert.deepEqual(account('ana').repositories.pins.all, []);
	});

	it('can be undone, also without a row', async () => {
		const { account, commands } = await open('ana');
		const { pins } = account('ana').repositories;
		for (const args of [[row('bob', 'dotfiles')], []] as const) {
			await pins.pin({ owner: '~bob', name: 'dotfiles' });
			await commands.unpin(args);
			assert.deepEqual(pins.all, []);
		}
		await commands.unpin([row('ana', 'editor')]);
		const told = 'information: Unpin Repository is only available for repositories that you have pinned.';
		assert.equal(takeCalls().at(-1), told);
	});

	it('begins with signing in if no account is signed in', async () => {
		const { repositories } = await open();
		await pinRepository(repositories, shownRows().showRow);
		await passTurns();
		assert.deepEqual(takeCalls(), [signInOffer]);
	});
});

describe('A command on a repository', () => {
	const { open } = repositoryCommands();

	it('says that there is none to choose from', async () => {
		const { repositories } = await open('ana');
		assert.equal(await pickRepository({ accounts: repositories.accounts }, 'Unpin', 'pinned'), undefined);
		assert.equal(takeCalls().at(-1), 'information: You have no pinned repositories.');
	});
});
