import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, clickRow, copy, Dialogue, openBox, row, selectRows } from './editor-driver.ts';
import {
	commentBox,
	focusTickets,
	forgeUser,
	openTicket,
	ticketPage,
	ticketRow,
	ticketWindow,
	title,
	waitForNotification,
	waitForPage,
	waitForPageFocus,
} from './ticket-driver.ts';

describe('The keys of a ticket’s page', () => {
	const { editor, proxy } = ticketWindow();
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
		const rows = editor().view('Tickets').locator('[aria-label^="Ticket "]');
		const said = await rows.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
		return said.map((one) => Number(/^Ticket (\d+), /.exec(one)?.[1]));
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
		await ticketPage(editor()).getByRole('banner').getByText('1 of 33').waitFor();
		await press('f');
		await status('Status: Confirmed. Change').waitFor();
		await press('l');
		await choose('Labels: ~ana/editor#60', 'regression');
		await press('ArrowDown', 'Space', 'Enter');
		await dialogue().gone();
		await waitForPageFocus(editor());
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
		await waitForPageFocus(editor());
		await status('Status: Resolved as implemented. Change').waitFor();
		const { resolution, labels } = await ana().ticket(60);
		assert.deepEqual([resolution, labels], ['implemented', ['regression']]);
		// The row leaves its list, and VS Code draws the view again.
		await waitForPageFocus(editor());
		await press('j');
		await title(editor(), (await ana().ticket(25)).title).waitFor();
		await ticketPage(editor()).getByRole('banner').getByText('2 of 33').waitFor();
		await press('k');
		await title(editor(), 'Thank you').waitFor();
	});

	it('resolve a ticket as a duplicate with six key presses and the number of the original, in one request', async () => {
		await openTicket(editor(), 60, 'Thank you');
		proxy().forget();
		await press('x');
		await dialogue().asks('Resolve: ~ana/editor#60');
		await press('d', 'u', 'p');
		await until(async () => (await dialogue().box.locator('.monaco-list-row').count()) === 1);
		await press('Enter');
		await dialogue().asks('Resolve as Duplicate: ~ana/editor#60');
		await dialogue().option('Resolve Without Naming the Original').waitFor();
		await editor().page.keyboard.type('57');
		await dialogue().option('Resolve Without Naming the Original').waitFor({ state: 'detached' });
		await dialogue().option('Release 2.4.2?').first().waitFor();
		await press('Enter');
		await dialogue().gone();
		await status('Status: Resolved as duplicate. Change').waitFor();
		await ticketPage(editor()).getByText('Duplicate of #57').waitFor();
		assert.deepEqual(proxy().of('PUT'), [
			{
				what: 'PUT ~ana/editor/60',
				body: { comment: 'Duplicate of #57', status: 'resolved', resolution: 'duplicate' },
			},
		]);
		await waitForPageFocus(editor());
	});

	it('resolve a ticket with a comment, in one request', async () => {
		await openTicket(editor(), 60, 'Thank you');
		proxy().forget();
		await press('x');
		await choose('Resolve: ~ana/editor#60', 'Add Comment');
		await press('Enter');
		await dialogue()
			.box.getByRole('option', { name: /Add Comment/ })
			.waitFor({ state: 'detached' });
		await choose('Resolve: ~ana/editor#60', 'Invalid');
		await press('Enter');
		await dialogue().box.getByText('Comment to send with “Invalid” (Markdown)').waitFor();
		await editor().page.keyboard.type('No action needed, as you say.');
		await press('Enter');
		await dialogue().gone();
		await status('Status: Resolved as invalid. Change').waitFor();
		await ticketPage(editor()).getByText('No action needed, as you say.').waitFor();
		const body = { comment: 'No action needed, as you say.', status: 'resolved', resolution: 'invalid' };
		assert.deepEqual(proxy().of('PUT'), [{ what: 'PUT ~ana/editor/60', body }]);
		await waitForPageFocus(editor());
	});

	it('act on the ticket that is shown, however fast the user types and wherever the next one opens', async () => {
		await openTicket(editor(), 55, 'A NUL in the text ends a search for a pattern');
		// All three can be set to in progress.
		const [next, after] = [18, 48];
		proxy().forget();
		await press('j');
		await title(editor(), (await ana().ticket(next)).title).waitFor();
		await press('i', 'j');
		await title(editor(), (await ana().ticket(after)).title).waitFor();
		await press('i', 'k');
		await until(async () => (await ana().ticket(after)).status === 'in_progress');
		await until(async () => (await ana().ticket(next)).status === 'in_progress');
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ what }) => what),
			[`PUT ~ana/editor/${next}`, `PUT ~ana/editor/${after}`],
		);

		await title(editor(), (await ana().ticket(next)).title).waitFor();
		await commentBox(editor()).fill('A draft, so that this page stays');
		await ticketPage(editor())
			.getByText(/^Draft saved/)
			.waitFor();
		proxy().forget();
		await press('Escape', 'k', 'f', 'i');
		await tab(55).and(editor().page.locator('.active')).waitFor();
		await waitForPage(editor(), 'A NUL in the text ends a search for a pattern');
		await press('f');
		await status('Status: Confirmed. Change').waitFor();
		assert.ok(
			proxy()
				.of('PUT')
				.every(({ what }) => what === 'PUT ~ana/editor/55'),
		);
		assert.equal((await ana().ticket(next)).status, 'in_progress');
	});

	it('are text while the user types a comment, however soon, also after the command palette closes', async () => {
		const { page } = editor();
		await openTicket(editor(), 60, 'Thank you');
		proxy().forget();
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
		assert.deepEqual(proxy().of('PUT'), []);
	});

	it('change nothing when typed before an input box of VS Code appears', async () => {
		await openTicket(editor(), 60, 'Thank you');
		proxy().forget();
		await press('x', 'f', 'i');
		await dialogue().asks('Resolve: ~ana/editor#60');
		await dialogue().leave();
		// The editor restores the focus a moment after the box closes.
		await waitForPage(editor(), 'Thank you');
		await press('s', 'f', 'i');
		await dialogue().asks('Status: ~ana/editor#60');
		await dialogue().leave();
		await waitForPage(editor(), 'Thank you');
		await press('f');
		await status('Status: Confirmed. Change').waitFor();
		assert.deepEqual(proxy().of('PUT'), [{ what: 'PUT ~ana/editor/60', body: { status: 'confirmed' } }]);
	});

	it('go through a list in one tab, except for pages that were opened twice or have a draft', async () => {
		const opened = async (ticket: number) => {
			await tab(ticket).and(editor().page.locator('.active')).waitFor();
			await waitForPage(editor(), (await ana().ticket(ticket)).title);
		};
		await clickRow(ticketRow(editor(), 60));
		await opened(60);
		await clickRow(ticketRow(editor(), 25));
		await opened(25);
		assert.equal(await tabs(), 1);
		// The second click would be lost if the row were redrawn.
		await until(() => proxy().isIdle, { what: 'the tickets are read' });
		await ticketRow(editor(), 25).click();
		await clickRow(ticketRow(editor(), 59));
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
		proxy().forget();
		await focusTickets(editor());
		const ticket57 = row(editor(), 'Tickets', /^Ticket 57,/).and(page.locator('.focused'));
		// If a letter comes more than 800 ms after the one before, VS Code starts a new search with it.
		await tryAgain(
			async () => {
				await press('Home');
				await page.keyboard.type('#57');
			},
			() => ticket57.first().waitFor({ timeout: 3000 }),
		);
		await page.keyboard.type('fixXusli');
		await dialogue().gone();
		await editor().command('Tildeforge: Refresh');
		await until(() => proxy().of('GET').length > 0);
		assert.deepEqual(proxy().of('PUT'), []);

		await chooseInMenu(ticketRow(editor(), 59), 'Comment on Ticket…');
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('fix');
		assert.equal(await commentBox(editor()).inputValue(), 'fix');
		assert.deepEqual(proxy().of('PUT'), []);
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
		await selectRows(editor().view('Tickets'), [ticketRow(editor(), 60), ticketRow(editor(), 58)]);
		await page.keyboard.press('Control+Alt+m');
		await until(async () => (await ana().ticket(58)).status === 'confirmed');
	});
});

