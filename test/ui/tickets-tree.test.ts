import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, InputBox, openBox, row } from './editor-driver.ts';
import {
	commentBox,
	focusTickets,
	forgeUser,
	openTicket,
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
		// A click is lost if the row is redrawn between mouse down and mouse up.
		await tryAgain(
			() => ticketRow(editor(), 60).click(),
			() => title(editor(), 'Thank you').waitFor({ timeout: 3000 }),
		);
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
		await tryAgain(
			() => ticketRow(editor(), 60).dblclick(),
			() => title(editor(), 'Thank you').waitFor({ timeout: 3000 }),
		);
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
		await tryAgain(
			() => ticketRow(editor(), 60).click(),
			() => title(editor(), 'Thank you').waitFor({ timeout: 3000 }),
		);
		await ticketRow(editor(), 60).and(focused()).and(selected()).waitFor();
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

	it('marks a ticket with a new comment, until Find Ticket… leads there by the address of the comment, and selects it', async () => {
		const { page } = editor();
		await until(
			() => proxy().asked.some(({ what }) => what === 'GET ~ana/editor?start=10') && proxy().isIdle,
		);
		const { events } = await forgeUser(editor().forge, '~bob').update(57, { comment: 'Did you look?' });
		await editor().command('Tildeforge: Refresh');
		const marked = row(editor(), 'Tickets', /^Ticket 57, .*new activity/).first();
		await marked.waitFor();

		const inputBox = new InputBox(page);
		await openBox(editor(), 'Tildeforge: Find Ticket…', 'Find Ticket');
		await inputBox.field.fill('undo');
		await inputBox.option('#31 Undo across runs').waitFor();
		const numbers = async () => {
			const labels = await inputBox.box.getByRole('option').locator('.label-name').allInnerTexts();
			return labels.filter((one) => one.startsWith('#')).map((one) => one.split(/\s/)[0]);
		};
		// By their labels, VS Code would sort them differently. Those that only a text names come later and last.
		await until(async () => /^#31 #12 #11 #32 #14( |$)/.test((await numbers()).join(' ')), {
			what: 'the tickets are in the order in which their titles name it',
		});
		await inputBox.field.fill(`${proxy().address}/~ana/editor/57#event-${events[0].id}`);
		await press('Enter');
		await waitForPage(editor(), 'Release 2.4.2?');
		const entry = ticketPage(editor()).locator('article:focus').getByText('Did you look?');
		await entry.waitFor();
		await marked.waitFor({ state: 'detached' });
		await ticketRow(editor(), 57).and(selected()).waitFor();
		await press('Escape');
		await ticketRow(editor(), 57).and(focused()).waitFor();
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await press('f');
		await ticketRow(editor(), 57, 'Confirmed').waitFor();
		assert.equal(await marked.count(), 0);
	});
});
