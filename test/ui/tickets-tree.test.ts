import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, clickRow, InputBox, row } from './editor-driver.ts';
import {
	commentBox,
	focusTickets,
	ticketPage,
	ticketRow,
	ticketWindow,
	title,
	waitForPage,
	waitForPageFocus,
} from './ticket-driver.ts';

describe('The tree of tickets', () => {
	const { editor, proxy } = ticketWindow();
	const tree = () => editor().view('Tickets');
	const focused = () => editor().page.locator('.monaco-list-row.focused');
	const selected = () => editor().page.locator('.monaco-list-row.selected');
	const press = (key: string) => editor().page.keyboard.press(key);
	const waitForTreeFocus = () => tree().locator('.monaco-list:focus').waitFor();

	it('previews, opens and finds tickets by mouse and keyboard, and has letters as keys only if the user wants them', async () => {
		const { page, host } = editor();
		await clickRow(ticketRow(editor(), 60));
		await title(editor(), 'Thank you').waitFor();
		await waitForTreeFocus();
		await press('ArrowDown');
		await ticketRow(editor(), 25).and(focused()).waitFor();
		// However quickly it is pressed again.
		await press('Space');
		await press('Space');
		await title(editor(), /2\.4\.1/).waitFor();
		await waitForTreeFocus();
		assert.equal(await editor().page.locator('.tab').count(), 1);
		await press('Enter');
		await waitForPageFocus(editor());
		await press('Escape');
		await waitForTreeFocus();
		await ticketRow(editor(), 25).and(focused()).and(selected()).waitFor();
		await clickRow(ticketRow(editor(), 60), { clickCount: 2 });
		await waitForPage(editor(), 'Thank you');
		await press('j');
		await title(editor(), /2\.4\.1/).waitFor();
		await ticketRow(editor(), 25).and(selected()).waitFor();

		proxy().forget();
		await focusTickets(editor());
		await press('Control+f');
		const find = tree().locator('.monaco-tree-type-filter input');
		await find.waitFor();
		await page.keyboard.type('fix');
		await until(async () => (await find.inputValue()) === 'fix');
		await press('Escape');
		await focusTickets(editor());
		const ticket57 = row(editor(), 'Tickets', /^Ticket 57,/).and(focused());
		// If a letter comes more than 800 ms after the one before, VS Code starts a new search with it.
		await tryAgain(
			async () => {
				await press('Home');
				await page.keyboard.type('#57');
			},
			() => ticket57.first().waitFor({ timeout: 3000 }),
		);
		const inputBox = new InputBox(page);
		await page.keyboard.type('fixXusli');
		await inputBox.gone();
		await editor().command('Tildeforge: Refresh');
		await until(() => proxy().of('GET').length > 0);

		const text = JSON.stringify({
			...JSON.parse(host.settings.read()),
			'tildeforge.singleLetterKeys': 'pagesAndViews',
		});
		await editor().writeSettings(text);
		await clickRow(ticketRow(editor(), 60));
		await title(editor(), 'Thank you').waitFor();
		await waitForTreeFocus();
		// After a click that shows a page, VS Code takes a moment until the keys of the view work.
		await tryAgain(
			() => press('j'),
			() => title(editor(), /2\.4\.1/).waitFor({ timeout: 3000 }),
		);
		await ticketRow(editor(), 25).and(focused()).and(selected()).waitFor();
		await press('x');
		await inputBox.asks('Resolve: ~ana/editor#25');
		await inputBox.leave();
		await waitForTreeFocus();
		await press('c');
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('fix');
		await until(async () => (await commentBox(editor()).inputValue()) === 'fix');
		// A row that is being redrawn may get the click that is meant for another one.
		await ticketRow(editor(), 25, 'has a draft').waitFor();
		await row(editor(), 'Tickets', 'Drafts, 1').waitFor();
		await chooseInMenu(ticketRow(editor(), 59), 'Comment on Ticket…');
		await title(editor(), 'Half of the last line').waitFor();
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('fix');
		await until(async () => (await commentBox(editor()).inputValue()) === 'fix');
		assert.deepEqual(proxy().of('PUT'), []);
	});
});