describe('A change of tickets', () => {
	const { editor, proxy } = ticketWindow();
	const ana = () => forgeUser(editor().forge, '~ana');
	const selected = () => editor().view('Tickets').locator('[role=treeitem][aria-selected=true]');
	const statusButton = (name: string | RegExp) => ticketPage(editor()).getByRole('button', { name });

	const tick = (dialogue: Dialogue, name: string | RegExp) =>
		dialogue.box.getByRole('checkbox', { name }).first().click();

	const areSelected = (count: number) =>
		until(async () => (await selected().count()) === count, { what: `${count} rows are selected` });

	const select = (first: number, second: number) =>
		selectRows(editor().view('Tickets'), [ticketRow(editor(), first), ticketRow(editor(), second)]);

	it('takes one request for all its parts, and the page shows the answer and the next statuses', async () => {
		const { page } = editor();
		await openTicket(editor(), 58, 'A hole in how the temporary file is made');
		proxy().forget();
		await commentBox(editor()).fill('O_EXCL it is.\n\nFixed.');
		await ticketPage(editor()).getByLabel('Status after sending').selectOption('resolved');
		await ticketPage(editor()).getByLabel('Resolution').selectOption('fixed');
		await ticketPage(editor()).getByRole('button', { name: 'Select labels' }).click();
		const dialogue = new Dialogue(page);
		await tick(dialogue, 'regression');
		await page.keyboard.press('Enter');
		await dialogue.gone();
		await ticketPage(editor())
			.getByRole('button', { name: 'Comment, resolve as fixed, add 1 label' })
			.click();
		await ticketPage(editor()).getByText('Sent.').waitFor();
		assert.deepEqual(proxy().of('PUT'), [
			{
				what: 'PUT ~ana/editor/58',
				body: {
					comment: 'O_EXCL it is.\n\nFixed.',
					status: 'resolved',
					resolution: 'fixed',
					labels: ['bug', 'regression'],
				},
			},
		]);
		await statusButton(/^Status: Resolved.*fixed/i).waitFor();
		await ticketPage(editor())
			.getByRole('article', { name: 'Comment by ~ana' })
			.getByText('O_EXCL')
			.waitFor();
		await row(editor(), 'Tickets', 'Open, 32 tickets').waitFor();
		assert.equal(await commentBox(editor()).inputValue(), '');
		await row(editor(), 'Tickets', 'Drafts').waitFor({ state: 'detached' });

		const inBox = await ticketPage(editor())
			.getByLabel('Status after sending')
			.locator('option')
			.allTextContents();
		await statusButton(/^Status: Resolved/).click();
		await dialogue.asks('Status: ~ana/editor#58');
		await dialogue.option('Resolved, with another resolution').waitFor();
		const said = await dialogue.box
			.getByRole('option')
			.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
		// Each is read with its preceding icon.
		const inList = said.map((one) => one.replace(/^\S+ +/, '').replace(', with another resolution', ''));
		assert.deepEqual(inList, ['Reported', 'Confirmed', 'In progress', 'Pending', 'Resolved']);
		assert.deepEqual([...inBox].sort(), [...inList].sort(), 'the list and the comment box differ');
	});

	it('applies to all selected rows or the one under the menu, and reports refusals', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		proxy().refusalOf = (what) => (what === 'PUT ~ana/editor/51' ? 'This ticket is locked.' : undefined);
		const tickets = editor()
			.view('Tickets')
			.getByRole('treeitem', { name: /^Ticket \d+, / });
		await tickets.nth(19).waitFor();
		proxy().forget();
		// The page of the first row takes the focus when it is loaded, which would close the palette.
		await openTicket(editor(), 60, 'Thank you');
		await clickRow(tickets.nth(19), { modifiers: ['Shift'] });
		await areSelected(20);
		await openBox(editor(), 'Tildeforge: Edit Ticket Labels…', 'Labels: 20 tickets');
		await tick(dialogue, /^undo/);
		await page.keyboard.press('Enter');
		await waitForNotification(
			editor(),
			"1 of 20 tickets did not change as requested. Couldn't change ~ana/editor#51: This ticket is locked.",
		);
		const asked = proxy().of('PUT');
		// #31 has the label already.
		assert.equal(new Set(asked.map(({ what }) => what)).size, 19);
		assert.equal(asked.length, 19);
		assert.deepEqual((await ana().ticket(18)).labels.sort(), ['bug', 'good first patch', 'terminal', 'undo']);
		assert.ok(!(await ana().ticket(51)).labels.includes('undo'));
		await areSelected(20);
		await row(editor(), 'Tickets', /^add label undo, refused, .*, ticket 51$/).waitFor();

		proxy().forget();
		await openTicket(editor(), 60, 'Thank you');
		await select(60, 49);
		await chooseInMenu(ticketRow(editor(), 49), 'Edit Ticket Labels…');
		await dialogue.asks('Labels: 2 tickets');
		await dialogue.leave();
		await chooseInMenu(ticketRow(editor(), 42), 'Resolve Ticket As…');
		await dialogue.asks('Resolve: ~ana/editor#42');
		await dialogue.choose(/^Won.t fix/);
		await until(async () => (await ana().ticket(42)).resolution === 'wont_fix');
		await ticketRow(editor(), 42).waitFor({ state: 'detached' });
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ what }) => what),
			['PUT ~ana/editor/42'],
		);
	});

	it('from the palette applies to the page or the rows, whichever the user chose last', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await editor().command('Tildeforge: Confirm Ticket');
		await until(async () => (await ana().ticket(57)).status === 'confirmed');
		// VS Code loses a row that is added to the selection while another one is being redrawn.
		await ticketRow(editor(), 57, 'Confirmed,').waitFor();
		await select(57, 49);

		proxy().forget();
		await openBox(editor(), 'Tildeforge: Edit Ticket Labels…', 'Labels: 2 tickets');
		await tick(dialogue, 'bug, 1 of 2 · remove from all');
		await dialogue.leave();
		await openBox(editor(), 'Tildeforge: Edit Ticket Labels…', 'Labels: 2 tickets');
		await tick(dialogue, 'regression, 1 of 2 · remove from all');
		await page.keyboard.press('Enter');
		await until(() => proxy().of('PUT').length > 0);
		assert.deepEqual(
			proxy().of('PUT'),
			[{ what: 'PUT ~ana/editor/49', body: { labels: ['bug'] } }],
			'only the accepted tick changes something, and only the ticket with the label',
		);
		await areSelected(2);

		await editor().command('Tildeforge: Set Ticket to In Progress');
		for (const number of [57, 49]) {
			await until(async () => (await ana().ticket(number)).status === 'in_progress', {
				what: `#${number} is in progress`,
			});
		}

		await openBox(editor(), 'Tildeforge: Find Ticket…', 'Find Ticket');
		await dialogue.field.fill('58');
		await dialogue.box.getByRole('option').first().getByText('#58').waitFor();
		await page.keyboard.press('Enter');
		await title(editor(), 'A hole in how the temporary file is made').waitFor();
		proxy().forget();
		await editor().command('Tildeforge: Confirm Ticket');
		await until(async () => (await ana().ticket(58)).status === 'confirmed');
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ what }) => what),
			['PUT ~ana/editor/58'],
		);
	});
});

