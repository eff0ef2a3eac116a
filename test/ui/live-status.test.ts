import { clickUntil, Dialogue, row, signInWithToken, tokenOf } from './editor-driver.ts';
import { forgeUser } from './ticket-driver.ts';
import { type EditorWindow, editorWindow } from './window.ts';

async function showTickets(window: EditorWindow): Promise<void> {
	await window.openContainer(['Inbox', 'Tickets']);
	await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
}

describe('The live status', () => {
	const editor = editorWindow(
		{
			settings: ({ addresses, webhookKey }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
			}),
		},
		showTickets,
	);
	const inStatusBar = (words: string) => editor().page.locator('.statusbar-item', { hasText: words });

	it('is live in the status bar after the first delivery, and a click lists what is live and why the rest is not', async () => {
		const { forge, page } = editor();
		await clickUntil(inStatusBar('Tildeforge: Polling'), new Dialogue(editor().page).box);
		const dialogue = new Dialogue(page);
		await dialogue.asks('Live Status: Polling');
		const trackers = dialogue.option(/Trackers of ~ana/);
		await trackers.getByText('Its webhooks have delivered nothing yet.').waitFor({ timeout: 60_000 });
		await forgeUser(forge, '~bob').create({ title: 'The cursor blinks too fast', description: 'It does.' });
		await trackers.getByText('live · last delivery just now').waitFor();
		await inStatusBar('Tildeforge: Live').waitFor();
		await trackers.hover();
		await trackers.getByRole('button', { name: 'Send Again' }).click();
		await inStatusBar('The forge sends the last delivery again.').waitFor();
		await dialogue.leave();
	});
});
