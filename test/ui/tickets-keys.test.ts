import assert from 'node:assert/strict';
import { Dialogue, row } from './hands.ts';
import { arrived, commentBox, somebody, ticketPage, ticketWindow, until } from './ticket-hands.ts';

describe('Triage by keys alone', () => {
	const { editor, line } = ticketWindow();
	const ana = () => somebody(editor().forge, '~ana');
	const press = (...keys: readonly string[]) =>
		keys.reduce((before, key) => before.then(() => editor().page.keyboard.press(key)), Promise.resolve());
	const focused = (name: RegExp) =>
		editor()
			.view('Tickets')
			.locator('.monaco-list:focus .monaco-list-row.focused')
			.and(row(editor(), 'Tickets', name));
	/** The page has told the editor that letters are keys: it tells in order, and this comes after. */
	const free = async () => {
		const said = ticketPage(editor()).getByText('The reference was copied.');
		await said.waitFor({ state: 'detached' });
		await press('y');
		await said.waitFor();
	};
	const choose = async (step: string, words: string) => {
		const dialogue = new Dialogue(editor().page);
		await dialogue.asks(step);
		await editor().page.keyboard.type(words);
		await dialogue.box.locator('.monaco-list-row').first().getByText(words).waitFor();
		await until(async () => (await dialogue.box.locator('.monaco-list-row').count()) === 1);
		return dialogue;
	};

	it('goes through the view: confirm, label, in progress, resolve, next', async () => {
		await editor().command('Tildeforge: Focus on Tickets View');
		await press('Home', 'ArrowDown', 'ArrowDown');
		await focused(/ticket 60,/).waitFor();
		await press('f');
		await focused(/ticket 60, Confirmed/).waitFor();
		await press('l');
		const labels = await choose('Labels: ~ana/editor#60', 'question');
		await press('ArrowDown', 'Space', 'Enter');
		await labels.gone();
		await focused(/ticket 60, Confirmed, labels question/).waitFor();
		await press('i');
		await focused(/ticket 60, In progress/).waitFor();
		await press('x');
		const resolution = await choose('Resolve: ~ana/editor#60', 'Implemented');
		await press('Enter');
		await resolution.gone();
		await until(async () => (await ana().ticket(60)).resolution === 'implemented');
		await row(editor(), 'Tickets', 'Open, 32 tickets').waitFor();
	});

	it('goes through the pages of a list: open, confirm, label, comment, resolve, next', async () => {
		await editor().command('Tildeforge: Focus on Tickets View');
		await press('Home', 'ArrowDown', 'ArrowDown', 'j', 'j', 'k');
		await focused(/ticket 59,/).waitFor();
		await press('o');
		await arrived(editor(), 'Half of the last line is missing');
		await ticketPage(editor()).getByText('2 of 32').waitFor();
		await free();
		line().forget();
		await press('f');
		await ticketPage(editor()).getByRole('button', { name: 'Status: Confirmed. Change' }).waitFor();
		await press('l');
		const labels = await choose('Labels: ~ana/editor#59', 'regression');
		await press('ArrowDown', 'Space', 'Enter');
		await labels.gone();
		await ticketPage(editor()).getByRole('banner').getByText('regression').waitFor();
		await press('c');
		await editor().page.keyboard.type('fix jinxed: uuux');
		await press('Control+Enter');
		await ticketPage(editor()).getByText('Sent.').waitFor();
		await press('Escape');
		await free();
		await press('x');
		const resolution = await choose('Resolve: ~ana/editor#59', 'Fixed');
		await press('Enter');
		await resolution.gone();
		await ticketPage(editor())
			.getByRole('button', { name: /^Status: Resolved/ })
			.waitFor();
		assert.equal(line().of('PUT').length, 4);
		assert.deepEqual(line().of('PUT')[2]?.body, { comment: 'fix jinxed: uuux' });
		await press('j');
		await arrived(editor(), /^(?!Half)/);
	});

	it('never takes a letter of a text for a key, however soon it is typed', async () => {
		const { page } = editor();
		line().forget();
		const letters = 'fixXujkfixXujkslycrnpq?o';
		for (let nth = 0; nth < 5; nth++) {
			await press('c');
			await page.keyboard.type(letters);
			await until(async () => (await commentBox(editor()).inputValue()) === letters);
			await commentBox(editor()).fill('');
			await press('Escape');
		}
		await commentBox(editor()).click();
		await page.keyboard.type(letters);
		await until(async () => (await commentBox(editor()).inputValue()) === letters);
		await ticketPage(editor())
			.getByText(/^Draft saved/)
			.waitFor();
		assert.deepEqual(line().of('PUT'), []);
		await new Dialogue(page).gone();
		await commentBox(editor()).fill('');
	});

	it('goes on with a text where it was, when the editor was asked for something meanwhile', async () => {
		const { page } = editor();
		line().forget();
		await press('Escape', 'c');
		await page.keyboard.type('fi');
		await press('F1');
		await new Dialogue(page).field.waitFor();
		await press('Escape');
		await new Dialogue(page).gone();
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('x');
		await until(async () => (await commentBox(editor()).inputValue()) === 'fix');
		assert.deepEqual(line().of('PUT'), []);
		await commentBox(editor()).fill('');
	});

	it('has its keys in a list', async () => {
		await press('Escape', '?');
		const list = ticketPage(editor()).getByRole('dialog', { name: 'Keys' });
		for (const words of ['Next ticket', 'Confirm', 'Write a comment', 'Undo the last change']) {
			await list.getByText(words, { exact: true }).waitFor();
		}
		await press('Escape');
		await list.waitFor({ state: 'hidden' });
	});
});
