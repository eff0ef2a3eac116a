import assert from 'node:assert/strict';
import { editorWindow } from './window.ts';

describe('The Tildeforge container', () => {
	const editor = editorWindow();

	const welcome = {
		Inbox: 'Updates on your tickets, patches and repositories',
		Tickets: 'Triage tickets from your trackers',
		Patches: 'Review patches sent to your mailing lists',
		Repositories: 'Browse repositories without cloning them',
	};

	it('shows four views in order, each with a welcome text while the user is signed out', async () => {
		await editor().openContainer();
		const headers = editor().page.locator('.composite.viewlet .pane-header h3.title');
		await headers.nth(3).waitFor();
		assert.deepEqual(await headers.allInnerTexts(), Object.keys(welcome));
		for (const [name, text] of Object.entries(welcome)) {
			await editor().view(name).getByText(text).waitFor();
		}
	});

	it('opens the log from the command palette', async () => {
		await editor().command('Tildeforge: Show Log');
		await editor().page.getByRole('combobox', { name: 'Output' }).waitFor();
	});
});
