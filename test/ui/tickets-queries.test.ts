import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, InputBox, notice, row } from './editor-driver.ts';
import { ticketWindow } from './ticket-driver.ts';

describe('A saved query', () => {
	const { editor } = ticketWindow();
	const query = (name: string) => row(editor(), 'Tickets', name).first();
	/** Waits for the row, which has the focus and the selection. */
	const isCurrent = (name: string) =>
		query(name).and(editor().view('Tickets').locator('.monaco-list-row.focused.selected')).waitFor();
	const saved = (): readonly { readonly name: string; readonly query: string }[] =>
		JSON.parse(editor().host.settings.read())['tildeforge.ticketQueries'];

	/** Waits for the text of the box. */
	const shows = ({ field }: InputBox, text: string) =>
		until(async () => (await field.inputValue()) === text, { what: `the query is ${text}` });

	async function edit(name: string): Promise<InputBox> {
		const inputBox = new InputBox(editor().page);
		await query(name).hover();
		await query(name).getByRole('button', { name: 'Edit Query…' }).click();
		await inputBox.asks(`Edit Query: ${name.split(',')[0]}`);
		return inputBox;
	}

	it('is edited, renamed and removed in its row, which stays selected and expanded', async () => {
		const { page } = editor();
		const inputBox = await edit('Submitted by me');
		await shows(inputBox, 'submitter:me status:open');
		await page.keyboard.type(' typed');
		await shows(inputBox, 'submitter:me status:open typed');
		await inputBox.field.fill('status:open label:reg');
		await inputBox.box.getByRole('option').first().getByText('regression').waitFor();
		await page.keyboard.press('Enter');
		await inputBox.option('Save Query, 2 tickets in ~ana/editor').waitFor();
		await page.keyboard.press('Enter');
		await inputBox.gone();
		await isCurrent('Submitted by me, 2 tickets');

		const expanded = query('Submitted by me').and(page.locator('[aria-expanded=true]'));
		await tryAgain(
			() => page.keyboard.press('ArrowRight'),
			() => expanded.waitFor({ timeout: 3000 }),
		);
		await chooseInMenu(query('Submitted by me'), 'Rename Query…');
		await inputBox.asks('Rename Query');
		await inputBox.answer('Regressions');
		await isCurrent('Regressions, 2 tickets');
		await query('Regressions').and(page.locator('[aria-expanded=true]')).waitFor();
		assert.deepEqual(saved(), [
			{ name: 'Open', query: 'status:open' },
			{ name: 'Regressions', query: 'status:open label:regression' },
			{ name: 'Assigned to me', query: 'assigned:me status:open' },
			{ name: 'Recently resolved', query: 'status:closed sort:updated' },
		]);

		await edit('Regressions');
		await inputBox.box.getByRole('button', { name: 'Remove Query' }).click();
		await query('Regressions').waitFor({ state: 'detached' });
		const told = await notice(editor(), 'Query "Regressions" removed.');
		await told.getByRole('button', { name: 'Undo' }).click();
		await query('Regressions, 2 tickets').waitFor();
		assert.equal(saved()[1]?.name, 'Regressions');
	});
});
