import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain, until } from '../tools/until.ts';
import {
	chooseInMenu,
	clickUntil,
	copy,
	Dialogue,
	goBack,
	notice,
	openBox,
	opened,
	row,
	setUp,
	signInButton,
	signInWithToken,
	tokenOf,
} from './editor-driver.ts';
import { type EditorWindow, editorWindow } from './window.ts';

// Otherwise the tickets of the first account leave no room for the others.
const few = { 'tildeforge.ticketQueries': [{ name: 'Nothing', query: 'label:nothing' }] };

const invalid = '{ "tildeforge.instances": [';
/** The file is empty for a moment while VS Code writes it. */
const settingsOf = ({ host }: EditorWindow) => JSON.parse(host.settings.read() || '{}');
const writtenIn = (window: EditorWindow): unknown => settingsOf(window)['tildeforge.instances'];

/** Searches for a forge by the typed text, and waits for the result. */
async function lookFor(window: EditorWindow, typed: string, name = typed): Promise<Dialogue> {
	const dialogue = new Dialogue(window.page);
	await copy(window.page, '');
	await openBox(window, 'Tildeforge: Sign In…', 'Sign in to a forge');
	await dialogue.field.fill(typed);
	await dialogue.option(name).first().waitFor();
	await dialogue.field.press('Enter');
	await dialogue.asks(`Sign in to ${name}`);
	return dialogue;
}

describe('A forge that is not set up', () => {
	const editor = editorWindow({ settings: () => few }, (window) => window.openContainer());
	const written = () => writtenIn(editor());
	/** The views show an account a moment before its forge is in the settings. */
	const areWritten = async (instances: readonly object[]) => {
		await until(() => written() !== undefined, { what: 'a forge is written into the settings' });
		assert.deepEqual(written(), instances);
	};

	it('is looked for at its domain, and set up with the address that the user types', async () => {
		const { forge } = editor();
		const dialogue = await lookFor(editor(), 'nowhere.invalid');
		await dialogue.says('No server found at this address, or you are offline');
		await dialogue.choose('Server Addresses…');
		await dialogue.asks('Server addresses: nowhere.invalid');
		await dialogue.box.getByPlaceholder('No server found at this address, or you are offline').waitFor();
		for (const address of ['meta', 'lists', 'git', 'todo']) {
			await dialogue.option(`https://${address}.nowhere.invalid`).waitFor();
		}
		assert.equal(await dialogue.option('Select to change its address.').count(), 4);
		await goBack(dialogue);
		await dialogue.asks('Sign in to nowhere.invalid');
		assert.equal(await dialogue.option('Paste a token').count(), 0);
		assert.equal(written(), undefined, 'a forge that was not found is not written');
		await dialogue.choose('Server Addresses…');
		await dialogue.option('Ticket trackers').hover();
		await dialogue.option('Ticket trackers').getByRole('button', { name: 'Change Address' }).click();
		await dialogue.asks('Ticket trackers: nowhere.invalid');
		await dialogue.field.fill('http://todo.nowhere.invalid');
		await dialogue.says('would not be encrypted');
		await dialogue.field.fill('nothing of the kind');
		await dialogue.says('is not a forge address');
		await dialogue.answer(`${forge.addresses.trackers}/`);
		await dialogue.asks('Server addresses: nowhere.invalid');
		await dialogue.choose('Back to Sign-In Methods');
		await dialogue.chooseToken();
		// The address is still there when the user goes back to check it.
		await goBack(dialogue);
		await dialogue.choose('Server Addresses…');
		await dialogue.option(forge.addresses.trackers).waitFor();
		await dialogue.option('It will not be used').nth(2).waitFor();
		await goBack(dialogue);
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~ana'));
		await row(editor(), 'Tickets', '~ana/editor').waitFor();
		await row(editor(), 'Patches', 'nowhere.invalid has no mailing lists').waitFor();
		await row(editor(), 'Repositories', 'nowhere.invalid has no repositories').waitFor();
		await areWritten([{ name: 'nowhere.invalid', trackers: forge.addresses.trackers }]);
	});

	it('signs no account in if the settings cannot be written, and the dialogue says so', async () => {
		const { page, forge, host } = editor();
		await editor().writeSettings(invalid, { 'tildeforge.instances': [] });
		await copy(page, '');
		await editor().command('Tildeforge: Sign In…');
		const dialogue = new Dialogue(page);
		await dialogue.asks('Sign in to a forge');
		await dialogue.field.fill(forge.addresses.repositories);
		await dialogue.option('Look for a forge at').click();
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~carol'));
		await dialogue.says(/could not be written to the settings/);
		assert.equal(await dialogue.field.inputValue(), tokenOf(forge, '~carol'), 'the token is lost');
		await dialogue.leave();
		await signInButton(editor()).waitFor();
		assert.equal(host.settings.read(), invalid);
	});
});

