import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textAfter } from '../../src/platform/model/text-after.ts';
import { temporaryFolder } from '../tools/places.ts';
import { isRunning } from '../tools/processes.ts';
import { until } from '../tools/until.ts';
import { chooseInMenu, clickUntil, Dialogue, expandRow, notice, row, selectRows } from './editor-driver.ts';
import {
	commentBox,
	draftsOnDisk,
	openTicket,
	showTicketsView,
	ticketPage,
	ticketRow,
	ticketWindow,
} from './ticket-driver.ts';

const needsInfo = 'Which version do you use?\n\nPlease add the log.';
const templates = { 'Needs info': needsInfo, Thanks: 'Thank you!' };

describe('A comment template', () => {
	const folder = temporaryFolder('workspace');
	mkdirSync(join(folder, '.vscode'));
	writeFileSync(
		join(folder, '.vscode', 'settings.json'),
		JSON.stringify({ 'tildeforge.commentTemplates': { Thanks: 'Of the folder', 'Of the folder': 'Other' } }),
	);
	const { editor, proxy } = ticketWindow({ folder, more: { 'tildeforge.commentTemplates': templates } });
	const insert = () => ticketPage(editor()).getByRole('button', { name: 'Insert comment template' });

	it('is inserted at the cursor and sent with the rest', async () => {
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

	it('is sent to several tickets with all its lines', async () => {
		const { page } = editor();
		await openTicket(editor(), 60, 'Thank you');
		await selectRows(editor().view('Tickets'), [ticketRow(editor(), 60), ticketRow(editor(), 59)]);
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

	it('is only taken from the settings of the user, not from those of a folder', async () => {
		const dialogue = new Dialogue(editor().page);
		await openTicket(editor(), 60, 'Thank you');
		await insert().click();
		await dialogue.option('Thanks').waitFor();
		await dialogue.says('Thank you!');
		assert.equal(await dialogue.option('Of the folder').count(), 0);
	});
});

describe('A comment on several tickets', () => {
	// As on the desktop.
	const { editor, proxy } = ticketWindow({ more: { 'files.autoSave': 'off' } });
	const waitUntilOnDisk = (text: string) =>
		until(() => draftsOnDisk(editor()).includes(text), { what: `"${text}" is on the disk` });
	const tab = () => editor().page.locator('.tab', { hasText: 'Comment on 2 tickets.md' });
	const lines = () => editor().page.locator('.editor-instance .view-lines');
	const drafts = (count: number) => row(editor(), 'Tickets', `Drafts, ${count}`).waitFor();
	const sent = () =>
		proxy()
			.of('PUT')
			.map(({ body }) => body);
	const tickets = { 59: 'Half of the last line', 60: 'Thank you' };

	/** The user selects the tickets in this order. */
	async function choose(first: 59 | 60 = 60): Promise<void> {
		const { page } = editor();
		const other = first === 60 ? 59 : 60;
		await openTicket(editor(), first, tickets[first]);
		await selectRows(editor().view('Tickets'), [ticketRow(editor(), first), ticketRow(editor(), other)]);
		await chooseInMenu(ticketRow(editor(), other), 'Comment on Ticket…');
		await page.locator('.monaco-editor.focused').waitFor();
	}

	/** The row of the comment, whose parent is collapsed at first. */
	async function draftRow() {
		const draft = row(editor(), 'Tickets', /^Draft, Comment on 2 tickets/);
		await expandRow(row(editor(), 'Tickets', /^Drafts/));
		await draft.waitFor();
		return draft;
	}

	it('is written in an editor, survives a reload, and is sent once', async () => {
		const { page } = editor();
		await choose();
		await page.keyboard.type('Thanks,');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await page.keyboard.type('both.');
		await page.keyboard.press('ControlOrMeta+s');
		await tab().and(page.locator('.dirty')).waitFor({ state: 'detached' });
		await editor().waitUntilStored(/editorpart\.state[\s\S]*Comment on 2 tickets/);

		await editor().reload();
		await lines().getByText('both.').click();
		await editor().command('View: Close Editor');
		await tab().waitFor({ state: 'detached' });
		await choose(59);
		await lines().getByText('both.').click();
		await page.keyboard.press('ControlOrMeta+End');
		await page.keyboard.type(' Bye');
		proxy().forget();
		await page.keyboard.press('ControlOrMeta+Enter');
		await tab().waitFor({ state: 'detached' });
		await until(() => proxy().of('PUT').length === 2);
		const comment = 'Thanks,\n\nboth. Bye';
		assert.deepEqual(sent(), [{ comment }, { comment }]);
		await row(editor(), 'Tickets', /^Drafts/).waitFor({ state: 'detached' });
	});

	it('is a draft as soon as it is typed, which survives that the extension host is killed', async () => {
		const { page } = editor();
		await choose();
		await page.keyboard.type('Not saved.');
		await waitUntilOnDisk('Not saved.');
		await drafts(1);
		await editor().waitUntilStored(/editorpart\.state[\s\S]*Comment on 2 tickets/);
		const pid = editor().host.extensionHost();
		process.kill(pid, 'SIGKILL');
		await until(() => !isRunning(pid));
		await editor().reload();
		await lines().getByText('Not saved.').click();
		await page.keyboard.press('ControlOrMeta+End');
		await page.keyboard.type(' Still not.');
		await waitUntilOnDisk('Not saved. Still not.');
		await showTicketsView(editor());
		await drafts(1);
	});

	it('is opened and discarded in the row of the draft', async () => {
		const { page } = editor();
		await choose();
		await page.keyboard.type('For later.');
		await drafts(1);
		await choose(59);
		assert.equal(await tab().count(), 1, 'it is the same comment in any order');
		await editor().command('View: Close Editor');
		await page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" }).click();
		await tab().waitFor({ state: 'detached' });
		const draft = await draftRow();
		await clickUntil(draft, lines().getByText('For later.'));
		await draft.hover();
		await draft.getByRole('button', { name: 'Discard Draft' }).click();
		await tab().waitFor({ state: 'detached' });
		await row(editor(), 'Tickets', /^Drafts/).waitFor({ state: 'detached' });
		const isInView = () => Boolean(document.activeElement?.closest('.pane'));
		await until(() => page.evaluate(isInView), { what: 'the focus is in the view' });
		const told = await notice(editor(), 'Draft for 2 tickets discarded.');
		await told.getByRole('button', { name: 'Undo' }).click();
		await drafts(1);
	});

	it('keeps what the user types while it is sent', async () => {
		const { page } = editor();
		await choose();
		await page.keyboard.type('First.');
		proxy().forget();
		await page.keyboard.press('ControlOrMeta+Enter');
		await page.keyboard.type(' Second.');
		await until(() => proxy().of('PUT').length === 2, { seconds: 60 });
		// The first letters may be typed before the command runs. If it sends a part of a word, the whole text stays.
		const rest = textAfter(String(Object(sent()[0]).comment), 'First. Second.');
		if (rest === '') await tab().waitFor({ state: 'detached' });
		else await until(async () => (await lines().innerText()).trim().replaceAll('\u00a0', ' ') === rest);
	});
});
