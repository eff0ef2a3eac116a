import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { Dialogue, notice, row, rows, tokenOf } from './editor-driver.ts';
import { openTicket, ticketPage, ticketWindow } from './ticket-driver.ts';

describe('Trackers', () => {
	const { editor, line } = ticketWindow();
	const dialogue = () => new Dialogue(editor().page);
	const names = async () =>
		(await rows(editor(), 'Tickets').locator('.label-name').allInnerTexts()).filter((one) =>
			one.startsWith('~'),
		);

	async function chooseInMenu(tracker: RegExp, item: string): Promise<void> {
		const chosen = editor().page.getByRole('menuitem', { name: item });
		// A row that is being redrawn under the mouse has no menu.
		await tryAgain(
			() => row(editor(), 'Tickets', tracker).click({ button: 'right' }),
			() => chosen.waitFor({ timeout: 3000 }),
		);
		await chosen.hover();
		await editor().page.keyboard.press('Enter');
	}

	it('can be created and deleted by name, and the user can correct a name that is invalid, taken or wrong', async () => {
		await editor().command('Tildeforge: New Tracker…');
		await dialogue().asks('New Tracker');
		await dialogue().field.fill('two words');
		await dialogue().says('A tracker name can contain only the letters');
		await dialogue().answer('editor');
		await dialogue().says('Description (Markdown, optional)');
		await dialogue().answer('A second one');
		// The forge refuses a name that exists.
		await until(async () => (await dialogue().field.inputValue()) === 'editor');
		await dialogue().answer('manual');
		await dialogue().says('Description (Markdown, optional)');
		assert.equal(await dialogue().field.inputValue(), 'A second one');
		await dialogue().answer('Of the manual');
		await row(editor(), 'Tickets', /^~ana\/manual/).waitFor();

		await chooseInMenu(/^~ana\/errands/, 'Delete Tracker…');
		await dialogue().asks('Delete ~ana/errands');
		await dialogue().answer('editor');
		await dialogue().says('Type the name exactly.');
		await dialogue().answer('errand');
		await dialogue().gone();
		await editor().page.getByText('Nothing was deleted').first().waitFor();
		await row(editor(), 'Tickets', /^~ana\/errands/).waitFor();
		await editor().command('Tildeforge: Delete Tracker…');
		await dialogue().choose('~ana/errands');
		await dialogue().asks('Delete ~ana/errands');
		await dialogue().answer('errands');
		await row(editor(), 'Tickets', /^~ana\/errands/).waitFor({ state: 'detached' });
		assert.deepEqual(line().of('DELETE').length, 1);
	});

	it('offer a new ticket in the menu of their row, and the keys of pages are text in its title', async () => {
		await chooseInMenu(/^~ana\/errands/, 'New Ticket…');
		await ticketPage(editor()).locator('#title:focus').waitFor();
		await ticketPage(editor()).getByText('~ana/errands').first().waitFor();
		await editor().page.keyboard.type('fix jinxed');
		await until(async () => (await ticketPage(editor()).locator('#title').inputValue()) === 'fix jinxed');
	});

	it('of other users are never offered for deletion, even if one of the user’s own has the same name', async () => {
		const { forge, page } = editor();
		await fetch(`${forge.addresses.trackers}/api/trackers`, {
			method: 'POST',
			headers: { authorization: `token ${tokenOf(forge, '~bob')}`, 'content-type': 'application/json' },
			body: JSON.stringify({ name: 'errands' }),
		}).then((answer) => assert.ok(answer.ok, `creating a tracker is answered ${answer.status}`));
		await editor().command('Tildeforge: Pin Tracker…');
		await dialogue().answer('~bob/errands');
		await row(editor(), 'Tickets', /^~bob\/errands/).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Unpin Tracker' }).waitFor();
		assert.equal(await page.getByRole('menuitem', { name: 'Delete Tracker…' }).count(), 0);
		await page.keyboard.press('Escape');
		await editor().command('Tildeforge: Delete Tracker…');
		await dialogue().asks('Delete Tracker');
		await dialogue().option('~ana/errands').waitFor();
		assert.equal(await dialogue().option('~bob/errands').count(), 0);
	});

	it('of other users can be pinned by address, and unpinned', async () => {
		await editor().command('Tildeforge: Pin Tracker…');
		await dialogue().answer('~bob/nothing');
		await dialogue().says('Not found');
		await dialogue().answer(`${line().address}/~bob/website`);
		await row(editor(), 'Tickets', /^~bob\/website/).waitFor();
		assert.deepEqual(await names(), ['~bob/website', '~ana/editor', '~ana/errands']);
		await chooseInMenu(/^~bob\/website/, 'Unpin Tracker');
		await row(editor(), 'Tickets', /^~bob\/website/).waitFor({ state: 'detached' });
	});

	it('show no link in a text of the forge, neither in an input box nor in a notification', async () => {
		const words = 'No. [Click here](command:workbench.action.toggleSidebarVisibility) $(trash)';
		line().refused = (what) => (/^(POST|DELETE) /.test(what) ? words : undefined);
		await editor().command('Tildeforge: New Tracker…');
		await dialogue().answer('more');
		await dialogue().says('Description (Markdown, optional)');
		await dialogue().answer('');
		await dialogue().says(/Click here/);
		assert.match(await dialogue().box.innerText(), /\] \(command:\S+\) \$\(trash\)/);
		assert.equal(await dialogue().box.getByRole('link').count(), 0);
		await dialogue().leave();
		await editor().command('Tildeforge: Delete Tracker…');
		await dialogue().choose('~ana/errands');
		await dialogue().asks('Delete ~ana/errands');
		await dialogue().answer('errands');
		await dialogue().gone();
		const told = await notice(editor(), /Click here/);
		assert.equal(await told.getByRole('link').count(), 0);
	});
});

