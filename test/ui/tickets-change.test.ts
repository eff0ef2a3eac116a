import assert from 'node:assert/strict';
import { Dialogue, notice, row } from './hands.ts';
import {
	arrived,
	commentBox,
	notifications,
	openTicket,
	somebody,
	ticketPage,
	ticketRow,
	ticketWindow,
	until,
} from './ticket-hands.ts';

describe('Changing tickets', () => {
	const { editor, line } = ticketWindow();
	const ana = () => somebody(editor().forge, '~ana');
	const selected = () => editor().view('Tickets').locator('[role=treeitem][aria-selected=true]');

	const undo = (what: string) => editor().page.locator('.statusbar-item', { hasText: `Undo ${what}` });
	const tick = (dialogue: Dialogue, name: string | RegExp) =>
		dialogue.box.getByRole('checkbox', { name }).first().click();

	it('takes one request for a comment, a resolution and a label, and shows what the forge answers', async () => {
		const { page } = editor();
		await openTicket(editor(), 58, 'A hole in how the temporary file is made');
		line().forget();
		await commentBox(editor()).fill('O_EXCL it is.\n\nFixed.');
		await ticketPage(editor()).getByLabel('Status', { exact: true }).selectOption('resolved');
		await ticketPage(editor()).getByLabel('Resolution').selectOption('fixed');
		await ticketPage(editor()).getByRole('button', { name: 'Choose labels' }).click();
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
		await ticketPage(editor())
			.getByRole('button', { name: /^Status: Resolved.*fixed/i })
			.waitFor();
		await ticketPage(editor())
			.getByRole('article', { name: 'Comment by ~ana' })
			.getByText('O_EXCL')
			.waitFor();
		await row(editor(), 'Tickets', 'Open, 32 tickets').waitFor();
		assert.equal(await commentBox(editor()).inputValue(), '');
		await row(editor(), 'Tickets', 'Drafts').waitFor({ state: 'detached' });
	});

	it('is undone within ten seconds, by a key', async () => {
		const { page } = editor();
		await ticketRow(editor(), 57).click();
		await arrived(editor(), 'Release 2.4.2?');
		await editor().view('Tickets').getByRole('tree').focus();
		await page.keyboard.press('f');
		await row(editor(), 'Tickets', 'ticket 57, Confirmed').first().waitFor();
		await ticketPage(editor()).getByRole('button', { name: 'Status: Confirmed. Change' }).waitFor();
		await undo('#57').waitFor();
		await page.keyboard.press('u');
		await row(editor(), 'Tickets', 'ticket 57, Reported').first().waitFor();
		await undo('#57').waitFor({ state: 'detached' });
		assert.equal((await ana().ticket(57)).status, 'reported');
	});

	it('of twenty at once says of the one that is refused what the forge says', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		line().forget();
		line().refused = (what) => (what === 'PUT ~ana/editor/51' ? 'This ticket is locked.' : undefined);
		const tickets = editor()
			.view('Tickets')
			.getByRole('treeitem', { name: /, ticket \d+, / });
		await tickets.first().click();
		// A page that comes up takes the focus, and the key with it.
		await arrived(editor(), /./);
		await tickets.nth(19).click({ modifiers: ['Shift'] });
		await until(async () => (await selected().count()) === 20);
		await page.keyboard.press('l');
		await dialogue.asks('Labels: 20 tickets');
		await tick(dialogue, /^undo/);
		await page.keyboard.press('Enter');
		await undo('18 tickets').waitFor();
		const said = await notifications(editor());
		await said
			.getByText(
				'1 of 20 tickets did not change as asked for. ~ana/editor#51 was not changed: This ticket is locked.',
			)
			.waitFor();
		const asked = line().of('PUT');
		// #31 has it already.
		assert.equal(new Set(asked.map(({ what }) => what)).size, 19);
		assert.equal(asked.length, 19);
		assert.ok((await ana().ticket(18)).labels.includes('undo'));
		assert.deepEqual((await ana().ticket(18)).labels.sort(), ['bug', 'good first patch', 'terminal', 'undo']);
		assert.ok(!(await ana().ticket(51)).labels.includes('undo'));
		assert.equal(await selected().count(), 20);
		line().refused = () => undefined;
	});

	it('of several at once is undone at once', async () => {
		await undo('18 tickets').click();
		await until(async () => !(await ana().ticket(18)).labels.includes('undo'));
		await until(async () => (await ana().ticket(31)).labels.includes('undo'));
		await row(editor(), 'Tickets', /ticket 60, .*labels undo/).waitFor({ state: 'detached' });
	});

	it('offers in the menu what is meant by it: one ticket is resolved from its row', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		const isAsked = () =>
			dialogue.asks('Resolve: ~ana/editor#42', 3000).then(
				() => true,
				() => false,
			);
		// What is chosen for a row that is just being drawn anew, as after the undo, is refused: then it is chosen again.
		do {
			await ticketRow(editor(), 42).click({ button: 'right' });
			await page.getByRole('menuitem', { name: 'Resolve Ticket as…' }).hover();
			// A click soon after a menu has opened is taken for the end of the one that opened it.
			await page.keyboard.press('Enter');
		} while (!(await isAsked()));
		await dialogue.choose(/^Won.t fix/);
		await until(async () => (await ana().ticket(42)).resolution === 'wont_fix');
		await ticketRow(editor(), 42).waitFor({ state: 'detached' });
	});

	it('offers the same statuses by the key and on the page, also for a resolved ticket', async () => {
		const dialogue = new Dialogue(editor().page);
		await editor().command('Tildeforge: Find Ticket…');
		await dialogue.asks('Find Ticket');
		await dialogue.field.fill('45');
		await dialogue.option('#45').click();
		await ticketPage(editor())
			.getByRole('button', { name: /^Status: Resolved/ })
			.waitFor();
		const onPage = await ticketPage(editor())
			.getByLabel('Status', { exact: true })
			.locator('option')
			.allTextContents();
		await ticketPage(editor())
			.getByRole('button', { name: /^Status: Resolved/ })
			.click();
		await dialogue.asks('Status: ~ana/editor#45');
		await dialogue.option('Resolved, as it is').waitFor();
		const said = await dialogue.box
			.getByRole('option')
			.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
		await dialogue.leave();
		// Each is read with its icon before it.
		const byKey = said.map((one) => one.replace(/^\S+ +/, '').replace(', as it is', ''));
		assert.deepEqual(byKey, ['Reported', 'Confirmed', 'In progress', 'Pending', 'Resolved']);
		assert.deepEqual([...onPage].sort(), [...byKey].sort());
	});

	it('takes from all what only some have, where that is ticked; leaving the box changes nothing', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await openTicket(editor(), 60, 'Thank you');
		await ticketRow(editor(), 49).click({ modifiers: ['ControlOrMeta'] });
		await until(async () => (await selected().count()) === 2);
		line().forget();
		await page.keyboard.press('l');
		await dialogue.asks('Labels: 2 tickets');
		await tick(dialogue, 'bug, on 1 of 2; tick to remove it from all');
		await dialogue.leave();
		await editor().view('Tickets').getByRole('tree').focus();
		await page.keyboard.press('l');
		await dialogue.asks('Labels: 2 tickets');
		await tick(dialogue, 'regression, on 1 of 2; tick to remove it from all');
		await page.keyboard.press('Enter');
		await undo('#49').waitFor();
		assert.deepEqual(line().of('PUT'), [{ what: 'PUT ~ana/editor/49', body: { labels: ['bug'] } }]);
	});

	it('is undone no more after ten seconds', async () => {
		const { page } = editor();
		await ticketRow(editor(), 57).click();
		await arrived(editor(), 'Release 2.4.2?');
		await editor().view('Tickets').getByRole('tree').focus();
		await page.keyboard.press('i');
		await row(editor(), 'Tickets', 'ticket 57, In progress').first().waitFor();
		await undo('#57').waitFor();
		await undo('#57').waitFor({ state: 'detached' });
		line().forget();
		await page.keyboard.press('u');
		await editor().command('Tildeforge: Refresh');
		await until(() => line().of('GET').length > 0);
		assert.deepEqual(line().of('PUT'), []);
		assert.equal((await ana().ticket(57)).status, 'in_progress');
	});

	it('says what was not done where the forge cannot be reached, and does it by a button when it can', async () => {
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await line().cut();
		await editor().command('Tildeforge: Confirm Ticket');
		const said = await notice(editor(), '~ana/editor#57 was not confirmed: ');
		await line().mend();
		await said.getByRole('button', { name: 'Try Again' }).click();
		await until(async () => (await ana().ticket(57)).status === 'confirmed');
	});

	it('is not tried again on top of what was changed since', async () => {
		await line().cut();
		await editor().command('Tildeforge: Mark Ticket as In Progress');
		const said = await notice(editor(), '~ana/editor#57 was not changed: ');
		await line().mend();
		await editor().command('Tildeforge: Reopen Ticket');
		await until(async () => (await ana().ticket(57)).status === 'reported');
		line().forget();
		await said.getByRole('button', { name: 'Try Again' }).click();
		await editor().page.getByText('Something was changed since then: nothing was tried again').waitFor();
		assert.deepEqual(line().of('PUT'), []);
		assert.equal((await ana().ticket(57)).status, 'reported');
	});
});
