import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { Dialogue, openBox, setUp, signInWithToken, signOut, tokenOf } from './editor-driver.ts';
import { editorWindow } from './window.ts';

describe('The command palette', () => {
	const editor = editorWindow({ settings: setUp() });

	/** The commands whose titles begin like this. The palette draws only the first ones of a long list. */
	async function offered(words = ''): Promise<readonly string[]> {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await dialogue.leave();
		await tryAgain(
			() => page.keyboard.press('F1'),
			() => dialogue.field.fill(`>Tildeforge: ${words}`, { timeout: 1000 }),
			20,
		);
		const labels = () =>
			dialogue
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
		await dialogue.leave();
		const titles = last.map((label) => label.replace(/,.*$/, '').replace('Tildeforge: ', ''));
		// VS Code has these for the views of every extension.
		return titles.filter((title) => !/^Focus on .* View$/.test(title));
	}

	const withoutAccount = ['Copy Diagnostics', 'Show Log', 'Sign In…', 'Try a Sample Forge'];

	it('offers only what works without an account until the user signs in, and again after the user signs out', async () => {
		assert.deepEqual((await offered()).toSorted(), withoutAccount);
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await until(async () => (await offered('New Ticket')).includes('New Ticket…'), {
			what: 'commands on tickets are offered',
		});
		await editor().openContainer();
		await signOut(editor());
		await until(async () => (await offered()).length === withoutAccount.length, {
			what: 'commands on tickets are no longer offered',
		});
	});

	it('offers everything in a new window of a signed-in user whose views were never shown', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await editor().reload();
		await until(async () => (await offered('New Ticket')).includes('New Ticket…'), {
			what: 'commands on tickets are offered',
		});
		await openBox(editor(), 'Tildeforge: New Ticket…', 'New Ticket');
		await new Dialogue(editor().page).option('~ana/editor').waitFor();
	});
});
