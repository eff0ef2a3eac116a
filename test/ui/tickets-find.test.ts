import assert from 'node:assert/strict';
import { Dialogue, notice, row, rows, signInWithToken, tokenOf } from './hands.ts';
import { arrived, openTicket, ticketRow, ticketWindow, title, until } from './ticket-hands.ts';
import { TrackerLine } from './tracker-line.ts';
import { editorWindow } from './window.ts';

describe('Finding tickets', () => {
	const { editor, line } = ticketWindow();

	const shown = () =>
		rows(editor(), 'Tickets').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));

	// A page that gets the focus back takes it from a box that has come up meanwhile.
	beforeEach(() => editor().view('Tickets').getByRole('tree').focus());

	it('is done by looking: each tracker has its queries below it, and each row says what it is', async () => {
		await row(editor(), 'Tickets', 'Open, 33 tickets').waitFor();
		const said = await shown();
		for (const words of [
			/^~ana\/editor, 33 open$/,
			/^Open, 33 tickets$/,
			/^Thank you, ticket 60, Reported, \w+ (month|year)s? ago$/,
			/^Save keeps the owner but not the mode, ticket 49, Confirmed, labels bug, regression, /,
			/^Submitted by me, 3 tickets$/,
			/^Assigned to me, 1 ticket$/,
			/^Recently closed, \d+ tickets$/,
		]) {
			assert.ok(
				said.some((one) => words.test(one)),
				`${words} is not among ${said.join('; ')}`,
			);
		}
		assert.ok(said.every((one) => one.trim() !== ''));
	});

	it('opens a known ticket with two requests, and counts it in its list', async () => {
		line().forget();
		await openTicket(editor(), 49, 'Save keeps the owner but not the mode');
		await until(() => line().asked.length >= 2);
		assert.deepEqual(
			line()
				.asked.map(({ what }) => what)
				.sort(),
			['GET ~ana/editor/49', 'GET ~ana/editor/49/events'],
		);
	});

	for (const [by, words, found] of [
		['number', '48', 'Saving replaces a symlink by a file'],
		['words of its title', 'symlink file', 'Saving replaces a symlink by a file'],
		['label', 'good first patch search', 'Search does not begin again at the top'],
		['person', '~carol NUL', 'A NUL in the text ends a search for a pattern'],
	] as const) {
		it(`goes by ${by}, as somebody types`, async () => {
			const dialogue = new Dialogue(editor().page);
			await editor().command('Tildeforge: Find Ticket…');
			await dialogue.asks('Find Ticket');
			await dialogue.field.fill(words);
			await dialogue.box.getByRole('option').first().getByText(found).waitFor();
			await editor().page.keyboard.press('Enter');
			await title(editor(), found).waitFor();
		});
	}

	it('says where nothing is found, and stays', async () => {
		const dialogue = new Dialogue(editor().page);
		await editor().command('Tildeforge: Find Ticket…');
		await dialogue.asks('Find Ticket');
		await dialogue.field.fill('lemon');
		await dialogue.option('No ticket that is known has this').waitFor();
		await editor().page.keyboard.press('Enter');
		await dialogue.field.fill('symlink');
		await dialogue.option(/Saving replaces a symlink/).waitFor();
		await dialogue.leave();
	});

	it('asks the forge for a ticket that is named and not known', async () => {
		const dialogue = new Dialogue(editor().page);
		await editor().command('Tildeforge: Find Ticket…');
		await dialogue.asks('Find Ticket');
		await dialogue.field.fill('~bob/website#1');
		await dialogue.option('Ask the forge for, ~bob/website#1').waitFor();
		await editor().page.keyboard.press('Enter');
		await arrived(editor(), 'Dark colours');
	});

	it('offers the page of a tracker that has no labels', async () => {
		const dialogue = new Dialogue(editor().page);
		await editor().command('Tildeforge: Find Ticket…');
		await dialogue.asks('Find Ticket');
		await dialogue.field.fill('Renew the domain');
		await dialogue.option('Renew the domain').click();
		await arrived(editor(), 'Renew the domain');
		await editor().view('Tickets').getByRole('tree').focus();
		await editor().command('Tildeforge: Change Ticket Labels…');
		const said = await notice(editor(), 'This tracker has no labels.');
		await said.getByRole('button', { name: 'Open Tracker on the Web' }).waitFor();
	});

	it('goes by a query, which is completed and told its mistakes while it is typed', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await editor().command('Tildeforge: Filter Tickets…');
		await dialogue.choose('~ana/editor');
		await dialogue.asks('Filter ~ana/editor');
		await page.keyboard.type('lab');
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
		const said = await shown();
		const at = said.findIndex((one) => one.startsWith('Filter:'));
		assert.deepEqual(
			said.slice(at + 1, at + 3).map((one) => /ticket \d+/.exec(one)?.[0]),
			['ticket 48', 'ticket 49'],
		);
	});

	it('keeps a filter under a name, below every tracker', async () => {
		const dialogue = new Dialogue(editor().page);
		const filter = row(editor(), 'Tickets', 'Filter: label:regression');
		await filter.hover();
		await filter.getByRole('button', { name: 'Save Filter…' }).click();
		await dialogue.asks('Save Filter');
		await dialogue.answer('Regressions');
		await filter.waitFor({ state: 'detached' });
		await row(editor(), 'Tickets', 'Regressions, 2 tickets').waitFor();
	});

	it('can be helped by groups, which stay for the folder', async () => {
		const dialogue = new Dialogue(editor().page);
		await editor().command('Tildeforge: Group Tickets…');
		await dialogue.choose('By status');
		await row(editor(), 'Tickets', /^Confirmed, \d+ tickets/)
			.first()
			.waitFor();
		await row(editor(), 'Tickets', /^In progress, \d+ tickets/)
			.first()
			.waitFor();
		await editor().command('Tildeforge: Group Tickets…');
		await dialogue.choose('No groups');
		await row(editor(), 'Tickets', /^Confirmed, \d+ tickets/)
			.first()
			.waitFor({ state: 'detached' });
	});

	it('leaves what is open and chosen as it is when the forge is asked again', async () => {
		await row(editor(), 'Tickets', 'Recently closed').click();
		const closed = row(editor(), 'Tickets', 'ticket 45, Not our bug').first();
		await closed.click();
		await arrived(editor(), 'Build fails with -Werror=format-truncation');
		await ticketRow(editor(), 60).click({ modifiers: ['ControlOrMeta'] });
		const before = await shown();
		line().forget();
		await editor().command('Tildeforge: Refresh');
		await until(() =>
			line()
				.of('GET')
				.some(({ what }) => what === 'GET ~ana/editor?start=10'),
		);
		assert.deepEqual(await shown(), before);
		const selected = editor().view('Tickets').locator('[role=treeitem][aria-selected=true]');
		assert.equal(await selected.count(), 2);
	});
});