describe('A forge that is set up', () => {
	const editor = editorWindow(
		{
			settings: ({ addresses: { trackers } }) => ({
				...few,
				'tildeforge.instances': [{ name: 'nowhere.invalid', trackers }],
			}),
		},
		(window) => window.openContainer(),
	);

	it('is found by letters, name or address, and keeps its settings when another one is added', async () => {
		const { page, forge } = editor();
		await page.setViewportSize({ width: 1200, height: 1600 });
		const before = settingsOf(editor())['tildeforge.instances'];
		const dialogue = new Dialogue(page);
		for (const [typed, user] of [
			['now', '~ana'],
			['nowhere.invalid', '~bob'],
			['https://todo.nowhere.invalid', '~carol'],
		] as const) {
			await lookFor(editor(), typed, 'nowhere.invalid');
			await dialogue.choose('Server Addresses…');
			await dialogue.option(forge.addresses.trackers).waitFor();
			await goBack(dialogue);
			await dialogue.chooseToken();
			await dialogue.answer(tokenOf(forge, user));
			// The message appears when everything is written.
			await page.locator('.statusbar-item', { hasText: `Signed in as ${user}` }).waitFor();
			assert.deepEqual(writtenIn(editor()), before, `found as ${typed}`);
		}
		await row(editor(), 'Tickets', '~bob/website').waitFor();

		const { lists } = forge.addresses;
		await openBox(editor(), 'Tildeforge: Sign In…', 'Sign in to a forge');
		await dialogue.field.fill(lists);
		await dialogue.option('Look for a forge at').waitFor();
		await page.keyboard.press('Enter');
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~ana'));
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		const added = [...before, { name: new URL(lists).host, lists }];
		await until(() => isDeepStrictEqual(writtenIn(editor()), added), {
			what: 'the forge with this address is added to the settings',
		});
	});
});

describe('Settings that name two forges', () => {
	let other: Forge;
	beforeEach(async () => {
		other = await startForge({ port: 0 });
	});
	afterEach(() => other.stop());
	const editor = editorWindow({
		settings: (forge) => {
			const [first] = setUp()(forge)['tildeforge.instances'];
			return { ...few, 'tildeforge.instances': [first, { name: 'other.test', ...other.addresses }] };
		},
	});

	it('are reported in the views when one forge is invalid and the other is removed', async () => {
		const { page, forge } = editor();
		await page.setViewportSize({ width: 1200, height: 1600 });
		await editor().openContainer();
		await signInWithToken(editor(), tokenOf(forge, '~ana'));
		await signInWithToken(editor(), tokenOf(other, '~ana'), 'other.test');
		await row(editor(), 'Tickets', '~ana, other.test').waitFor();
		const settings = settingsOf(editor());
		const typo = { ...settings['tildeforge.instances'][1], trackers: 'htps://todo' };
		await editor().writeSettings(JSON.stringify({ ...settings, 'tildeforge.instances': [typo] }));
		for (const view of ['Inbox', 'Tickets']) {
			await row(editor(), view, 'Invalid setting').waitFor();
			await row(editor(), view, 'forge.test is no longer in the settings, ~ana').waitFor();
		}
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		await editor().command('Tildeforge: Test Connection');
		await new Dialogue(page).choose('forge.test');
		await notice(editor(), 'forge.test is no longer in the settings, so the connection cannot be tested.');
		await editor().command('Notifications: Clear All Notifications');
		const lost = row(editor(), 'Tickets', 'forge.test is no longer in the settings');
		await chooseInMenu(lost, 'Sign Out…');
		await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
		await lost.waitFor({ state: 'detached' });
		await clickUntil(
			row(editor(), 'Tickets', 'Invalid setting'),
			page.getByRole('tab', { name: 'Settings' }).first(),
		);
	});
});

