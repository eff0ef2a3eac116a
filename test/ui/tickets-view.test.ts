import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { tryAgain, until } from '../tools/until.ts';
import {
	chooseInMenu,
	clickRow,
	collapseRow,
	Dialogue,
	expandRow,
	notice,
	openBox,
	openMenu,
	row,
	rows,
	selectRows,
	signInWithToken,
	tokenOf,
} from './editor-driver.ts';
import {
	commentBox,
	forgeUser,
	hoverUntilShown,
	openTicket,
	ticketPage,
	ticketRow,
	ticketWindow,
	title,
	waitForPage,
	waitForPageFocus,
} from './ticket-driver.ts';
import { TrackerProxy } from './tracker-proxy.ts';
import { type EditorWindow, editorWindow } from './window.ts';

async function openFind(window: EditorWindow): Promise<Dialogue> {
	const dialogue = new Dialogue(window.page);
	await openBox(window, 'Tildeforge: Find Ticket…', 'Find Ticket');
	return dialogue;
}

/** The page gets the focus back when the command palette closes, which would close an input box that opens right after it. */
const focusTree = (window: EditorWindow): Promise<void> => window.view('Tickets').getByRole('tree').focus();

describe('The Tickets view', () => {
	const { editor, proxy } = ticketWindow();

	const labels = () =>
		rows(editor(), 'Tickets').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));

	it('shows the queries of each tracker in accessible rows, and opens a ticket with two requests', async () => {
		await row(editor(), 'Tickets', 'Open, 33 tickets').waitFor();
		await row(editor(), 'Tickets', /^Recently resolved, \d+ tickets$/).waitFor();
		const wanted = [
			/^~ana\/editor, 33 open$/,
			/^Open, 33 tickets$/,
			/^Ticket 60, Thank you, Reported, \w+ (month|year)s? ago$/,
			/^Ticket 49, Save keeps the owner but not the mode, Confirmed, labels bug, regression, /,
			/^Submitted by me, 3 tickets$/,
			/^Assigned to me, 1 ticket$/,
			/^Recently resolved, \d+ tickets$/,
		];
		for (const words of wanted) await row(editor(), 'Tickets', words).first().waitFor();
		assert.ok((await labels()).every((one) => one.trim() !== ''));

		const lastPage = () => proxy().asked.some(({ what }) => what === 'GET ~ana/editor?start=10');
		await until(() => lastPage() && proxy().isIdle, { what: 'the trackers are read' });
		proxy().forget();
		await openTicket(editor(), 49, 'Save keeps the owner but not the mode');
		// Webhooks are registered at any time after sign-in.
		const read = () => proxy().asked.filter(({ what }) => !what.endsWith('/webhooks'));
		await until(() => read().length >= 2, { what: 'the ticket and its events are requested' });
		assert.deepEqual(
			read()
				.map(({ what }) => what)
				.sort(),
			['GET ~ana/editor/49', 'GET ~ana/editor/49/events'],
		);
	});

	it('is filtered by a query that is completed and checked while typed, and saved under a name', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await openBox(editor(), 'Tildeforge: Filter Tickets…', 'Filter Tickets');
		await dialogue.choose('~ana/editor');
		await dialogue.asks('Filter ~ana/editor');
		await page.keyboard.type('lab');
		// The rows belong to the whole text. Before it is typed, the first row says something else.
		await dialogue.box.getByRole('option').first().getByText('No matching tickets').waitFor();
		await dialogue.choose('label:');
		await until(async () => (await dialogue.field.inputValue()) === 'label:');
		await page.keyboard.type('reg');
		await dialogue.box.getByRole('option').first().getByText('regression').waitFor();
		await page.keyboard.press('Enter');
		await until(async () => (await dialogue.field.inputValue()) === 'label:regression');
		await page.keyboard.type(' status:opne');
		await dialogue.says(/opne/);
		await page.keyboard.press('Enter');
		assert.equal(await dialogue.field.inputValue(), 'label:regression status:opne');
		await dialogue.field.fill('label:regression status:op');
		await dialogue.box.getByRole('option').first().getByText('open', { exact: true }).waitFor();
		await page.keyboard.press('Enter');
		await until(async () => (await dialogue.field.inputValue()) === 'label:regression status:open');
		await dialogue.box.getByRole('option').first().getByText('Show 2 tickets').waitFor();
		await page.keyboard.press('Enter');
		await dialogue.gone();
		await row(editor(), 'Tickets', 'Filter: label:regression status:open, 2 tickets').waitFor();
		const below = async () => {
			const found = await labels();
			const at = found.findIndex((one) => one.startsWith('Filter:'));
			return found.slice(at + 1, at + 3).map((one) => /^Ticket \d+/.exec(one)?.[0]);
		};
		await until(async () => (await below()).filter(Boolean).length === 2, {
			what: 'two tickets are below the filter',
		});
		assert.deepEqual(await below(), ['Ticket 48', 'Ticket 49']);
		const filtered = row(editor(), 'Tickets', 'Filter: label:regression');
		await filtered.hover();
		await filtered.getByRole('button', { name: 'Save Filter as Query…' }).click();
		await dialogue.asks('Save Filter as Query');
		await dialogue.answer('Regressions');
		await filtered.waitFor({ state: 'detached' });
		await row(editor(), 'Tickets', 'Regressions, 2 tickets').waitFor();
	});

	it('filters the tracker of the active page without asking for it, and the filter can then be cleared', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		const clear = 'Tildeforge: Clear Filter';
		await openTicket(editor(), 60, 'Thank you');
		await openBox(editor(), 'Tildeforge: Filter Tickets…', 'Filter ~ana/editor');
		await dialogue.field.fill('label:regression');
		await dialogue.box.getByRole('option').first().getByText('Show 2 tickets').waitFor();
		await page.keyboard.press('Enter');
		const filtered = row(editor(), 'Tickets', 'Filter: label:regression');
		await filtered.waitFor();
		await editor().command(clear);
		await filtered.waitFor({ state: 'detached' });
	});

	it('is grouped by assignee, with unassigned tickets last', async () => {
		const dialogue = new Dialogue(editor().page);
		await openBox(editor(), 'Tildeforge: Group Tickets…', 'Group Tickets');
		await dialogue.choose('By assignee');
		const groups = async () =>
			(await labels()).filter((one) => /^(~\w+|Unassigned), \d+ tickets?$/.test(one));
		await until(async () => (await groups()).length > 1, { what: 'the groups are shown' });
		const names = (await groups()).map((one) => one.replace(/,.*/, ''));
		assert.deepEqual(names, [...names.slice(0, -1).sort(), 'Unassigned']);
		assert.ok(names.includes('~ana'));
	});

	it('keeps its expanded rows and the selection when a refresh finds nothing new', async () => {
		await expandRow(row(editor(), 'Tickets', 'Recently resolved, 27 tickets'));
		await clickRow(ticketRow(editor(), 45, 'Not our bug'));
		await waitForPage(editor(), 'Build fails with -Werror=format-truncation');
		const tickets = editor().view('Tickets');
		await selectRows(tickets, [ticketRow(editor(), 45, 'Not our bug'), ticketRow(editor(), 60)]);
		const selected = tickets.locator('[role=treeitem][aria-selected=true]');
		const before = await labels();
		proxy().forget();
		const pages = () => proxy().asked.filter(({ what }) => what === 'GET ~ana/editor').length;
		// When the second refresh reads the newest tickets, the view has shown what the first one read.
		for (const refreshes of [1, 2]) {
			await editor().command('Tildeforge: Refresh');
			await until(() => pages() >= refreshes && proxy().isIdle, { what: 'the newest tickets are read' });
		}
		assert.deepEqual(await labels(), before);
		assert.equal(await selected.count(), 2);
	});
});

