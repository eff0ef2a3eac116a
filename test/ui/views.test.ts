import assert from 'node:assert/strict';
import { editorWindow } from './window.ts';

describe('The Tildeforge container', () => {
	const editor = editorWindow();

	const welcome = {
		Inbox: 'News of the tickets, patches and repositories',
		Tickets: 'Trackers that you own or pin',
		Patches: 'Mailing lists that you own, read or pin',
		Repositories: 'Repositories that you own or pin',
	};

	it('shows its four views in their order', async () => {
		await editor().openContainer();
		const headers = editor().page.locator('.composite.viewlet .pane-header h3.title');
		await headers.nth(3).waitFor();
		assert.deepEqual(await headers.allInnerTexts(), Object.keys(welcome));
	});

	for (const [name, text] of Object.entries(welcome)) {
		it(`says what ${name} is for while it is empty`, async () => {
			await editor().view(name).getByText(text).waitFor();
		});
	}

	it('shows its log when asked to', async () => {
		await editor().command('Tildeforge: Show Log');
		await editor().page.getByRole('combobox', { name: 'Output' }).waitFor();
	});
});