describe('A forge that knows only Reported and Resolved', () => {
	const { editor } = ticketWindow({ forge: { drift: ['resolve-only'] } });

	it('refuses another status once, and from then on its tickets offer only these two', async () => {
		const dialogue = new Dialogue(editor().page);
		await openTicket(editor(), 60, 'Thank you');
		await editor().page.keyboard.press('s');
		await dialogue.asks('Status: ~ana/editor#60');
		await dialogue.choose('In progress');
		await notice(editor(), /resol/);
		const choices = ticketPage(editor()).getByLabel('Status', { exact: true }).locator('option');
		await until(async () => (await choices.count()) === 2, { what: 'two statuses are offered' });
		assert.deepEqual(await choices.allInnerTexts(), ['Reported', 'Resolved']);
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await until(async () => (await choices.count()) === 2, { what: 'two statuses are offered' });
		assert.deepEqual(await choices.allInnerTexts(), ['Reported', 'Resolved']);
	});
});

describe('The description of a tracker', () => {
	const { editor, line } = ticketWindow();
	const tab = 'Description of errands.md';
	const lines = 'One\n\n- two\n- three\n';

	async function ask(method: 'GET' | 'PUT', body?: object): Promise<string> {
		const answer = await fetch(`${editor().forge.addresses.trackers}/api/user/~ana/trackers/errands`, {
			method,
			headers: {
				authorization: `token ${tokenOf(editor().forge, '~ana')}`,
				'content-type': 'application/json',
			},
			...(body && { body: JSON.stringify(body) }),
		});
		assert.ok(answer.ok, `${method} is a ${answer.status}`);
		return (await answer.json()).description;
	}
	const onForge = () => ask('GET');
	/** Writes a description from outside the editor. */
	const writeOnForge = (description: string) => ask('PUT', { description });

	const text = () => editor().page.locator('.editor-instance .view-lines');
	const isUnsaved = () => editor().page.locator('.tab.dirty', { hasText: tab }).isVisible();

	/** Opens the editor, which shows `description`. */
	async function open(description: string): Promise<void> {
		await editor().command('Tildeforge: Edit Tracker…');
		await new Dialogue(editor().page).choose('~ana/errands');
		await editor().page.getByRole('tab', { name: tab }).waitFor();
		await text().getByText(description).waitFor();
	}

	/** Replaces the whole text and saves it. */
	async function save(description: string): Promise<void> {
		await text().click();
		await editor().page.keyboard.press('Control+a');
		await editor().page.keyboard.insertText(description);
		await editor().page.keyboard.press('Control+s');
	}

	beforeEach(() => writeOnForge('The first description'));

	it('is edited as a file, saved with every line, and neither lost nor saved over a newer one', async () => {
		await open('The first description');
		// The command reads the description, and the editor twice: it reads a new file again after it shows it.
		await until(
			() =>
				line()
					.of('GET')
					.filter(({ what }) => what === 'GET ~ana/errands').length >= 3,
			{
				what: 'the description is read three times',
			},
		);
		await writeOnForge('Written elsewhere');
		await save('Mine');
		const told = await notice(editor(), /has changed on the forge/);
		assert.equal(await told.getByRole('button', { name: /Overwrite/ }).count(), 0);
		assert.ok(await isUnsaved());
		await text().getByText('Mine').waitFor();
		assert.equal(await onForge(), 'Written elsewhere');
		await told.getByRole('button', { name: 'Revert' }).click();
		await text().getByText('Written elsewhere').waitFor();
		await save('Both');
		await until(async () => (await onForge()) === 'Both', { what: 'the forge has the description' });

		await until(async () => !(await isUnsaved()), { what: 'the file is saved' });
		await save(lines);
		await until(async () => (await onForge()) === lines, { what: 'the forge has every line' });
		await until(async () => line().isIdle && !(await isUnsaved()), { what: 'the file is saved' });

		await line().cut();
		await save('Written offline');
		const failed = await notice(editor(), /refused the connection.*Your text is kept here/);
		assert.ok(await isUnsaved());
		await line().mend();
		await failed.getByRole('button', { name: 'Retry' }).click();
		await until(async () => (await onForge()) === 'Written offline', {
			what: 'the forge has the description',
		});
	});

	it('is up to date when it is opened again and after a reload, which also keeps the groups of the view', async () => {
		const dialogue = new Dialogue(editor().page);
		const group = (status: string) =>
			row(editor(), 'Tickets', new RegExp(`^${status}, \\d+ tickets`)).first();
		await editor().command('Tildeforge: Group Tickets…');
		await dialogue.choose('By status');
		await group('Confirmed').waitFor();
		await group('In progress').waitFor();
		await editor().hasKept(/tickets\.grouping\W+status/);

		await open('The first description');
		await writeOnForge('The second description');
		await open('The second description');
		await editor().hasKept(/editorpart\.state[\s\S]*Description of errands/);
		await writeOnForge('The third description');
		await editor().reload();
		await text().getByText('The third description').waitFor();

		await editor().openContainer();
		await group('Confirmed').waitFor();
		await editor().command('Tildeforge: Group Tickets…');
		await dialogue.choose('None');
		await group('Confirmed').waitFor({ state: 'detached' });
	});
});