describe('The tree of tickets', () => {
	const { editor, proxy } = ticketWindow();
	const tree = () => editor().view('Tickets');
	const focused = () => editor().page.locator('.monaco-list-row.focused');
	const selected = () => editor().page.locator('.monaco-list-row.selected');
	const tabs = () => editor().page.locator('.tab').count();
	const press = (key: string) => editor().page.keyboard.press(key);
	const waitForTreeFocus = () => tree().locator('.monaco-list:focus').waitFor();

	/** Clicks on a row until its page appears. A click is lost if the row is redrawn between mouse down and mouse up. */
	async function preview(number: number, words: string): Promise<void> {
		await tryAgain(
			() => ticketRow(editor(), number).click(),
			() => title(editor(), words).waitFor({ timeout: 3000 }),
		);
	}

	it('previews on a click or Space, goes to the page by Enter or a double click, and back by Escape', async () => {
		await preview(60, 'Thank you');
		await waitForTreeFocus();
		await press('ArrowDown');
		await ticketRow(editor(), 25).and(focused()).waitFor();
		// However quickly it is pressed again.
		await press('Space');
		await press('Space');
		await title(editor(), /2\.4\.1/).waitFor();
		await waitForTreeFocus();
		assert.equal(await tabs(), 1);
		await press('Enter');
		await waitForPageFocus(editor());
		await press('Escape');
		await waitForTreeFocus();
		await ticketRow(editor(), 25).and(focused()).and(selected()).waitFor();
		await tryAgain(
			() => ticketRow(editor(), 60).dblclick(),
			() => title(editor(), 'Thank you').waitFor({ timeout: 3000 }),
		);
		await waitForPage(editor(), 'Thank you');
		await press('j');
		await title(editor(), /2\.4\.1/).waitFor();
		await ticketRow(editor(), 25).and(selected()).waitFor();
	});

	it('selects the row of a ticket that was found, and goes back to it', async () => {
		const dialogue = await openFind(editor());
		await dialogue.field.fill('48');
		await dialogue.box.getByRole('option').first().getByText('Saving replaces a symlink').waitFor();
		await press('Enter');
		await waitForPage(editor(), 'Saving replaces a symlink by a file');
		await ticketRow(editor(), 48).and(selected()).waitFor();
		await press('Escape');
		await ticketRow(editor(), 48).and(focused()).waitFor();
	});

	it('finds by typing and by Ctrl+F, and changes nothing', async () => {
		await preview(60, 'Thank you');
		proxy().forget();
		await waitForTreeFocus();
		await press('Control+f');
		const find = tree().locator('.monaco-tree-type-filter input');
		await find.waitFor();
		await editor().page.keyboard.type('fix');
		await until(async () => (await find.inputValue()) === 'fix');
		await press('Escape');
		assert.deepEqual(proxy().of('PUT'), []);
	});

	it('is as expanded as the user left it after a reload', async () => {
		await expandRow(row(editor(), 'Tickets', /^Recently resolved/));
		await ticketRow(editor(), 45, 'Not our bug').waitFor();
		await collapseRow(row(editor(), 'Tickets', 'Open, 33 tickets'));
		await ticketRow(editor(), 60).waitFor({ state: 'detached' });
		await editor().waitUntilStored(/query\/Open\W*:false/);
		await editor().reload();
		await editor().openContainer(['Tickets']);
		await ticketRow(editor(), 45, 'Not our bug').waitFor();
		assert.equal(await ticketRow(editor(), 60).count(), 0);
	});

	it('marks a ticket that another user has commented on, until the user has seen it', async () => {
		await until(
			() => proxy().asked.some(({ what }) => what === 'GET ~ana/editor?start=10') && proxy().isIdle,
		);
		await forgeUser(editor().forge, '~bob').update(57, { comment: 'Did you look?' });
		await editor().command('Tildeforge: Refresh');
		const marked = row(editor(), 'Tickets', /^Ticket 57, .*new activity/).first();
		await marked.waitFor();
		await clickRow(ticketRow(editor(), 57));
		await ticketPage(editor()).getByText('Did you look?').waitFor();
		await marked.waitFor({ state: 'detached' });
		await editor().page.keyboard.press('Enter');
		await waitForPageFocus(editor());
		await press('f');
		await ticketRow(editor(), 57, 'Confirmed').waitFor();
		assert.equal(await marked.count(), 0);
	});
});

