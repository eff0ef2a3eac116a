import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { until } from '../tools/until.ts';
import { Dialogue, row, setUp, signInWithToken, tokenOf } from './editor-driver.ts';
import { editorWindow } from './window.ts';

const reports = [
	/The sign-in of ~ana \(forge\.test\) could not be read\. Sign in again\./g,
	/The sign-in kept as f{24} could not be read\. Sign in again\./g,
];

describe('A session', () => {
	const editor = editorWindow(
		{ installed: join(import.meta.dirname, 'fixtures', 'asker'), settings: setUp() },
		(window) => window.openContainer(),
	);

	const storage = () => join(editor().host.data, 'user', 'User', 'globalStorage', 'tildeforge.tildeforge');
	const sessionsFolder = () => join(storage(), 'sessions');

	/** Signs ~ana in, and returns the path of her session file. */
	async function signInAna(): Promise<string> {
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		const names = readdirSync(sessionsFolder()).filter((name) => /^[0-9a-f]{24}-[0-9a-f]{16}$/.test(name));
		assert.equal(names.length, 1);
		return join(sessionsFolder(), ...names);
	}

	it('is given to another extension when the user allows it', async () => {
		const { page, forge } = editor();
		await editor().command('Asker: Ask for a Session');
		await page.getByText("The extension 'Asker' wants to sign in using Tildeforge.").waitFor();
		await page.getByRole('button', { name: 'Allow', exact: true }).click();
		const dialogue = new Dialogue(page);
		await dialogue.choose('forge.test');
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~ana'));
		await page.getByText('Asker was given ~ana (forge.test).').first().waitFor();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
	});

	it('has a token that all windows may use at once after each service has answered a request with it', async () => {
		await signInAna();
		const known = () =>
			readdirSync(join(storage(), 'first-uses')).filter((name) => /^[0-9a-f]{64}$/.test(name));
		await until(() => known().length === 4, { what: 'four services know the token' });
	});

	it('that cannot be read is reported once, and the views ask the user to sign in again', async () => {
		const file = await signInAna();
		const entry = JSON.parse(readFileSync(file, 'utf8'));
		entry.sealed.box = entry.sealed.box.replace(/^.{40}/, 'A'.repeat(40));
		writeFileSync(file, JSON.stringify(entry));
		const key = basename(file).split('-')[1];
		writeFileSync(join(sessionsFolder(), `${'f'.repeat(24)}-${key}`), 'no session at all');
		await editor().reload();
		await editor().openContainer();
		for (const view of ['Tickets', 'Patches', 'Repositories']) {
			await row(editor(), view, 'Sign in again as ~ana, signed out of forge.test').waitFor();
		}
		const counts = () => reports.map((report) => [...editor().console().matchAll(report)].length);
		// The log reaches the console later than the rows reach the view.
		await until(() => !counts().includes(0), { what: 'the log reports both files' });
		await row(editor(), 'Tickets', 'Sign in again as').click();
		const dialogue = new Dialogue(editor().page);
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(editor().forge, '~ana'));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		assert.deepEqual(counts(), [1, 1]);
	});

	it('ends in an open window when its file is emptied, and the view asks the user to sign in again', async () => {
		writeFileSync(await signInAna(), '');
		await row(editor(), 'Tickets', 'Sign in again as ~ana').waitFor();
	});
});
