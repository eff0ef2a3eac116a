import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { Dialogue, notice, row } from './editor-driver.ts';
import {
	commentBox,
	forgeUser,
	notifications,
	openTicket,
	ticketPage,
	ticketRow,
	ticketWindow,
	title,
} from './ticket-driver.ts';

describe('A change of tickets', () => {
	const { editor, line } = ticketWindow();
	const ana = () => forgeUser(editor().forge, '~ana');
	const selected = () => editor().view('Tickets').locator('[role=treeitem][aria-selected=true]');
	const statusButton = (name: string | RegExp) => ticketPage(editor()).getByRole('button', { name });

	const undo = (what: string) => editor().page.locator('.statusbar-item', { hasText: `Undo ${what}` });
	const tick = (dialogue: Dialogue, name: string | RegExp) =>
		dialogue.box.getByRole('checkbox', { name }).first().click();

	/** Adds a row to the selection. */
	async function select(number: number, count: number): Promise<void> {
		await ticketRow(editor(), number).click({ modifiers: ['ControlOrMeta'] });
		await until(async () => (await selected().count()) === count, { what: `${count} rows are selected` });
	}

	/** Chooses a command in the menu of a row. A row that is being redrawn under the mouse has no menu. */
	async function chooseInMenu(number: number, command: string): Promise<void> {
		const item = editor().page.getByRole('menuitem', { name: command });
		await tryAgain(
			() => ticketRow(editor(), number).click({ button: 'right' }),
			() => item.waitFor({ timeout: 3000 }),
		);
		// VS Code takes a click soon after a menu has opened for the end of the click that opened it.
		await item.hover();
		await editor().page.keyboard.press('Enter');
	}

	it('takes one request for a comment, a resolution and a label, and the page shows the answer and the possible statuses', async () => {
		const { page } = editor();
		await openTicket(editor(), 58, 'A hole in how the temporary file is made');
		line().forget();
		await commentBox(editor()).fill('O_EXCL it is.\n\nFixed.');
		await ticketPage(editor()).getByLabel('Status', { exact: true }).selectOption('resolved');
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
		assert.deepEqual(line().of('PUT'), [
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
			.getByLabel('Status', { exact: true })
			.locator('option')
			.allTextContents();
		await statusButton(/^Status: Resolved/).click();
		await dialogue.asks('Status: ~ana/editor#58');
		await dialogue.option('Resolved, current').waitFor();
		const said = await dialogue.box
			.getByRole('option')
			.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
		// Each is read with its preceding icon.
		const inList = said.map((one) => one.replace(/^\S+ +/, '').replace(', current', ''));
		assert.deepEqual(inList, ['Reported', 'Confirmed', 'In progress', 'Pending', 'Resolved']);
		assert.deepEqual([...inBox].sort(), [...inList].sort(), 'the list and the comment box differ');
	});

	it('applies to twenty rows that were just selected, reports what the forge refuses, and can be undone at once', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		line().refused = (what) => (what === 'PUT ~ana/editor/51' ? 'This ticket is locked.' : undefined);
		const tickets = editor()
			.view('Tickets')
			.getByRole('treeitem', { name: /, ticket \d+, / });
		await tickets.nth(19).waitFor();
		line().forget();
		// The page of the first row takes the focus when it is loaded, which would close the palette.
		await openTicket(editor(), 60, 'Thank you');
		await tickets.nth(19).click({ modifiers: ['Shift'] });
		await editor().command('Tildeforge: Edit Ticket Labels…');
		await dialogue.asks('Labels: 20 tickets');
		await tick(dialogue, /^undo/);
		await page.keyboard.press('Enter');
		await undo('18 tickets').waitFor();
		const said = await notifications(editor());
		await said
			.getByText(
				"1 of 20 tickets did not change as requested. Couldn't change ~ana/editor#51: This ticket is locked.",
			)
			.waitFor();
		const asked = line().of('PUT');
		// #31 has the label already.
		assert.equal(new Set(asked.map(({ what }) => what)).size, 19);
		assert.equal(asked.length, 19);
		assert.deepEqual((await ana().ticket(18)).labels.sort(), ['bug', 'good first patch', 'terminal', 'undo']);
		assert.ok(!(await ana().ticket(51)).labels.includes('undo'));
		assert.equal(await selected().count(), 20);
		await undo('18 tickets').click();
		await until(async () => !(await ana().ticket(18)).labels.includes('undo'));
		await row(editor(), 'Tickets', /ticket 60, .*labels undo/).waitFor({ state: 'detached' });
		assert.ok((await ana().ticket(31)).labels.includes('undo'));
	});

	it('from the menu applies to all selected rows, or to the row under the mouse if it is not selected', async () => {
		const dialogue = new Dialogue(editor().page);
		await openTicket(editor(), 60, 'Thank you');
		await select(49, 2);
		await chooseInMenu(49, 'Edit Ticket Labels…');
		await dialogue.asks('Labels: 2 tickets');
		await dialogue.leave();
		await chooseInMenu(42, 'Resolve Ticket As…');
		await dialogue.asks('Resolve: ~ana/editor#42');
		await dialogue.choose(/^Won.t fix/);
		await until(async () => (await ana().ticket(42)).resolution === 'wont_fix');
		await ticketRow(editor(), 42).waitFor({ state: 'detached' });
		assert.deepEqual(
			line()
				.of('PUT')
				.map(({ what }) => what),
			['PUT ~ana/editor/42'],
		);
	});

	it('from the palette applies to the page or the rows, whichever the user chose last, even if the list is redrawn', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await editor().command('Tildeforge: Confirm Ticket');
		// The forge has changed the ticket, and the view is about to redraw its row.
		await until(async () => (await ana().ticket(57)).status === 'confirmed');
		await select(49, 2);
		await undo('#57').waitFor();
		await ticketRow(editor(), 57, 'Confirmed').waitFor();

		line().forget();
		await editor().command('Tildeforge: Edit Ticket Labels…');
		await dialogue.asks('Labels: 2 tickets');
		await tick(dialogue, 'bug, 1 of 2 · remove from all');
		await dialogue.leave();
		await editor().command('Tildeforge: Edit Ticket Labels…');
		await dialogue.asks('Labels: 2 tickets');
		await tick(dialogue, 'regression, 1 of 2 · remove from all');
		await page.keyboard.press('Enter');
		await undo('#49').waitFor();
		assert.deepEqual(
			line().of('PUT'),
			[{ what: 'PUT ~ana/editor/49', body: { labels: ['bug'] } }],
			'only the accepted tick changes something, and only the ticket with the label',
		);

		await editor().command('Tildeforge: Set Ticket to In Progress');
		for (const number of [57, 49]) {
			await until(async () => (await ana().ticket(number)).status === 'in_progress', {
				what: `#${number} is in progress`,
			});
		}

		await editor().command('Tildeforge: Find Ticket…');
		await dialogue.asks('Find Ticket');
		await dialogue.field.fill('59');
		await dialogue.option('#59').click();
		await title(editor(), 'Half of the last line').waitFor();
		line().forget();
		await editor().command('Tildeforge: Confirm Ticket');
		await until(async () => (await ana().ticket(59)).status === 'confirmed');
		assert.deepEqual(
			line()
				.of('PUT')
				.map(({ what }) => what),
			['PUT ~ana/editor/59'],
		);
	});

	it('can be undone on the page, and tried again when the forge is back, unless there was a newer change', async () => {
		const { page } = editor();
		const status = async () => (await ana().ticket(57)).status;
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await page.keyboard.press('f');
		await row(editor(), 'Tickets', 'ticket 57, Confirmed').first().waitFor();
		await statusButton('Status: Confirmed. Change').waitFor();
		await undo('#57').waitFor();
		await page.keyboard.press('u');
		await row(editor(), 'Tickets', 'ticket 57, Reported').first().waitFor();
		await undo('#57').waitFor({ state: 'detached' });
		assert.equal(await status(), 'reported');
		line().forget();
		const nothing = page.locator('.statusbar-item', { hasText: 'Nothing to undo' });
		await tryAgain(
			() => page.keyboard.press('u'),
			() => nothing.waitFor({ timeout: 2000 }),
		);
		assert.deepEqual(line().of('PUT'), []);

		await line().cut();
		await editor().command('Tildeforge: Set Ticket to In Progress');
		const overtaken = await notice(editor(), "Couldn't change ~ana/editor#57: ");
		await line().mend();
		await editor().command('Tildeforge: Confirm Ticket');
		await until(async () => (await status()) === 'confirmed');
		line().forget();
		await overtaken.getByRole('button', { name: 'Try Again' }).click();
		await page.getByText('Not retried: there were newer changes').waitFor();
		assert.deepEqual(line().of('PUT'), []);
		assert.equal(await status(), 'confirmed');

		await line().cut();
		await editor().command('Tildeforge: Set Ticket to In Progress');
		const failed = await notice(editor(), "Couldn't change ~ana/editor#57: ");
		await line().mend();
		await failed.getByRole('button', { name: 'Try Again' }).click();
		await until(async () => (await status()) === 'in_progress');
	});
});