describe('Letters as keys of the tree', () => {
	const { editor, proxy } = ticketWindow({ more: { 'tildeforge.singleLetterKeys': 'pagesAndViews' } });

	it('preview the next ticket and ask, and change nothing', async () => {
		const { page } = editor();
		await clickRow(ticketRow(editor(), 60));
		await title(editor(), 'Thank you').waitFor();
		await page.keyboard.press('j');
		await title(editor(), /2\.4\.1/).waitFor();
		await ticketRow(editor(), 25).and(page.locator('.monaco-list-row.selected.focused')).waitFor();
		await page.keyboard.press('x');
		const dialogue = new Dialogue(page);
		await dialogue.asks('Resolve: ~ana/editor#25');
		await dialogue.leave();
		await editor().view('Tickets').locator('.monaco-list:focus').waitFor();
		await page.keyboard.press('c');
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('fix');
		await until(async () => (await commentBox(editor()).inputValue()) === 'fix');
		assert.deepEqual(proxy().of('PUT'), []);
	});
});

describe('Find Ticket', () => {
	const { editor } = ticketWindow();

	it('finds a ticket by number, words of its title, label or user, and stays open while it finds none', async () => {
		const dialogue = await openFind(editor());
		await dialogue.field.fill('lemon');
		await dialogue.option('No matching tickets').waitFor();
		await editor().page.keyboard.press('Enter');
		for (const [words, found] of [
			['48', 'Saving replaces a symlink by a file'],
			['good first patch search', 'Search does not begin again at the top'],
			['~carol NUL', 'A NUL in the text ends a search for a pattern'],
			['symlink file', 'Saving replaces a symlink by a file'],
		] as const) {
			await dialogue.field.fill(words);
			await dialogue.box.getByRole('option').first().getByText(found).waitFor();
		}
		await editor().page.keyboard.press('Enter');
		await waitForPage(editor(), 'Saving replaces a symlink by a file');
	});

	it('shows titles and colored status icons in the order of the search, and completes filters', async () => {
		const dialogue = await openFind(editor());
		const options = dialogue.box.getByRole('option');
		const numbers = async () =>
			(await options.locator('.label-name').allInnerTexts())
				.filter((label) => label.startsWith('#'))
				.map((label) => label.split(/\s/)[0]);
		await dialogue.field.fill('undo');
		await dialogue.option('#31 Undo across runs').waitFor();
		// By their labels, VS Code would sort them differently.
		assert.deepEqual(await numbers(), ['#31', '#12', '#11', '#32', '#14']);
		const icon = options.first().locator('.quick-input-list-icon');
		assert.match((await icon.getAttribute('style')) ?? '', /data:image\/svg/);
		assert.match(
			(await options.first().getAttribute('aria-label')) ?? '',
			/^#31 Undo across runs, ~ana\/editor · In progress · undo, wish · /,
		);

		await dialogue.field.fill('undo lab');
		await editor().page.keyboard.type('el:wi');
		await options.first().getByText('wish', { exact: true }).waitFor();
		await editor().page.keyboard.press('Enter');
		await until(async () => (await dialogue.field.inputValue()) === 'undo label:wish');
		await until(async () => (await numbers())[0] === '#31');
		await dialogue.field.fill('lable:wish');
		await dialogue.option('Unknown filter "lable:". Did you mean label:wish?').waitFor();
	});

	it('opens an unknown ticket by its full name, and one of a tracker without labels', async () => {
		const unknown = await openFind(editor());
		await unknown.field.fill('~bob/website#1');
		await unknown.option('Open, ~bob/website#1').waitFor();
		await editor().page.keyboard.press('Enter');
		await waitForPage(editor(), 'Dark colours');
		await focusTree(editor());

		const dialogue = await openFind(editor());
		await dialogue.field.fill('Renew the domain');
		await dialogue.box.getByRole('option').first().getByText('Renew the domain').waitFor();
		await editor().page.keyboard.press('Enter');
		await waitForPage(editor(), 'Renew the domain');
		await focusTree(editor());
		await editor().command('Tildeforge: Edit Ticket Labels…');
		const told = await notice(editor(), 'This tracker has no labels.');
		await told.getByRole('button', { name: 'Open Tracker in Browser' }).waitFor();
	});
});

