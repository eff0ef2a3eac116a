import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, InputBox, notice, openBox, row, selectRows } from './editor-driver.ts';
import { forgeUser, openTicket, ticketRow, ticketWindow, waitForPage } from './ticket-driver.ts';

describe('A command on tickets', () => {
	const { editor, proxy } = ticketWindow();
	const ana = () => forgeUser(editor().forge, '~ana');
	const inputBox = () => new InputBox(editor().page);
	const selected = () => editor().view('Tickets').locator('[role=treeitem][aria-selected=true]');
	const tick = (name: string | RegExp) => inputBox().box.getByRole('checkbox', { name }).first().click();
	const hasStatus = (number: number, status: string) =>
		until(async () => (await ana().ticket(number)).status === status, { what: `#${number} is ${status}` });
	const select = (...[first, ...others]: readonly [number, ...number[]]) =>
		selectRows(editor().view('Tickets'), [
			ticketRow(editor(), first),
			...others.map((one) => ticketRow(editor(), one)),
		]);
	const changed = () =>
		proxy()
			.of('PUT')
			.map(({ what }) => what);

	it('applies to the page or the rows that the user chose last, by palette, key or menu, and reports refusals', async () => {
		const { page, host } = editor();
		// The user's own key, which the reset of the window removes.
		const mine = [{ key: 'ctrl+alt+m', command: 'tildeforge.startTicket' }];
		writeFileSync(join(host.data, 'user', 'User', 'keybindings.json'), JSON.stringify(mine));

		await openTicket(editor(), 57, 'Release 2.4.2?');
		await editor().command('Tildeforge: Confirm Ticket');
		await hasStatus(57, 'confirmed');
		// VS Code loses a row that is added to the selection while another one is being redrawn.
		await ticketRow(editor(), 57, 'Confirmed,').waitFor();
		await select(57, 49);
		proxy().forget();
		await openBox(editor(), 'Tildeforge: Edit Ticket Labels…', 'Labels: 2 tickets');
		await tick('bug, 1 of 2 · remove from all');
		await inputBox().leave();
		await openBox(editor(), 'Tildeforge: Edit Ticket Labels…', 'Labels: 2 tickets');
		await tick('regression, 1 of 2 · remove from all');
		await page.keyboard.press('Enter');
		await until(() => proxy().of('PUT').length > 0);
		assert.deepEqual(
			proxy().of('PUT'),
			[{ what: 'PUT ~ana/editor/49', body: { labels: ['bug'] } }],
			'only the accepted tick changes something, and only the ticket with the label',
		);
		assert.equal(await selected().count(), 2);
		await editor().view('Tickets').locator('.monaco-list:focus').waitFor();
		// VS Code reads the new file with the keys some time after it was written.
		await tryAgain(
			() => page.keyboard.press('Control+Alt+m'),
			() => ticketRow(editor(), 49, 'In progress').waitFor({ timeout: 5000 }),
		);
		for (const number of [57, 49]) await hasStatus(number, 'in_progress');

		await openBox(editor(), 'Tildeforge: Find Ticket…', 'Find Ticket');
		await inputBox().field.fill('58');
		await inputBox().box.getByRole('option').first().getByText('#58').waitFor();
		await page.keyboard.press('Enter');
		await waitForPage(editor(), 'A hole in how the temporary file is made');
		proxy().forget();
		await editor().command('Tildeforge: Confirm Ticket');
		await hasStatus(58, 'confirmed');
		await waitForPage(editor(), 'A hole in how the temporary file is made');
		await page.keyboard.press('Control+Alt+m');
		await hasStatus(58, 'in_progress');
		assert.deepEqual(changed(), ['PUT ~ana/editor/58', 'PUT ~ana/editor/58']);

		proxy().refusalOf = (what) => (what === 'PUT ~ana/editor/58' ? 'This ticket is locked.' : undefined);
		proxy().forget();
		await ticketRow(editor(), 58, 'In progress').waitFor();
		await select(60, 58, 49);
		await openBox(editor(), 'Tildeforge: Edit Ticket Labels…', 'Labels: 3 tickets');
		await tick(/^undo/);
		await page.keyboard.press('Enter');
		await notice(
			editor(),
			"1 of 3 tickets did not change as requested. Couldn't change ~ana/editor#58: This ticket is locked.",
		);
		assert.deepEqual(
			changed().toSorted(),
			[49, 58, 60].map((one) => `PUT ~ana/editor/${one}`),
		);
		const labels = async (number: number) => (await ana().ticket(number)).labels.toSorted();
		assert.deepEqual(
			[await labels(49), await labels(58), await labels(60)],
			[['bug', 'undo'], ['bug'], ['undo']],
		);
		assert.equal(await selected().count(), 3);
		await row(editor(), 'Tickets', /^add label undo, refused, .*, ticket 58$/).waitFor();

		proxy().forget();
		await select(60, 49);
		await chooseInMenu(ticketRow(editor(), 49), 'Edit Ticket Labels…');
		await inputBox().asks('Labels: 2 tickets');
		await inputBox().leave();
		await chooseInMenu(ticketRow(editor(), 42), 'Resolve Ticket As…');
		await inputBox().asks('Resolve: ~ana/editor#42');
		await inputBox().choose(/^Won.t fix/);
		await until(async () => (await ana().ticket(42)).resolution === 'wont_fix');
		await ticketRow(editor(), 42).waitFor({ state: 'detached' });
		assert.deepEqual(changed(), ['PUT ~ana/editor/42']);
	});
});
