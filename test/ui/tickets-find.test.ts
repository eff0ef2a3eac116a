import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { Dialogue, notice, row, rows, signInWithToken, tokenOf } from './editor-driver.ts';
import { arrived, openTicket, ticketRow, ticketWindow } from './ticket-driver.ts';
import { TrackerLine } from './tracker-line.ts';
import { type EditorWindow, editorWindow } from './window.ts';

async function openFind(window: EditorWindow): Promise<Dialogue> {
	const dialogue = new Dialogue(window.page);
	await window.command('Tildeforge: Find Ticket…');
	await dialogue.asks('Find Ticket');
	return dialogue;
}

/** The page gets the focus back when the command palette closes, which would close an input box that opens right after it. */
const focusTree = (window: EditorWindow): Promise<void> => window.view('Tickets').getByRole('tree').focus();

describe('The Tickets view', () => {
	const { editor, line } = ticketWindow();

	const labels = () =>
		rows(editor(), 'Tickets').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));

	it('shows the queries of each tracker in rows with accessible names, and opens a known ticket with two requests', async () => {
		await row(editor(), 'Tickets', 'Open, 33 tickets').waitFor();
		await row(editor(), 'Tickets', /^Recently resolved, \d+ tickets$/).waitFor();
		const found = await labels();
		for (const words of [
			/^~ana\/editor, 33 open$/,
			/^Open, 33 tickets$/,
			/^Thank you, ticket 60, Reported, \w+ (month|year)s? ago$/,
			/^Save keeps the owner but not the mode, ticket 49, Confirmed, labels bug, regression, /,
			/^Submitted by me, 3 tickets$/,
			/^Assigned to me, 1 ticket$/,
			/^Recently resolved, \d+ tickets$/,
		]) {
			assert.ok(
				found.some((one) => words.test(one)),
				`${words} is not among ${found.join('; ')}`,
			);
		}
		assert.ok(found.every((one) => one.trim() !== ''));

		const lastPage = () => line().asked.some(({ what }) => what === 'GET ~ana/editor?start=10');
		await until(() => lastPage() && line().isIdle, { what: 'the trackers are read' });
		line().forget();
		await openTicket(editor(), 49, 'Save keeps the owner but not the mode');
		await until(() => line().asked.length >= 2, { what: 'the ticket and its events are requested' });
		assert.deepEqual(
			line()
				.asked.map(({ what }) => what)
				.sort(),
			['GET ~ana/editor/49', 'GET ~ana/editor/49/events'],
		);
	});

	it('is filtered by a query, which is completed and checked while the user types, and can be saved under a name', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await editor().command('Tildeforge: Filter Tickets…');
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
		const found = await labels();
		const at = found.findIndex((one) => one.startsWith('Filter:'));
		assert.deepEqual(
			found.slice(at + 1, at + 3).map((one) => /ticket \d+/.exec(one)?.[0]),
			['ticket 48', 'ticket 49'],
		);
		const filtered = row(editor(), 'Tickets', 'Filter: label:regression');
		await filtered.hover();
		await filtered.getByRole('button', { name: 'Save Filter as Query…' }).click();
		await dialogue.asks('Save Filter as Query');
		await dialogue.answer('Regressions');
		await filtered.waitFor({ state: 'detached' });
		await row(editor(), 'Tickets', 'Regressions, 2 tickets').waitFor();
	});

	it('keeps its expanded rows and the selection when a refresh finds nothing new', async () => {
		// While tickets arrive, VS Code draws the row again, and a click on it is lost.
		await row(editor(), 'Tickets', 'Recently resolved, 27 tickets').click();
		await row(editor(), 'Tickets', 'ticket 45, Not our bug').first().click();
		await arrived(editor(), 'Build fails with -Werror=format-truncation');
		await ticketRow(editor(), 60).click({ modifiers: ['ControlOrMeta'] });
		const selected = editor().view('Tickets').locator('[role=treeitem][aria-selected=true]');
		await selected.nth(1).waitFor();
		const before = await labels();
		line().forget();
		const pages = () => line().asked.filter(({ what }) => what === 'GET ~ana/editor').length;
		// When the second refresh reads the newest tickets, the view has shown what the first one read.
		for (const refreshes of [1, 2]) {
			await editor().command('Tildeforge: Refresh');
			await until(() => pages() >= refreshes && line().isIdle, { what: 'the newest tickets are read' });
		}
		assert.deepEqual(await labels(), before);
		assert.equal(await selected.count(), 2);
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
		await arrived(editor(), 'Saving replaces a symlink by a file');
	});

	it('opens an unknown ticket by its full name, and one of a tracker without labels, where none can be edited', async () => {
		const unknown = await openFind(editor());
		await unknown.field.fill('~bob/website#1');
		await unknown.option('Open, ~bob/website#1').waitFor();
		await editor().page.keyboard.press('Enter');
		await arrived(editor(), 'Dark colours');
		await focusTree(editor());

		const dialogue = await openFind(editor());
		await dialogue.field.fill('Renew the domain');
		await dialogue.option('Renew the domain').click();
		await arrived(editor(), 'Renew the domain');
		await focusTree(editor());
		await editor().command('Tildeforge: Edit Ticket Labels…');
		const told = await notice(editor(), 'This tracker has no labels.');
		await told.getByRole('button', { name: 'Open Tracker in Browser' }).waitFor();
	});
});

describe('A window whose Tickets view was never shown', () => {
	let line: TrackerLine;
	beforeEach(async () => {
		line = await TrackerLine.open();
	});
	const editor = editorWindow({
		settings: ({ addresses }) => {
			line.behind = addresses.trackers;
			return { 'tildeforge.instances': [{ name: 'forge.test', ...addresses, trackers: line.address }] };
		},
	});
	afterEach(() => line.close());

	it('asks a signed-out user to sign in before a command that needs an account, and then offers the trackers', async () => {
		const dialogue = new Dialogue(editor().page);
		for (const command of ['New Ticket…', 'Find Ticket…', 'Confirm Ticket', 'Clear Filter', 'New Tracker…']) {
			await editor().command(`Tildeforge: ${command}`);
			const told = await notice(editor(), 'Sign in to a forge first.');
			await told.getByRole('button', { name: 'Sign In' }).click();
			await dialogue.asks('Sign in to a forge');
			await dialogue.leave();
			await told.waitFor({ state: 'detached' });
		}
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await editor().command('Tildeforge: New Ticket…');
		await dialogue.option('~ana/editor').waitFor();
	});

	it('says why the forge lists no trackers for a new ticket, and finds tickets as soon as it lists them', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		line.refused = (what) => (what.startsWith('GET ~ana/trackers') ? 'Trackers are being moved.' : undefined);
		await editor().command('Tildeforge: New Ticket…');
		await notice(editor(), 'Trackers are being moved.');
		line.refused = () => undefined;

		const dialogue = await openFind(editor());
		await dialogue.field.fill('symlink');
		await dialogue.option(/Saving replaces a symlink/).waitFor();
	});
});
