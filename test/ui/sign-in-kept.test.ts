import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dialogue, row, setUp, signInButton, tokenOf } from './hands.ts';
import { until } from './ticket-hands.ts';
import { editorWindow } from './window.ts';

describe('A session', () => {
	const editor = editorWindow({
		installed: join(import.meta.dirname, 'fixtures', 'asker'),
		settings: setUp(),
	});
	const folder = () =>
		join(editor().host.data, 'user', 'User', 'globalStorage', 'tildeforge.tildeforge', 'sessions');

	it('is given to another extension that asks for it, and to which the user says yes', async () => {
		const { page, forge } = editor();
		await editor().openContainer();
		await editor().command('Asker: Ask for a Session');
		await page.getByText("The extension 'Asker' wants to sign in using Tildeforge.").waitFor();
		await page.getByRole('button', { name: 'Allow', exact: true }).click();
		const dialogue = new Dialogue(page);
		await dialogue.choose('forge.test');
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~ana'));
		await page.getByText('Asker was given ~ana (forge.test).').first().waitFor();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		await editor().command('Notifications: Clear All Notifications');
	});

	it('that cannot be read any more is dropped with words, once', async () => {
		const [name = ''] = readdirSync(folder()).filter((one) => /^[0-9a-f]{24}$/.test(one));
		const file = join(folder(), name);
		const entry = JSON.parse(readFileSync(file, 'utf8'));
		entry.sealed.box = entry.sealed.box.replace(/^.{40}/, 'A'.repeat(40));
		writeFileSync(file, JSON.stringify(entry));
		writeFileSync(join(folder(), 'f'.repeat(24)), 'no session at all');
		await editor().reload();
		await editor().openContainer();
		for (const view of ['Tickets', 'Patches', 'Repositories']) {
			await row(editor(), view, 'Sign in again as ~ana, signed out of forge.test').waitFor();
		}
		// The log reaches the console a little later than the rows the view.
		await until(() =>
			/The sign-in kept as \w+ could not be read and was removed\. Sign in again\./.test(editor().console()),
		);
		await row(editor(), 'Tickets', 'Sign in again as').click();
		const dialogue = new Dialogue(editor().page);
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(editor().forge, '~ana'));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
	});

	it('that is taken away while the window is open ends there', async () => {
		writeFileSync(join(folder(), readdirSync(folder()).find((one) => /^[0-9a-f]{24}$/.test(one)) ?? ''), '');
		await signInButton(editor()).waitFor();
	});
});