describe('The sign-in dialogue, while the settings change,', () => {
	const editor = editorWindow({ settings: (forge) => ({ ...few, ...setUp()(forge) }) }, async (window) => {
		await window.openContainer();
		await signInWithToken(window, tokenOf(window.forge, '~ana'));
		await row(window, 'Tickets', '~ana/editor').waitFor();
	});
	const dialogue = () => new Dialogue(editor().page);

	/** Makes valid settings invalid, or the other way round. The views show when the extension has noticed. */
	async function write(text: string): Promise<void> {
		const lost = row(editor(), 'Inbox', 'forge.test is no longer in the settings');
		if (text === invalid) await editor().writeSettings(invalid, { 'tildeforge.instances': [] });
		else await editor().writeSettings(text);
		await lost.waitFor({ state: text === invalid ? 'visible' : 'detached' });
	}

	/** Breaks the settings, adds a forge, empties them, and restores them. */
	async function changeSettings(): Promise<void> {
		const { settings } = editor().host;
		const valid = settings.read();
		const parsed = JSON.parse(valid);
		const more = { name: 'more.test', trackers: editor().forge.addresses.trackers };
		const instances = [...parsed['tildeforge.instances'], more];
		await write(invalid);
		await write(JSON.stringify({ ...parsed, 'tildeforge.instances': instances }));
		// The editor may keep its values when a file becomes empty, so nothing shows when it has noticed.
		settings.write('');
		await write(invalid);
		await write(valid);
	}

	it('keeps each step and the text that the user has typed there, and can be finished', async () => {
		const { page, host, forge } = editor();
		const keeps = async (step: string, words: string, change: () => Promise<void>) => {
			await dialogue().says(step);
			await dialogue().field.fill(words);
			await change();
			await dialogue().says(step);
			assert.equal(await dialogue().field.inputValue(), words, step);
		};
		await copy(page, '');
		await openBox(editor(), 'Tildeforge: Sign In…', 'Sign in to a forge');

		// A row is replaced while the user clicks on it.
		const valid = host.settings.read();
		const breakThem = () => write(invalid);
		const repair = () => write(valid);
		await dialogue().option('forge.test').first().hover();
		await page.mouse.down();
		const parsed = settingsOf(editor());
		const more = { name: 'a.test', trackers: forge.addresses.trackers };
		const instances = [more, ...parsed['tildeforge.instances']];
		await editor().writeSettings(JSON.stringify({ ...parsed, 'tildeforge.instances': instances }));
		await dialogue().option('a.test').waitFor();
		await page.mouse.up();
		await dialogue().asks('Sign in to a forge');
		await editor().writeSettings(valid);
		await dialogue().option('a.test').waitFor({ state: 'detached' });

		await keeps('Sign in to a forge', 'forge', changeSettings);
		await dialogue().choose('forge.test');
		await dialogue().asks('Sign in to forge.test');
		await breakThem();
		await dialogue().asks('Sign in to forge.test');
		await dialogue().says('The forge is no longer in the settings. Signing in adds it again.');

		await dialogue().choose('Server Addresses…');
		await keeps('Server addresses: forge.test', '', repair);
		await breakThem();
		await dialogue().asks('Server addresses: forge.test');
		await dialogue().choose('Mailing lists');
		await keeps('Mailing lists: forge.test', 'https://lists.typed.test', repair);
		await dialogue().answer(forge.addresses.lists);
		await dialogue().asks('Server addresses: forge.test');
		await dialogue().choose('Back to Sign-In Methods');
		await dialogue().asks('Sign in to forge.test');

		await dialogue().choose('Set Up Browser Sign-In…');
		await dialogue().choose('Change Port…');
		await keeps('Port on 127.0.0.1', '8085', breakThem);
		await dialogue().answer('');
		await dialogue().asks('Browser sign-in: forge.test');
		await keeps('Browser sign-in: forge.test', 'tildeforge', repair);
		await dialogue().choose('Use This Client ID');

		await opened(page, () => dialogue().choose('Sign in with the browser'));
		await page.bringToFront();
		await dialogue().says('Approve in your browser.');
		await keeps('Approve in your browser.', 'half of a code', breakThem);
		await goBack(dialogue());

		await dialogue().asks('Sign in to forge.test');
		await dialogue().chooseToken();
		await keeps('Sign in to forge.test', tokenOf(forge, '~bob'), repair);
		await dialogue().field.press('Enter');
		await dialogue().gone();
		await row(editor(), 'Tickets', '~bob, forge.test').waitFor();
	});

	it('uses and keeps what has changed, and says so if the browser was opened before', async () => {
		const { page, forge, host } = editor();
		const setInstance = (more: object) =>
			editor().writeSettings(
				JSON.stringify({ ...settingsOf(editor()), ...setUp({ clientId: 'tildeforge', ...more })(forge) }),
			);
		await copy(page, '');
		await openBox(editor(), 'Tildeforge: Sign In…', 'Sign in to a forge');
		await dialogue().choose('forge.test');
		await dialogue().option('Set Up Browser Sign-In…').waitFor();
		await setInstance({});
		await dialogue().option('Set Up Browser Sign-In…').waitFor({ state: 'detached' });
		await opened(page, () => dialogue().choose('Sign in with the browser'));
		await page.bringToFront();
		await dialogue().says('Approve in your browser.');
		await setInstance({ callback: 'loopback', clientId: 'another' });
		await dialogue().asks('Sign in to forge.test · settings changed, go back to use them');
		await goBack(dialogue());
		await dialogue().chooseToken();
		await setInstance({ callback: 'loopback' });
		const { settings } = host;
		const changed = settings.read();
		// Waits for the message from the start: it disappears after a few seconds.
		await Promise.all([
			page.locator('.statusbar-item', { hasText: 'Signed in as ~bob' }).waitFor(),
			dialogue().answer(tokenOf(forge, '~bob')),
		]);
		await row(editor(), 'Tickets', '~bob, forge.test').waitFor();
		assert.deepEqual(JSON.parse(settings.read()), JSON.parse(changed));
	});
});

