import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { copy, Dialogue, row, tokenOf } from './hands.ts';
import { editorWindow } from './window.ts';

describe('A forge that is not set up', () => {
	const editor = editorWindow();

	const written = (): unknown =>
		JSON.parse(readFileSync(editor().host.settingsFile, 'utf8'))['tildeforge.instances'];

	it('is looked for at its domain, and where there is none this is said and nothing kept', async () => {
		const { page } = editor();
		await copy(page, '');
		await editor().openContainer();
		await editor().command('Tildeforge: Sign In…');
		const dialogue = new Dialogue(page);
		await dialogue.asks('Sign in to a forge');
		await dialogue.field.fill('nowhere.invalid');
		await dialogue.option('nowhere.invalid').waitFor();
		await page.keyboard.press('Enter');
		await dialogue.asks('Sign in to nowhere.invalid');
		await dialogue.says('No forge was found there');
		for (const address of ['meta', 'lists', 'git', 'todo']) {
			await dialogue.option(`https://${address}.nowhere.invalid`).waitFor();
		}
		assert.equal(await dialogue.option('Paste a token').count(), 0);
		assert.equal(written(), undefined);
	});

	it('can be given each address by hand, and is kept with what was found', async () => {
		const { page, forge } = editor();
		const dialogue = new Dialogue(page);
		await dialogue.option('Ticket trackers').hover();
		await dialogue.option('Ticket trackers').getByRole('button', { name: 'Change the Address' }).click();
		await dialogue.asks('Ticket trackers of nowhere.invalid');
		await dialogue.field.fill('http://todo.nowhere.invalid');
		await dialogue.says('would not be encrypted');
		await dialogue.field.fill('nothing of the kind');
		await dialogue.says('is not the address of a forge');
		await dialogue.answer(`${forge.addresses.trackers}/`);
		await dialogue.asks('Sign in to nowhere.invalid');
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~ana'));
		await row(editor(), 'Tickets', 'Renew the domain').waitFor();
		await row(editor(), 'Patches', 'nowhere.invalid has no mailing lists').waitFor();
		await row(editor(), 'Repositories', 'nowhere.invalid has no repositories').waitFor();
		assert.deepEqual(written(), [{ name: 'nowhere.invalid', trackers: forge.addresses.trackers }]);
	});

	it('is found at the address of one of its areas', async () => {
		const { page, forge } = editor();
		await editor().command('Tildeforge: Sign In…');
		const dialogue = new Dialogue(page);
		await dialogue.asks('Sign in to a forge');
		await dialogue.field.fill(forge.addresses.lists);
		await dialogue.option('look for a forge there').waitFor();
		await page.keyboard.press('Enter');
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~ana'));
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		const name = new URL(forge.addresses.lists).host;
		assert.deepEqual(written(), [
			{ name: 'nowhere.invalid', trackers: forge.addresses.trackers },
			{ name, lists: forge.addresses.lists },
		]);
	});
});
