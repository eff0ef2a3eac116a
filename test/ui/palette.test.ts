import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { InputBox, setUp, signInWithToken, signOut, tokenOf } from './editor-driver.ts';
import { editorWindow } from './window.ts';

describe('A user without an account', () => {
	const editor = editorWindow({ settings: setUp() });

	/** The commands whose titles begin like this. The palette draws only the first ones of a long list. */
	async function offered(words = ''): Promise<readonly string[]> {
		const { page } = editor();
		const inputBox = new InputBox(page);
		await inputBox.openPalette(`>Tildeforge: ${words}`);
		const labels = () =>
			inputBox
				.option(/^Tildeforge: /)
				.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
		let last: readonly string[] = [];
		await until(
			async () => {
				const now = await labels();
				const isStable = (words !== '' || now.length > 0) && now.join() === last.join();
				last = now;
				return isStable;
			},
			{ what: 'the palette has its list' },
		);
		await inputBox.leave();
		const titles = last.map((label) => label.replace(/,.*$/, '').replace('Tildeforge: ', ''));
		// VS Code has these for the views of every extension.
		return titles.filter((title) => !/^Focus on .* View$/.test(title));
	}

	const withoutAccount = ['Copy Diagnostics', 'Show Log', 'Sign In…', 'Try a Sample Forge'];

	const welcome = {
		Inbox: 'Updates on your tickets, patches and repositories',
		Tickets: 'Triage tickets from your trackers',
		Patches: 'Review patches sent to your mailing lists',
		Repositories: 'Browse repositories without cloning them',
	};

	it('finds in the palette only what works without one, and four views that say what they are for', async () => {
		assert.deepEqual((await offered()).toSorted(), withoutAccount);
		await editor().openContainer();
		const headers = editor().page.locator('.composite.viewlet .pane-header h3.title');
		await headers.nth(3).waitFor();
		assert.deepEqual(await headers.allInnerTexts(), Object.keys(welcome));
		for (const [name, text] of Object.entries(welcome)) await editor().view(name).getByText(text).waitFor();
		await editor().command('Tildeforge: Show Log');
		await editor().page.getByRole('combobox', { name: 'Output' }).waitFor();

		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await until(async () => (await offered('New Ticket')).includes('New Ticket…'), {
			what: 'commands on tickets are offered',
		});
		await signOut(editor());
		await until(async () => (await offered()).length === withoutAccount.length, {
			what: 'commands on tickets are no longer offered',
		});
	});
});