describe('A change of tickets that is not sent yet', () => {
	const { editor, proxy } = ticketWindow({ undoSeconds: 60 });
	const statusBar = (words: string) => editor().page.locator('.statusbar-item', { hasText: words });

	it('is shown as pending, and makes no request if it is undone on the page, also in the middle of several', async () => {
		const { page } = editor();
		await openTicket(editor(), 57, 'Release 2.4.2?');
		proxy().forget();
		await page.keyboard.press('f');
		await ticketRow(editor(), 57, 'Confirmed \\(unsent\\)').waitFor();
		await ticketPage(editor()).getByRole('button', { name: 'Status: Confirmed (unsent). Change' }).waitFor();
		await statusBar('Confirming #57… Undo').waitFor();
		await page.keyboard.press('i');
		await ticketRow(editor(), 57, 'In progress \\(unsent\\)').waitFor();
		// Waits for the message from the start: it disappears after a few seconds.
		await Promise.all([statusBar('Undone: #57').waitFor(), page.keyboard.press('u')]);
		await ticketRow(editor(), 57, 'Confirmed \\(unsent\\)').waitFor();
		await page.keyboard.press('u');
		await ticketRow(editor(), 57, 'Reported,').waitFor();
		await ticketPage(editor()).getByRole('button', { name: 'Status: Reported. Change' }).waitFor();
		await tryAgain(
			() => page.keyboard.press('u'),
			() => statusBar('Nothing to undo').waitFor({ timeout: 2000 }),
		);
		assert.deepEqual(proxy().of('PUT'), []);
	});

	it('is undone for all tickets of a command by a click in the status bar', async () => {
		await openTicket(editor(), 60, 'Thank you');
		proxy().forget();
		await selectRows(editor().view('Tickets'), [ticketRow(editor(), 60), ticketRow(editor(), 49)]);
		await editor().command('Tildeforge: Set Ticket to In Progress');
		for (const number of [60, 49]) await ticketRow(editor(), number, 'In progress \\(unsent\\)').waitFor();
		// Waits for the message from the start: it disappears after a few seconds.
		await Promise.all([
			statusBar('Undone: 2 tickets').waitFor(),
			statusBar('Changing 2 tickets… Undo').click(),
		]);
		await row(editor(), 'Tickets', '(unsent)').first().waitFor({ state: 'detached' });
		assert.deepEqual(proxy().of('PUT'), []);
	});

	it('is sent before a comment on the same ticket', async () => {
		await openTicket(editor(), 57, 'Release 2.4.2?');
		proxy().forget();
		await editor().page.keyboard.press('f');
		await statusBar('Confirming #57… Undo').waitFor();
		await commentBox(editor()).fill('I can see it.');
		await ticketPage(editor()).getByRole('button', { name: 'Comment', exact: true }).click();
		await ticketPage(editor()).getByText('Sent.').waitFor();
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ body }) => body),
			[{ status: 'confirmed' }, { comment: 'I can see it.' }],
		);
	});
});

