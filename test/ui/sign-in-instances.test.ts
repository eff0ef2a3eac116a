import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { copy, Dialogue, goBack, notice, row, signOut, tokenOf } from './hands.ts';
import { editorWindow } from './window.ts';

describe('A forge that is not set up', () => {
	// Or else the tickets of the first account leave no room for the others.
	const few = { 'tildeforge.ticketQueries': [{ name: 'Nothing', query: 'label:nothing' }] };
	const editor = editorWindow({ settings: () => few });

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
		// What was typed is still there for whoever goes back to look.
		await goBack(dialogue);
		await dialogue.option(forge.addresses.trackers).waitFor();
		await dialogue.option('It will be left out').nth(2).waitFor();
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~ana'));
		await row(editor(), 'Tickets', '~ana/editor').waitFor();
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
		await dialogue.option('Look for a forge at').waitFor();
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

	for (const [what, typed] of [
		['by its first letters', 'now'],
		['by its name', 'nowhere.invalid'],
		['by one of the addresses that its services usually have', 'https://todo.nowhere.invalid'],
	] as const) {
		it(`is found again ${what}, and stays as it was set up`, async () => {
			const { forge } = editor();
			const before = written();
			await editor().command('Tildeforge: Sign In…');
			const dialogue = new Dialogue(editor().page);
			await dialogue.asks('Sign in to a forge');
			await dialogue.field.fill(typed);
			await dialogue.option('nowhere.invalid').first().waitFor();
			await dialogue.field.press('Enter');
			await dialogue.asks('Sign in to nowhere.invalid');
			await dialogue.option(forge.addresses.trackers).waitFor();
			await dialogue.chooseToken();
			await dialogue.answer(tokenOf(forge, '~bob'));
			await dialogue.gone();
			await row(editor(), 'Tickets', '~bob, nowhere.invalid').waitFor();
			assert.deepEqual(written(), before);
			await signOut(editor(), '~bob');
		});
	}

	it('signs nobody in where the settings cannot be written, and says so', async () => {
		const { page, forge, host } = editor();
		const good = readFileSync(host.settingsFile, 'utf8');
		writeFileSync(host.settingsFile, '{ "tildeforge.instances": [');
		await editor().command('Tildeforge: Sign In…');
		const dialogue = new Dialogue(page);
		await dialogue.asks('Sign in to a forge');
		await dialogue.field.fill(forge.addresses.repositories);
		await dialogue.option('Look for a forge at').click();
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~carol'));
		// Asking for notifications before that would take the place of the box.
		await dialogue.gone();
		await notice(editor(), 'could not be written into the settings');
		await editor().command('Notifications: Clear All Notifications');
		writeFileSync(host.settingsFile, good);
		await row(editor(), 'Tickets', '~ana, nowhere.invalid').waitFor();
		assert.equal(await row(editor(), 'Inbox', '~carol').count(), 0);
	});

	it('that is written wrong, or taken out of the settings, is told in the views', async () => {
		const { page, host } = editor();
		const [, other] = JSON.parse(readFileSync(host.settingsFile, 'utf8'))['tildeforge.instances'];
		const typo = { ...other, trackers: 'htps://todo' };
		writeFileSync(host.settingsFile, JSON.stringify({ ...few, 'tildeforge.instances': [typo] }));
		for (const view of ['Inbox', 'Tickets']) {
			await row(editor(), view, 'A mistake in the settings').waitFor();
			await row(editor(), view, 'nowhere.invalid is not in the settings any more, ~ana').waitFor();
		}
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		await editor().command('Tildeforge: Test Connection');
		await new Dialogue(page).choose('nowhere.invalid');
		await notice(editor(), 'nowhere.invalid is not in the settings any more, so nothing of it');
		await editor().command('Notifications: Clear All Notifications');
		const lost = row(editor(), 'Tickets', 'nowhere.invalid is not in the settings');
		await lost.click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Sign Out…' }).hover();
		// A click soon after a menu has opened is taken for the end of the one that opened it.
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
		await lost.waitFor({ state: 'detached' });
		await row(editor(), 'Tickets', 'A mistake in the settings').click();
		await page.getByRole('tab', { name: 'Settings' }).first().waitFor();
	});
});