describe('Trackers', () => {
	const { editor, proxy } = ticketWindow();
	const dialogue = () => new Dialogue(editor().page);
	const tracker = (name: RegExp) => row(editor(), 'Tickets', name);
	const names = async () =>
		(await rows(editor(), 'Tickets').locator('.label-name').allInnerTexts()).filter((one) =>
			one.startsWith('~'),
		);

	it('can be created and deleted by name, and show no link in the words of a refusal', async () => {
		const words = 'No. [Click here](command:workbench.action.toggleSidebarVisibility) $(trash)';
		proxy().refusalOf = (what) => (/^(POST|DELETE) /.test(what) ? words : undefined);
		await openBox(editor(), 'Tildeforge: New Tracker…', 'New Tracker');
		await dialogue().answer('more');
		await dialogue().says('Description (Markdown, optional)');
		await dialogue().answer('');
		await dialogue().says(/Click here/);
		assert.match(await dialogue().box.innerText(), /\] \(command:\S+\) \$\(trash\)/);
		assert.equal(await dialogue().box.getByRole('link').count(), 0);
		await dialogue().leave();
		await openBox(editor(), 'Tildeforge: Delete Tracker…', 'Delete Tracker');
		await dialogue().choose('~ana/errands');
		await dialogue().asks('Delete ~ana/errands');
		await dialogue().answer('errands');
		await dialogue().gone();
		const told = await notice(editor(), /Click here/);
		assert.equal(await told.getByRole('link').count(), 0);

		proxy().refusalOf = () => undefined;
		proxy().forget();
		await openBox(editor(), 'Tildeforge: New Tracker…', 'New Tracker');
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

		await chooseInMenu(tracker(/^~ana\/errands/), 'Delete Tracker…');
		await dialogue().asks('Delete ~ana/errands');
		await dialogue().answer('editor');
		await dialogue().says('Type the name exactly.');
		// Waits for the message from the start: it disappears after a few seconds.
		await Promise.all([
			editor().page.getByText('Nothing was deleted').first().waitFor(),
			dialogue().answer('errand'),
		]);
		await dialogue().gone();
		await row(editor(), 'Tickets', /^~ana\/errands/).waitFor();
		await openBox(editor(), 'Tildeforge: Delete Tracker…', 'Delete Tracker');
		await dialogue().choose('~ana/errands');
		await dialogue().asks('Delete ~ana/errands');
		await dialogue().answer('errands');
		await row(editor(), 'Tickets', /^~ana\/errands/).waitFor({ state: 'detached' });
		assert.equal(proxy().of('DELETE').length, 1);
	});

	it('of other users are never offered for deletion or editing, even if one of the user’s own has the same name', async () => {
		const { forge, page } = editor();
		await fetch(`${forge.addresses.trackers}/api/trackers`, {
			method: 'POST',
			headers: { authorization: `token ${tokenOf(forge, '~bob')}`, 'content-type': 'application/json' },
			body: JSON.stringify({ name: 'errands' }),
		}).then((answer) => assert.ok(answer.ok, `creating a tracker is answered ${answer.status}`));
		await openBox(editor(), 'Tildeforge: Pin Tracker…', 'Pin Tracker: forge.test');
		await dialogue().answer('~bob/errands');
		await openMenu(row(editor(), 'Tickets', /^~bob\/errands/), 'Unpin Tracker');
		assert.equal(await page.getByRole('menuitem', { name: 'Delete Tracker…' }).count(), 0);
		await page.keyboard.press('Escape');
		await openBox(editor(), 'Tildeforge: Delete Tracker…', 'Delete Tracker');
		await dialogue().option('~ana/errands').waitFor();
		assert.equal(await dialogue().option('~bob/errands').count(), 0);
		await dialogue().leave();
		await openBox(editor(), 'Tildeforge: Edit Tracker…', 'Edit Tracker');
		await dialogue().option('~ana/errands').waitFor();
		assert.equal(await dialogue().option('~bob/errands').count(), 0);
	});

	it('of another user are listed while the user types, pinned with a mark, and revealed closed', async () => {
		const box = dialogue();
		const focused = editor().view('Tickets').locator('.monaco-list-row.focused.selected');
		await openBox(editor(), 'Tildeforge: Pin Tracker…', 'Pin Tracker: forge.test');
		await box.field.fill('~ana');
		await box.option(/~ana\/editor, yours/).waitFor();
		await box.field.fill('~carol');
		await box.says('~carol has no trackers that you can see.');
		await proxy().cut();
		await box.field.fill('~bob');
		await box.says('Try Again');
		await proxy().mend();
		await box.choose('Try Again');
		await box.choose(/~bob\/website/);
		await box.gone();
		await focused.and(tracker(/^~bob\/website/)).waitFor();
		assert.equal(await focused.getAttribute('aria-expanded'), 'false');

		await openBox(editor(), 'Tildeforge: Pin Tracker…', 'Pin Tracker: forge.test');
		await box.field.fill('~bob/web');
		await box.option(/~bob\/website, pinned/).waitFor();
		await box.leave();
	});

	it('take the focus while the box is open in which they are pinned or created, and never from what the user opens then', async () => {
		const { page } = editor();
		const box = dialogue();
		const selected = editor().view('Tickets').locator('.monaco-list-row.selected');
		const palette = box.box.getByRole('option', { name: /^Tildeforge: Find Ticket…/ });
		const openPalette = async () => {
			await tryAgain(
				() => page.keyboard.press('F1'),
				() => box.field.fill('>Tildeforge: Find Ticket…', { timeout: 1000 }),
			);
			await palette.waitFor();
		};
		await openBox(editor(), 'Tildeforge: Pin Tracker…', 'Pin Tracker: forge.test');
		await box.field.fill('~bob/website');
		await page.keyboard.press('Enter');
		await box.gone();
		await openPalette();
		await selected.and(tracker(/^~bob\/website/)).waitFor();
		await palette.waitFor();
		await page.keyboard.press('Escape');
		await box.gone();

		await openBox(editor(), 'Tildeforge: New Tracker…', 'New Tracker');
		await box.answer('tools');
		await box.says('Description');
		const created = Promise.withResolvers<void>();
		proxy().holdOf = (what) => (what.startsWith('POST') ? created.promise : undefined);
		await page.keyboard.press('Enter');
		await box.box.getByPlaceholder('Creating ~ana/tools…').waitFor();
		await openPalette();
		created.resolve();
		await selected.and(tracker(/^~ana\/tools/)).waitFor();
		await palette.waitFor();
	});

	it('say in their hovers who can see them and what the user may do, with one request for that of another user', async () => {
		await openBox(editor(), 'Tildeforge: Pin Tracker…', 'Pin Tracker: forge.test');
		await dialogue().answer('~bob/website');
		await tracker(/^~bob\/website/).waitFor();
		await until(() => proxy().isIdle, { what: 'the trackers are read' });
		proxy().forget();
		// A card covers the rows around its own.
		const leave = async (card: Locator) => {
			await editor().page.mouse.move(1000, 900);
			await card.waitFor({ state: 'detached' });
		};
		const own = await hoverUntilShown(editor(), tracker(/^~ana\/editor/), 'You own this tracker.');
		assert.match(await own.innerText(), /Public · created \d+ \w+ \d{4}/);
		assert.equal(await own.locator('strong', { hasText: /^editor$/ }).count(), 1);
		await leave(own);
		for (const _ of ['first', 'again']) {
			const other = await hoverUntilShown(editor(), tracker(/^~bob\/website/), 'You can view');
			assert.match(await other.innerText(), /editor\.example\.org/);
			await leave(other);
		}
		const asked = proxy().asked.filter(({ what }) => what.includes('website') && !what.endsWith('/webhooks'));
		assert.deepEqual(
			asked.map(({ what }) => what),
			['GET ~bob/website'],
		);
	});

	it('of other users can be pinned by address and unpinned, and each offers a new ticket in its menu', async () => {
		await openBox(editor(), 'Tildeforge: Pin Tracker…', 'Pin Tracker: forge.test');
		await dialogue().answer('~bob/nothing');
		await dialogue().says('Not found');
		await dialogue().answer(`${proxy().address}/~bob/website`);
		await row(editor(), 'Tickets', /^~bob\/website/).waitFor();
		assert.deepEqual(await names(), ['~ana/editor', '~ana/errands', '~bob/website']);
		await chooseInMenu(tracker(/^~bob\/website/), 'Unpin Tracker');
		await row(editor(), 'Tickets', /^~bob\/website/).waitFor({ state: 'detached' });

		await chooseInMenu(tracker(/^~ana\/errands/), 'New Ticket…');
		await ticketPage(editor()).locator('#title:focus').waitFor();
		await ticketPage(editor()).getByText('~ana/errands').first().waitFor();
		// The title has the focus, so the keys of a page are text.
		await editor().page.keyboard.type('fix jinxed');
		await until(async () => (await ticketPage(editor()).locator('#title').inputValue()) === 'fix jinxed');
	});
});