describe('A change of tickets that waits', () => {
	const { editor, proxy } = ticketWindow();
	const ana = () => forgeUser(editor().forge, '~ana');
	const waiting = (words: string | RegExp) => row(editor(), 'Tickets', words);

	it('without a network is listed, can be discarded, and is sent when the forge answers again', async () => {
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await proxy().cut();
		await editor().page.keyboard.press('f');
		await waiting(/^Confirmed, waiting, .*, ticket 57$/).waitFor();
		await ticketPage(editor()).getByText('Confirmed: not sent yet.').waitFor();
		await openTicket(editor(), 60, 'Thank you');
		await editor().page.keyboard.press('i');
		await waiting(/^In progress, waiting, .*, ticket 60$/).waitFor();
		await waiting('Waiting, 2').waitFor();
		await chooseInMenu(waiting(/^In progress, waiting, /), 'Discard Waiting Change');
		await waiting('Waiting, 1').waitFor();
		proxy().forget();
		await proxy().mend();
		await editor().command('Tildeforge: Refresh');
		await until(async () => (await ana().ticket(57)).status === 'confirmed');
		await waiting(/^Waiting/).waitFor({ state: 'detached' });
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ what }) => what),
			['PUT ~ana/editor/57'],
		);
	});

	it('because the forge refuses it is sent again by its menu', async () => {
		await openTicket(editor(), 57, 'Release 2.4.2?');
		proxy().refusalOf = (what) => (what.startsWith('PUT') ? 'This ticket is locked.' : undefined);
		await editor().page.keyboard.press('f');
		await ticketPage(editor()).getByText('Confirmed: not made. This ticket is locked.').waitFor();
		await ticketRow(editor(), 57, 'Reported,').waitFor();
		proxy().refusalOf = () => undefined;
		await chooseInMenu(waiting(/^Confirmed, refused, /), 'Send Waiting Change Now');
		await until(async () => (await ana().ticket(57)).status === 'confirmed');
		await waiting(/^Waiting/).waitFor({ state: 'detached' });
	});

	it('because another user has changed the same shows both sides, and asks', async () => {
		const { page } = editor();
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await ana().update(57, { status: 'pending' });
		await page.keyboard.press('f');
		await waiting(/^Confirmed, conflict: now Pending, /).waitFor();
		await ticketPage(editor()).getByText('Yours: Confirmed. Theirs: Pending.').waitFor();
		await ticketPage(editor()).getByRole('button', { name: 'Use Mine' }).click();
		const dialog = page.locator('.monaco-dialog-box');
		await dialog.getByText('Yours: Confirmed. Theirs: Pending.').waitFor();
		assert.equal((await ana().ticket(57)).status, 'pending');
		await dialog.getByRole('button', { name: 'Use Mine' }).click();
		await until(async () => (await ana().ticket(57)).status === 'confirmed');
	});
});
