import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, InputBox, openBox, row } from './editor-driver.ts';
import { ticketPage, ticketWindow } from './ticket-driver.ts';

describe('Trackers', () => {
	const { editor, proxy } = ticketWindow();
	const tracker = (name: RegExp) => row(editor(), 'Tickets', name);

	it('are pinned, created, unpinned and deleted, and take the focus never from what the user opens meanwhile', async () => {
		const { page } = editor();
		const box = new InputBox(page);
		const selected = editor().view('Tickets').locator('.monaco-list-row.selected');
		const palette = box.box.getByRole('option', { name: /^Tildeforge: Find Ticket…/ });
		const openPalette = async () => {
			await tryAgain(
				() => page.keyboard.press('F1'),
				() => box.field.fill('>Tildeforge: Find Ticket…', { timeout: 1000 }),
			);
			await palette.waitFor();
		};
		await openBox(editor(), 'Tildeforge: Pin Tracker…', 'Pin Tracker: forge.test');
		await box.field.fill(`${proxy().address}/~bob/website`);
		await page.keyboard.press('Enter');
		await box.gone();
		await openPalette();
		await selected.and(tracker(/^~bob\/website/)).waitFor();
		assert.equal(await selected.getAttribute('aria-expanded'), 'false');
		await palette.waitFor();
		await page.keyboard.press('Escape');
		await box.gone();

		const words = 'No. [Click here](command:workbench.action.toggleSidebarVisibility) $(trash)';
		proxy().refusalOf = (what) => (what.startsWith('POST ') ? words : undefined);
		await openBox(editor(), 'Tildeforge: New Tracker…', 'New Tracker');
		await box.answer('tools');
		await box.says('Description');
		await box.answer('');
		await box.says(/Click here/);
		assert.match(await box.box.innerText(), /\] \(command:\S+\) \$\(trash\)/);
		assert.equal(await box.box.getByRole('link').count(), 0);
		await box.leave();
		proxy().refusalOf = () => undefined;
		await openBox(editor(), 'Tildeforge: New Tracker…', 'New Tracker');
		await box.answer('tools');
		await box.says('Description');
		const created = Promise.withResolvers<void>();
		proxy().holdOf = (what) => (what.startsWith('POST') ? created.promise : undefined);
		await page.keyboard.press('Enter');
		await box.box.getByPlaceholder('Creating ~ana/tools…').waitFor();
		await openPalette();
		created.resolve();
		await selected.and(tracker(/^~ana\/tools/)).waitFor();
		await palette.waitFor();
		await page.keyboard.press('Escape');
		await box.gone();

		await chooseInMenu(tracker(/^~bob\/website/), 'Unpin Tracker');
		await tracker(/^~bob\/website/).waitFor({ state: 'detached' });
		await chooseInMenu(tracker(/^~ana\/errands/), 'New Ticket…');
		const title = ticketPage(editor()).locator('#title');
		await title.and(ticketPage(editor()).locator(':focus')).waitFor();
		await ticketPage(editor()).getByText('~ana/errands').first().waitFor();
		// The title has the focus, so the keys of a page are text.
		await page.keyboard.type('fix jinxed');
		await until(async () => (await title.inputValue()) === 'fix jinxed');

		// Its draft adds a row, which moves others under the mouse.
		await tracker(/^Drafts/).waitFor();
		await chooseInMenu(tracker(/^~ana\/errands/), 'Delete Tracker…');
		await box.asks('Delete ~ana/errands');
		await box.answer('errands');
		await tracker(/^~ana\/errands/).waitFor({ state: 'detached' });
		assert.equal(proxy().of('DELETE').length, 1);
	});
});
