import assert from 'node:assert/strict';
import { copy, Dialogue, row } from './hands.ts';
import {
	arrived,
	commentBox,
	focusTickets,
	lettersAreKeys,
	somebody,
	ticketPage,
	ticketWindow,
	until,
} from './ticket-hands.ts';

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
	/** The tickets of the first query, as they stand. */
	const order = async () => {
		const said = await editor()
			.view('Tickets')
			.locator('[aria-label*=", ticket "]')
			.evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-label') ?? ''));
		return said.map((one) => Number(/, ticket (\d+), /.exec(one)?.[1]));
	};
	const focusedOrSelected = (ticket: number) =>
		editor()
			.view('Tickets')
			.locator('.monaco-list-row.selected')
			.and(row(editor(), 'Tickets', new RegExp(`ticket ${ticket},`)));
	const free = () => lettersAreKeys(editor());
	const choose = async (step: string, words: string) => {
		const dialogue = new Dialogue(editor().page);
		await dialogue.asks(step);
		await editor().page.keyboard.type(words);
		await dialogue.box.locator('.monaco-list-row').first().getByText(words).waitFor();
		await until(async () => (await dialogue.box.locator('.monaco-list-row').count()) === 1);
		return dialogue;
	};

	it('goes through the view: confirm, label, in progress, resolve, next', async () => {
		await focusTickets(editor());
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
		await focused(/ticket 25,/).waitFor();
	});

	it('finds each ticket where it stood, also when it was changed or has left the list', async () => {
		await press('j', 'j');
		const before = await order();
		const [here = 0, next = 0, after = 0] = before.slice(2);
		await focused(new RegExp(`ticket ${here},`)).waitFor();
		await press('f');
		await focused(new RegExp(`ticket ${here}, Confirmed`)).waitFor();
		assert.deepEqual(await order(), before);
		await press('j');
		await focused(new RegExp(`ticket ${next},`)).waitFor();
		await press('x');
		const resolution = await choose(`Resolve: ~ana/editor#${next}`, 'Invalid');
		await press('Enter');
		await resolution.gone();
		await focused(new RegExp(`ticket ${after},`)).waitFor();
		const left = before.filter((ticket) => ticket !== next).join();
		await until(async () => (await order()).join() === left);
		await editor().command('Tildeforge: Refresh');
		await until(async () => (await order())[0] === here);
	});

	it('means the row that it was pressed on, however fast the next one follows', async () => {
		await press('Home', 'ArrowDown', 'ArrowDown');
		const [untouched = 0, ...next] = (await order()).slice(0, 4);
		const { status } = await ana().ticket(untouched);
		// The editor lets the first use of a command wait, and what is pressed next overtakes it.
		await press('j');
		await focused(new RegExp(`ticket ${next[0]},`)).waitFor();
		await press('k');
		await focused(new RegExp(`ticket ${untouched},`)).waitFor();
		await press('j', 'i', 'j', 'i', 'j', 'f', 'k', 'k', 'f');
		const now = () => Promise.all(next.map(async (ticket) => (await ana().ticket(ticket)).status));
		await until(async () => (await now()).join() === 'confirmed,in_progress,confirmed');
		assert.equal((await ana().ticket(untouched)).status, status);
		await focused(new RegExp(`ticket ${next[0]}, Confirmed`)).waitFor();
		assert.equal(await editor().view('Tickets').locator('.monaco-list-row.selected').count(), 0);
	});

	it('writes a comment from the view, with the first letter in its box', async () => {
		await focusTickets(editor());
		line().forget();
		await press('Home', 'ArrowDown', 'ArrowDown', 'c');
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await editor().page.keyboard.type('fix jinxed');
		assert.equal(await commentBox(editor()).inputValue(), 'fix jinxed');
		assert.deepEqual(line().of('PUT'), []);
		await ticketPage(editor()).getByRole('button', { name: 'Discard' }).click();
		// Until it is gone the rows below it are one further down.
		await row(editor(), 'Tickets', /^Drafts/).waitFor({ state: 'detached' });
		await focusTickets(editor());
		await press('Home', 'ArrowDown', 'ArrowDown', 'c');
		await ticketPage(editor()).locator('#text:focus').waitFor();
	});

	it('changes nothing by what is typed before the box is there', async () => {
		await editor().command('View: Close All Editors');
		await focusTickets(editor());
		await press('Home', 'ArrowDown', 'ArrowDown');
		const [here = 0] = (await order()).slice(0, 1);
		line().forget();
		await press('c', 'c', 'f', 'i', 'j', 'x', 'l', 'u', 'c', 'k');
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await new Dialogue(editor().page).gone();
		await commentBox(editor()).fill('');
		await focusTickets(editor());
		await focused(new RegExp(`ticket ${here},`)).waitFor();
		await press('i');
		await focused(new RegExp(`ticket ${here}, In progress`)).waitFor();
		assert.equal(line().of('PUT').length, 1);
	});

	it('changes nothing by what is typed before a box of the editor is there', async () => {
		await focusTickets(editor());
		await press('Home', 'ArrowDown', 'ArrowDown');
		const [here = 0] = await order();
		await focused(new RegExp(`ticket ${here},`)).waitFor();
		line().forget();
		await press('x', 'f', 'i');
		const dialogue = new Dialogue(editor().page);
		await dialogue.asks(`Resolve: ~ana/editor#${here}`);
		await dialogue.leave();
		await focused(new RegExp(`ticket ${here},`)).waitFor();
		await press('f');
		await focused(new RegExp(`ticket ${here}, Confirmed`)).waitFor();
		assert.equal(line().of('PUT').length, 1);
	});

	it('begins a new ticket with its title', async () => {
		await editor().command('Tildeforge: New Ticket…');
		await new Dialogue(editor().page).choose('~ana/editor');
		await ticketPage(editor()).locator('#title:focus').waitFor();
		await editor().page.keyboard.type('A new one');
		await until(async () => (await ticketPage(editor()).locator('#title').inputValue()) === 'A new one');
		await ticketPage(editor()).getByRole('button', { name: 'Discard' }).click();
		await press('ControlOrMeta+F4');
	});

	it('goes through a list in one tab, unless a page was opened twice or has a draft', async () => {
		const tab = (ticket: number) => editor().page.locator('.tab.active', { hasText: `#${ticket}` });
		const opened = async (ticket: number) => {
			await tab(ticket).waitFor();
			await arrived(editor(), (await ana().ticket(ticket)).title);
		};
		const tabs = () => editor().page.locator('.tab').count();
		await editor().command('View: Close All Editors');
		await focusTickets(editor());
		// On the first one a draft was discarded just now, and its page waits for whoever wants that back.
		await press('Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'o');
		const [first = 0, second = 0, third = 0, fourth = 0] = (await order()).slice(2);
		await opened(first);
		await focusTickets(editor());
		await press('j', 'o');
		await opened(second);
		await until(async () => (await tabs()) === 1);
		await focusTickets(editor());
		await press('o');
		await arrived(editor(), (await ana().ticket(second)).title);
		await focusTickets(editor());
		await press('j', 'o');
		await opened(third);
		assert.equal(await tabs(), 2);
		await free();
		await press('j');
		await opened(fourth);
		await focusedOrSelected(fourth).waitFor();
		await until(async () => (await tabs()) === 2);
	});

	it('goes through the pages of a list: open, start, label, comment, resolve, next', async () => {
		await focusTickets(editor());
		await press('Home', 'ArrowDown', 'ArrowDown', 'j', 'j', 'k');
		const tickets = await order();
		const [, here = 0] = tickets;
		await focused(new RegExp(`ticket ${here},`)).waitFor();
		await press('o');
		await arrived(editor(), (await ana().ticket(here)).title);
		await ticketPage(editor()).getByText(`2 of ${tickets.length}`).waitFor();
		await free();
		line().forget();
		const isUnderWay = (await ana().ticket(here)).status === 'in_progress';
		await press(isUnderWay ? 'f' : 'i');
		const now = `Status: ${isUnderWay ? 'Confirmed' : 'In progress'}. Change`;
		await ticketPage(editor()).getByRole('button', { name: now }).waitFor();
		await press('l');
		const labels = await choose(`Labels: ~ana/editor#${here}`, 'regression');
		await press('ArrowDown', 'Space', 'Enter');
		await labels.gone();
		await ticketPage(editor()).getByRole('banner').getByText('regression').waitFor();
		await press('c');
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await editor().page.keyboard.type('fix jinxed: uuux');
		await press('Control+Enter');
		await ticketPage(editor()).getByText('Sent.').waitFor();
		await press('Escape');
		await free();
		await press('x');
		const resolution = await choose(`Resolve: ~ana/editor#${here}`, 'Fixed');
		await press('Enter');
		await resolution.gone();
		await ticketPage(editor())
			.getByRole('button', { name: /^Status: Resolved/ })
			.waitFor();
		assert.equal(line().of('PUT').length, 4);
		assert.deepEqual(line().of('PUT')[2]?.body, { comment: 'fix jinxed: uuux' });
		await press('j');
		await arrived(editor(), (await ana().ticket(tickets[2] ?? 0)).title);
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
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('fi');
		await press('F1');
		const dialogue = new Dialogue(page);
		await dialogue.field.fill('>Tildeforge: Refresh');
		await dialogue.option('Tildeforge: Refresh').first().waitFor();
		await dialogue.leave();
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('x');
		await until(async () => (await commentBox(editor()).inputValue()) === 'fix');
		assert.deepEqual(line().of('PUT'), []);
		await commentBox(editor()).fill('');
	});

	it('means no ticket on a row that is none, also when the page of one is in front', async () => {
		line().forget();
		await focusTickets(editor());
		await press('Home');
		await focused(/^~ana\/editor, /).waitFor();
		await press('c', 'f', 'l');
		await editor().page.locator('.statusbar-item', { hasText: 'This is no ticket.' }).waitFor();
		await new Dialogue(editor().page).gone();
		assert.deepEqual(line().of('PUT'), []);
		await ticketPage(editor())
			.locator('body')
			.click({ position: { x: 5, y: 5 } });
	});

	it('has the keys that somebody has chosen', async () => {
		const { page } = editor();
		const box = ticketPage(editor()).locator('#text:focus');
		const when = "activeWebviewPanelId == 'tildeforge-ticket'";
		const mine = [
			{ key: 'm', command: 'tildeforge.commentTicket', args: 'page', when },
			{ key: 'c', command: '-tildeforge.commentTicket' },
		];
		await editor().command('Preferences: Open Keyboard Shortcuts (JSON)');
		await page.locator('.tab.active', { hasText: 'keybindings.json' }).waitFor();
		await page.locator('.monaco-editor.focused').waitFor();
		await copy(page, JSON.stringify(mine));
		await press('ControlOrMeta+a', 'ControlOrMeta+v', 'ControlOrMeta+s');
		await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
		await editor().command('View: Close Editor');
		await ticketPage(editor())
			.locator('body')
			.click({ position: { x: 5, y: 5 } });
		await free();
		await press('c');
		// It is on its way after what was pressed before.
		await free();
		assert.equal(await box.count(), 0);
		await press('m');
		await box.waitFor();
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

	it('changes nothing by what is typed on a page before a box of the editor is there', async () => {
		const dialogue = new Dialogue(editor().page);
		await free();
		line().forget();
		await press('x', 'f', 'i');
		await dialogue.says(/^Resolve: /);
		await dialogue.leave();
		await ticketPage(editor())
			.locator('body')
			.click({ position: { x: 5, y: 5 } });
		await free();
		assert.deepEqual(line().of('PUT'), []);
	});
});