describe('A window in which tickets were never shown', () => {
	let line: TrackerLine;
	before(async () => {
		line = await TrackerLine.open();
	});
	const editor = editorWindow({
		settings: ({ addresses }) => {
			line.behind = addresses.trackers;
			return { 'tildeforge.instances': [{ name: 'forge.test', ...addresses, trackers: line.address }] };
		},
	});
	after(() => line.close());

	for (const command of [
		'New Ticket…',
		'Find Ticket…',
		'Confirm Ticket',
		'Filter Tickets…',
		'Clear Filter',
		'New Tracker…',
		'Pin Tracker…',
		'Edit Tracker…',
	]) {
		it(`sends whoever is not signed in to do so: ${command}`, async () => {
			const dialogue = new Dialogue(editor().page);
			await editor().command(`Tildeforge: ${command}`);
			// The first command waits for all that it loads; who looks before finds nothing, and is shown nothing later.
			await editor().page.locator('.codicon-bell-dot').waitFor();
			const said = await notice(editor(), 'Sign in to a forge first.');
			await said.getByRole('button', { name: 'Sign In' }).click();
			await dialogue.asks('Sign in to a forge');
			await dialogue.leave();
		});
	}

	it('says why there is no tracker to choose where the forge does not tell', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		line.refused = (what) => (what.startsWith('GET ~ana/trackers') ? 'Trackers are being moved.' : undefined);
		await editor().command('Tildeforge: New Ticket…');
		await notice(editor(), 'Trackers are being moved.');
	});

	it('has tickets to find and trackers to choose from', async () => {
		line.refused = () => undefined;
		const dialogue = new Dialogue(editor().page);
		await editor().command('Tildeforge: Find Ticket…');
		await dialogue.asks('Find Ticket');
		await dialogue.field.fill('symlink');
		await dialogue.option(/Saving replaces a symlink/).waitFor();
		await editor().page.keyboard.press('Escape');
		await editor().command('Tildeforge: New Ticket…');
		await dialogue.option('~ana/editor').waitFor();
		await editor().page.keyboard.press('Escape');
	});
});
