import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { row, signInButton, signOut } from './hands.ts';
import { editorWindow } from './window.ts';

describe('The sample forge', () => {
	const editor = editorWindow();
	const folders = () =>
		readdirSync(editor().host.data).filter((name) => name.startsWith('tildeforge-forge-'));

	it('is one click away, with tickets to see', async () => {
		await editor().openContainer();
		await editor().view('Tickets').getByRole('button', { name: 'try a sample forge' }).click();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		assert.equal(folders().length, 1);
	});

	it('can be left and come back to', async () => {
		await signOut(editor());
		await signInButton(editor()).waitFor();
		await editor().view('Tickets').getByRole('button', { name: 'try a sample forge' }).click();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
	});

	it('leaves nothing in the settings, and no folder when its window is closed', async () => {
		assert.doesNotMatch(readFileSync(editor().host.settingsFile, 'utf8'), /tildeforge/);
		const [folder = ''] = folders();
		await editor().page.close();
		while (existsSync(`${editor().host.data}/${folder}`))
			await new Promise((resolve) => setImmediate(resolve));
	});
});
