import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { chooseInMenu, copy, InputBox, openBox, row, tokenOf } from './editor-driver.ts';
import { sessionFiles } from './sign-in-driver.ts';
import { type EditorWindow, editorWindow } from './window.ts';

/** VS Code reads what is before the error. Without this setting, it could write it meanwhile. */
const invalid = '{ "remote.autoForwardPortsSource": "hybrid", "tildeforge.instances": [';
/** The file is empty for a moment while VS Code writes it. */
const writtenIn = ({ host }: EditorWindow): unknown =>
	JSON.parse(host.settings.read() || '{}')['tildeforge.instances'];

const folder = temporaryFolder('workspace');
mkdirSync(join(folder, '.vscode'));
const ofFolder = [{ name: 'folder.test', trackers: 'https://todo.folder.test' }];
writeFileSync(
	join(folder, '.vscode', 'settings.json'),
	JSON.stringify({
		// Otherwise the tickets of the first account leave no room for the others.
		'tildeforge.ticketQueries': [{ name: 'Query of the folder', query: 'label:nothing' }],
		'tildeforge.instances': ofFolder,
	}),
);

describe('A forge that is not set up', () => {
	// In these tests every window is remote: the extension host runs on a server. This one cannot be reset, because of the folder's settings.
	const editor = editorWindow({ folder }, (window) => window.openContainer());
	const areWritten = (instances: readonly object[]) =>
		until(() => isDeepStrictEqual(writtenIn(editor()), instances), {
			what: `the settings have ${JSON.stringify(instances)}`,
		});

	it('is found at its domain or address, and written to the settings of the user, if that is possible', async () => {
		const { page, forge, host } = editor();
		const { lists, trackers, repositories } = forge.addresses;
		const inputBox = new InputBox(page);
		await page.setViewportSize({ width: 1200, height: 1600 });
		await copy(page, '');
		await openBox(editor(), 'Tildeforge: Sign In…', 'Sign in to a forge');
		await inputBox.option('Sample forge').waitFor();
		assert.equal(await inputBox.option('folder.test').count(), 0, 'the folder has added a forge');

		await inputBox.field.fill('nowhere.invalid');
		await inputBox.option('Look for a forge at').waitFor();
		await inputBox.field.press('Enter');
		await inputBox.asks('Sign in to nowhere.invalid');
		await inputBox.says('No server found at this address, or you are offline');
		assert.equal(await inputBox.option('Paste a token').count(), 0);
		await inputBox.choose('Server Addresses…');
		await inputBox.asks('Server addresses: nowhere.invalid');
		await inputBox.box.getByPlaceholder('No server found at this address, or you are offline').waitFor();
		assert.equal(writtenIn(editor()), undefined, 'a forge that was not found is not written');
		await inputBox.option('Ticket trackers').hover();
		await inputBox.option('Ticket trackers').getByRole('button', { name: 'Change Address' }).click();
		await inputBox.asks('Ticket trackers: nowhere.invalid');
		await inputBox.answer(`${trackers}/`);
		await inputBox.asks('Server addresses: nowhere.invalid');
		await inputBox.choose('Back to Sign-In Methods');
		await inputBox.chooseToken();
		await inputBox.answer(tokenOf(forge, '~ana'));
		await inputBox.gone();
		await row(editor(), 'Patches', 'nowhere.invalid has no mailing lists').waitFor();
		await row(editor(), 'Repositories', 'nowhere.invalid has no repositories').waitFor();
		await row(editor(), 'Tickets', 'Query of the folder').first().waitFor();
		const first = { name: 'nowhere.invalid', trackers };
		await areWritten([first]);

		await openBox(editor(), 'Tildeforge: Sign In…', 'Sign in to a forge');
		await inputBox.option('nowhere.invalid').waitFor();
		assert.equal(await inputBox.option('folder.test').count(), 0, 'the folder has added a forge');
		await inputBox.field.fill(lists);
		await inputBox.option('Look for a forge at').waitFor();
		await inputBox.field.press('Enter');
		await inputBox.chooseToken();
		await inputBox.answer(tokenOf(forge, '~ana'));
		await inputBox.gone();
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		await areWritten([first, { name: new URL(lists).host, lists }]);

		await editor().writeSettings(invalid, { 'tildeforge.instances': [] });
		const lost = row(editor(), 'Tickets', 'nowhere.invalid is no longer in the settings');
		await lost.waitFor();
		const before = sessionFiles(editor());
		assert.equal(before.length, 2);
		await openBox(editor(), 'Tildeforge: Sign In…', 'Sign in to a forge');
		await inputBox.field.fill(repositories);
		await inputBox.option('Look for a forge at').click();
		await inputBox.chooseToken();
		await inputBox.answer(tokenOf(forge, '~carol'));
		await inputBox.says(/could not be written to the settings/);
		assert.equal(await inputBox.field.inputValue(), tokenOf(forge, '~carol'), 'the token is lost');
		await inputBox.leave();
		assert.deepEqual(sessionFiles(editor()), before);
		assert.equal(host.settings.read(), invalid);

		await chooseInMenu(lost, 'Sign Out…');
		await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
		await lost.waitFor({ state: 'detached' });
	});
});