describe('Trackers of a forge with visibilities', () => {
	const { editor } = ticketWindow({ forge: { drift: ['visibility-required', 'tracker-visibility'] } });

	it('are created after the user has chosen who can see them, and selected', async () => {
		const box = new Dialogue(editor().page);
		await openBox(editor(), 'Tildeforge: New Tracker…', 'New Tracker');
		await box.answer('secrets');
		await box.says('Description (Markdown, optional)');
		await box.answer('');
		await box.says('Visible only to you and people you give access to.');
		await box.choose('Private');
		const focused = editor().view('Tickets').locator('.monaco-list-row.focused.selected');
		await focused.and(row(editor(), 'Tickets', /^~ana\/secrets/)).waitFor();
		const created = await forgeUser(editor().forge, '~ana').tracker('secrets');
		assert.equal(created.visibility, 'PRIVATE');
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
		await ticketPage(editor()).getByText('This forge can only resolve and reopen tickets.').waitFor();
		const choices = ticketPage(editor()).getByLabel('Status after sending').locator('option');
		await until(async () => (await choices.count()) === 2, { what: 'two statuses are offered' });
		assert.deepEqual(await choices.allInnerTexts(), ['Reported', 'Resolved']);
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await until(async () => (await choices.count()) === 2, { what: 'two statuses are offered' });
		assert.deepEqual(await choices.allInnerTexts(), ['Reported', 'Resolved']);
	});
});

