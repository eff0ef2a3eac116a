import assert from 'node:assert/strict';
import { Dialogue, row, rows } from './hands.ts';
import { arrived, openTicket, ticketRow, ticketWindow, title, until } from './ticket-hands.ts';

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
		await dialogue.option('regression').waitFor();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await until(async () => (await dialogue.field.inputValue()) === 'label:regression');
		await page.keyboard.type(' status:opne');
		await dialogue.says(/opne/);
		await dialogue.field.fill('label:regression status:open');
		await dialogue.option('Show 2 tickets').waitFor();
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
