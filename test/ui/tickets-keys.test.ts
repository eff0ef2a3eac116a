import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { copy, Dialogue, row } from './editor-driver.ts';
import {
	arrived,
	commentBox,
	focusTickets,
	forgeUser,
	openTicket,
	ticketPage,
	ticketRow,
	ticketWindow,
	title,
} from './ticket-driver.ts';

describe('The keys of a ticket’s page', () => {
	const { editor, line } = ticketWindow();
	const ana = () => forgeUser(editor().forge, '~ana');
	const dialogue = () => new Dialogue(editor().page);
	const press = async (...keys: readonly string[]) => {
		for (const key of keys) await editor().page.keyboard.press(key);
	};
	const status = (words: string | RegExp) =>
		ticketPage(editor()).getByRole('button', { name: words }).first();
	const tab = (ticket: number) => editor().page.locator('.tab', { hasText: `#${ticket}` });
	/** The tickets of the first query, in order. */
	const order = async () => {
		const rows = editor().view('Tickets').locator('[aria-label*=", ticket "]');
		const said = await rows.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
		return said.map((one) => Number(/, ticket (\d+), /.exec(one)?.[1]));
	};
	const tabs = () => editor().page.locator('.tab').count();
	/** Types into the input box of `step` until one option is left. */
	const choose = async (step: string, words: string) => {
		await dialogue().asks(step);
		await dialogue().field.fill(words);
		await dialogue().box.locator('.monaco-list-row').first().getByText(words).first().waitFor();
		await until(async () => (await dialogue().box.locator('.monaco-list-row').count()) === 1);
	};

	it('triage a ticket without a mouse: confirm, label, start, comment, resolve, next', async () => {
		await openTicket(editor(), 60, 'Thank you');
		await ticketPage(editor()).getByText('1 of 33').waitFor();
		await press('f');
		await status('Status: Confirmed. Change').waitFor();
		await press('l');
		await choose('Labels: ~ana/editor#60', 'regression');
		await press('ArrowDown', 'Space', 'Enter');
		await dialogue().gone();
		await ticketPage(editor()).getByRole('banner').getByText('regression').waitFor();
		await press('i');
		await status('Status: In progress. Change').waitFor();
		await press('c');
		await editor().page.keyboard.type('fix jinxed: uuux');
		await press('Control+Enter');
		await ticketPage(editor()).getByText('Sent.').waitFor();
		await press('Escape', 'x');
		await choose('Resolve: ~ana/editor#60', 'Implemented');
		await press('Enter');
		await dialogue().gone();
		await status(/^Status: Resolved/).waitFor();
		const { resolution, labels } = await ana().ticket(60);
		assert.deepEqual([resolution, labels], ['implemented', ['regression']]);
		await press('j');
		await title(editor(), (await ana().ticket(25)).title).waitFor();
		await ticketPage(editor()).getByText('2 of 33').waitFor();
		await press('k');
		await title(editor(), 'Thank you').waitFor();
	});

	it('act on the ticket that is shown, however fast the user types, also if the next one opens in its own tab', async () => {
		await openTicket(editor(), 60, 'Thank you');
		const [next, after] = [25, 59];
		line().forget();
		await press('j');
		await title(editor(), (await ana().ticket(next)).title).waitFor();
		await press('f', 'j');
		await title(editor(), (await ana().ticket(after)).title).waitFor();
		await press('f', 'k');
		await until(async () => (await ana().ticket(after)).status === 'confirmed');
		await until(async () => (await ana().ticket(next)).status === 'confirmed');
		assert.deepEqual(
			line()
				.of('PUT')
				.map(({ what }) => what),
			[`PUT ~ana/editor/${next}`, `PUT ~ana/editor/${after}`],
		);

		await title(editor(), (await ana().ticket(next)).title).waitFor();
		await commentBox(editor()).fill('A draft, so that this page stays');
		await ticketPage(editor())
			.getByText(/^Draft saved/)
			.waitFor();
		line().forget();
		await press('Escape', 'k', 'f', 'i');
		await tab(60).and(editor().page.locator('.active')).waitFor();
		await arrived(editor(), 'Thank you');
		await press('f');
		await status('Status: Confirmed. Change').waitFor();
		assert.ok(
			line()
				.of('PUT')
				.every(({ what }) => what === 'PUT ~ana/editor/60'),
		);
		assert.equal((await ana().ticket(next)).status, 'confirmed');
	});

	it('are text while the user types a comment, however soon it begins, and after the command palette closes', async () => {
		const { page } = editor();
		await openTicket(editor(), 60, 'Thank you');
		line().forget();
		const letters = 'fixXujkfixXujkslycrnpq?o';
		for (let round = 0; round < 2; round++) {
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
		await dialogue().gone();

		await press('F1');
		await dialogue().field.fill('>Tildeforge: Refresh');
		await dialogue().option('Tildeforge: Refresh').first().waitFor();
		await dialogue().leave();
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('x');
		await until(async () => (await commentBox(editor()).inputValue()) === `${letters}x`);
		assert.deepEqual(line().of('PUT'), []);
	});

	it('change nothing when typed before an input box of VS Code appears', async () => {
		await openTicket(editor(), 60, 'Thank you');
		line().forget();
		await press('x', 'f', 'i');
		await dialogue().asks('Resolve: ~ana/editor#60');
		await dialogue().leave();
		// The editor restores the focus a moment after the box closes.
		await arrived(editor(), 'Thank you');
		await press('s', 'f', 'i');
		await dialogue().asks('Status: ~ana/editor#60');
		await dialogue().leave();
		await arrived(editor(), 'Thank you');
		await press('f');
		await status('Status: Confirmed. Change').waitFor();
		assert.deepEqual(line().of('PUT'), [{ what: 'PUT ~ana/editor/60', body: { status: 'confirmed' } }]);
	});

	it('go through a list in one tab, except for pages that were opened twice or have a draft', async () => {
		const opened = async (ticket: number) => {
			await tab(ticket).and(editor().page.locator('.active')).waitFor();
			await arrived(editor(), (await ana().ticket(ticket)).title);
		};
		await ticketRow(editor(), 60).click();
		await opened(60);
		await ticketRow(editor(), 25).click();
		await opened(25);
		assert.equal(await tabs(), 1);
		await ticketRow(editor(), 25).click();
		await ticketRow(editor(), 59).click();
		await opened(59);
		assert.equal(await tabs(), 2);
		await commentBox(editor()).fill('A draft');
		await ticketPage(editor())
			.getByText(/^Draft saved/)
			.waitFor();
		const tickets = await order();
		const [next = 0, after = 0] = tickets.slice(tickets.indexOf(59) + 1);
		await press('Escape', 'j');
		await opened(next);
		assert.equal(await tabs(), 3);
		await press('j');
		await opened(after);
		assert.equal(await tabs(), 3);
		await editor()
			.view('Tickets')
			.locator('.monaco-list-row.selected')
			.and(ticketRow(editor(), after))
			.waitFor();
	});

	it('do nothing while the view has the focus, and are text in a comment that its menu begins', async () => {
		const { page } = editor();
		await ticketRow(editor(), 60).waitFor();
		line().forget();
		await focusTickets(editor());
		await press('Home');
		for (const letters of ['#57', 'fixXusli']) await page.keyboard.type(letters);
		await row(editor(), 'Tickets', /ticket 57,/)
			.and(page.locator('.focused'))
			.first()
			.waitFor();
		await dialogue().gone();
		await editor().command('Tildeforge: Refresh');
		await until(() => line().of('GET').length > 0);
		assert.deepEqual(line().of('PUT'), []);

		await ticketRow(editor(), 59).click({ button: 'right' });
		await page.getByRole('menuitem', { name: /^Comment/ }).hover();
		// VS Code takes a click soon after a menu has opened for the end of the click that opened it.
		await page.keyboard.press('Enter');
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('fix');
		assert.equal(await commentBox(editor()).inputValue(), 'fix');
		assert.deepEqual(line().of('PUT'), []);
	});
});

describe('A command on tickets', () => {
	const { editor } = ticketWindow();
	const ana = () => forgeUser(editor().forge, '~ana');

	it('runs by the key that the user assigns, on the page and in the view', async () => {
		const { page } = editor();
		const mine = [{ key: 'ctrl+alt+m', command: 'tildeforge.confirmTicket' }];
		await editor().command('Preferences: Open Keyboard Shortcuts (JSON)');
		await page.locator('.tab.active', { hasText: 'keybindings.json' }).waitFor();
		await page.locator('.monaco-editor.focused').waitFor();
		await copy(page, JSON.stringify(mine));
		for (const key of ['ControlOrMeta+a', 'ControlOrMeta+v', 'ControlOrMeta+s'])
			await page.keyboard.press(key);
		await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
		await editor().command('View: Close Editor');
		await openTicket(editor(), 60, 'Thank you');
		await page.keyboard.press('Control+Alt+m');
		await ticketRow(editor(), 60, 'Confirmed').waitFor();
		const selected = editor().view('Tickets').locator('[role=treeitem][aria-selected=true]');
		// A click is lost if the row is redrawn between mouse down and mouse up.
		await tryAgain(
			() => ticketRow(editor(), 59).click({ modifiers: ['ControlOrMeta'] }),
			() => until(async () => (await selected.count()) === 2, { seconds: 3 }),
		);
		await page.keyboard.press('Control+Alt+m');
		await until(async () => (await ana().ticket(59)).status === 'confirmed');
	});
});