describe('The description of a tracker', () => {
	const { editor, proxy } = ticketWindow();
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
		await openBox(editor(), 'Tildeforge: Edit Tracker…', 'Edit Tracker');
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
				proxy()
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
		await until(async () => proxy().isIdle && !(await isUnsaved()), { what: 'the file is saved' });

		await proxy().cut();
		await save('Written offline');
		const failed = await notice(editor(), /refused the connection.*Your text is kept here/);
		assert.ok(await isUnsaved());
		await proxy().mend();
		await failed.getByRole('button', { name: 'Retry' }).click();
		await until(async () => (await onForge()) === 'Written offline', {
			what: 'the forge has the description',
		});
	});

	it('is up to date when opened again and after a reload, which also keeps the groups of the view', async () => {
		const dialogue = new Dialogue(editor().page);
		const group = (status: string) =>
			row(editor(), 'Tickets', new RegExp(`^${status}, \\d+ tickets`)).first();
		await openBox(editor(), 'Tildeforge: Group Tickets…', 'Group Tickets');
		await dialogue.choose('By status');
		await group('Confirmed').waitFor();
		await group('In progress').waitFor();

		await open('The first description');
		await writeOnForge('The second description');
		await open('The second description');
		await editor().waitUntilStored(/editorpart\.state[\s\S]*Description of errands/);
		await editor().waitUntilStored(/tickets\.grouping\W+status/);
		await writeOnForge('The third description');
		await editor().reload();
		await text().getByText('The third description').waitFor();

		await editor().openContainer();
		await group('Confirmed').waitFor();
		await openBox(editor(), 'Tildeforge: Group Tickets…', 'Group Tickets');
		await dialogue.choose('None');
		await group('Confirmed').waitFor({ state: 'detached' });
	});
});

describe('A window whose Tickets view was never shown', () => {
	let proxy: TrackerProxy;
	beforeEach(async () => {
		proxy = await TrackerProxy.open();
	});
	const editor = editorWindow({
		settings: ({ addresses }) => {
			proxy.behind = addresses.trackers;
			return { 'tildeforge.instances': [{ name: 'forge.test', ...addresses, trackers: proxy.address }] };
		},
	});
	afterEach(() => proxy.close());

	it('says why the forge lists no trackers, and finds tickets as soon as it lists them', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		proxy.refusalOf = (what) =>
			what.startsWith('GET ~ana/trackers') ? 'Trackers are being moved.' : undefined;
		await editor().command('Tildeforge: New Ticket…');
		await notice(editor(), 'Trackers are being moved.');
		proxy.refusalOf = () => undefined;

		const dialogue = await openFind(editor());
		await dialogue.field.fill('symlink');
		await dialogue.option(/Saving replaces a symlink/).waitFor();
	});
});
