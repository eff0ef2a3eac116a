import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../tools/until.ts';
import { row, signInButton, signOut } from './editor-driver.ts';
import { editorWindow } from './window.ts';

describe('The sample forge', () => {
	const editor = editorWindow({}, (window) => window.openContainer());
	const folders = () =>
		readdirSync(editor().host.data).filter((name) => name.startsWith('tildeforge-forge-'));

	async function trySample(): Promise<void> {
		await editor().view('Tickets').getByRole('button', { name: 'Try a sample forge' }).click();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
	}

	it('shows tickets after one click, and again after the user signs out and comes back', async () => {
		await trySample();
		await signOut(editor());
		await signInButton(editor()).waitFor();
		await trySample();
		assert.equal(folders().length, 1);
	});

	it('writes nothing to the settings, and removes its folder when the window is closed', async () => {
		await trySample();
		assert.doesNotMatch(editor().host.settings.read(), /tildeforge/);
		const [folder] = folders();
		assert.ok(folder, 'the sample forge has no folder');
		await editor().page.close();
		await until(() => !existsSync(join(editor().host.data, folder)), { what: `${folder} is removed` });
	});
});