describe('A window on a remote machine', () => {
	const folder = temporaryFolder('workspace');
	mkdirSync(join(folder, '.vscode'));
	writeFileSync(
		join(folder, '.vscode', 'settings.json'),
		JSON.stringify({
			'tildeforge.instances': [{ name: 'folder.test', trackers: 'https://todo.folder.test' }],
			'tildeforge.ticketQueries': [{ name: 'Query of the folder', query: 'label:nothing' }],
		}),
	);
	// In these tests every window is remote: the extension host runs on a server.
	const editor = editorWindow({ folder, settings: setUp() }, (window) => window.openContainer());

	it('offers the forges of the user’s settings, and none of the folder’s settings', async () => {
		const { forge, host } = editor();
		await signInWithToken(editor(), tokenOf(forge, '~ana'));
		await row(editor(), 'Tickets', 'Query of the folder').first().waitFor();
		// VS Code drops settings of the other machine from a settings file only when the file changes.
		const settings = settingsOf(editor());
		const more = { name: 'more.test', trackers: forge.addresses.trackers };
		const instances = [...settings['tildeforge.instances'], more];
		const dialogue = new Dialogue(editor().page);
		await openBox(editor(), 'Tildeforge: Sign In…', 'Sign in to a forge');
		await tryAgain(
			async () => host.settings.write(JSON.stringify({ ...settings, 'tildeforge.instances': instances })),
			() => dialogue.option('more.test').first().waitFor({ timeout: 5000 }),
		);
		await dialogue.option('forge.test').first().waitFor();
		assert.equal(await dialogue.option('folder.test').count(), 0);
	});
});
