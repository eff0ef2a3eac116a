import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { chooseInMenu, Dialogue } from './editor-driver.ts';
import { commentBox, openTicket, ticketPage, ticketRow, ticketWindow } from './ticket-driver.ts';

const needsInfo = 'Which version do you use?\n\nPlease add the log.';
const templates = { 'Needs info': needsInfo, Thanks: 'Thank you!' };

describe('A comment', () => {
	const { editor, proxy } = ticketWindow({ more: { 'tildeforge.commentTemplates': templates } });
	const insert = () => ticketPage(editor()).getByRole('button', { name: 'Insert comment template' });

	it('can have a template, which is inserted at the cursor and sent with the rest', async () => {
		const { page } = editor();
		await openTicket(editor(), 60, 'Thank you');
		await commentBox(editor()).fill('Hello.');
		await insert().click();
		const dialogue = new Dialogue(page);
		await dialogue.asks('Insert Comment Template: ~ana/editor#60');
		await dialogue.says('Which version do you use? Please add the log.');
		await dialogue.field.fill('version');
		await dialogue.option('Thanks').waitFor({ state: 'detached' });
		await page.keyboard.press('Enter');
		await dialogue.gone();
		await ticketPage(editor()).locator('#text:focus').waitFor();
		assert.equal(await commentBox(editor()).inputValue(), `Hello.\n\n${needsInfo}`);
		proxy().forget();
		await page.keyboard.press('ControlOrMeta+Enter');
		await ticketPage(editor()).getByText('Sent.').waitFor();
		assert.deepEqual(proxy().of('PUT'), [
			{ what: 'PUT ~ana/editor/60', body: { comment: `Hello.\n\n${needsInfo}` } },
		]);

		await insert().click();
		await dialogue.choose('Edit Comment Templates…');
		await page.locator('.settings-editor').getByText('Needs info').first().waitFor();
	});

	it('can be a template that is sent to several tickets with all its lines', async () => {
		const { page } = editor();
		const selected = editor().view('Tickets').locator('[role=treeitem][aria-selected=true]');
		await openTicket(editor(), 60, 'Thank you');
		await ticketRow(editor(), 59).click({ modifiers: ['ControlOrMeta'] });
		await until(async () => (await selected.count()) === 2, { what: 'two rows are selected' });
		proxy().forget();
		await chooseInMenu(ticketRow(editor(), 59), 'Comment on Ticket…');
		const dialogue = new Dialogue(page);
		await dialogue.asks('Comment on 2 tickets');
		await dialogue.choose('Needs info');
		await dialogue.gone();
		await until(() => proxy().of('PUT').length === 2);
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ body }) => body),
			[{ comment: needsInfo }, { comment: needsInfo }],
		);
	});

	it('on several tickets is written in an editor, survives a reload, and is sent once', async () => {
		const { page } = editor();
		const selected = editor().view('Tickets').locator('[role=treeitem][aria-selected=true]');
		const tab = page.locator('.tab', { hasText: 'Comment on 2 tickets.md' });
		const lines = page.locator('.editor-instance .view-lines');
		const choose = async () => {
			await openTicket(editor(), 60, 'Thank you');
			await ticketRow(editor(), 59).click({ modifiers: ['ControlOrMeta'] });
			await until(async () => (await selected.count()) === 2, { what: 'two rows are selected' });
			await chooseInMenu(ticketRow(editor(), 59), 'Comment on Ticket…');
			await new Dialogue(page).choose('Write Comment…');
			await page.locator('.monaco-editor.focused').waitFor();
		};
		await choose();
		await page.keyboard.type('Thanks,');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await page.keyboard.type('both.');
		await page.keyboard.press('ControlOrMeta+s');
		await tab.and(page.locator('.dirty')).waitFor({ state: 'detached' });
		await editor().waitUntilStored(/editorpart\.state[\s\S]*Comment on 2 tickets/);

		await editor().reload();
		await lines.getByText('both.').click();
		await editor().command('View: Close Editor');
		await tab.waitFor({ state: 'detached' });
		await choose();
		await lines.getByText('both.').click();
		await page.keyboard.press('ControlOrMeta+End');
		await page.keyboard.type(' Bye');
		proxy().forget();
		await page.keyboard.press('ControlOrMeta+Enter');
		await tab.waitFor({ state: 'detached' });
		await until(() => proxy().of('PUT').length === 2);
		const comment = 'Thanks,\n\nboth. Bye';
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ body }) => body),
			[{ comment }, { comment }],
		);
	});
});
