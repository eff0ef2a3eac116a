import { tryAgain } from '../tools/until.ts';
import { Dialogue, row, signOut } from './editor-driver.ts';
import { ticketPage, ticketRow, waitForPage, waitForPageFocus } from './ticket-driver.ts';
import {
	ana,
	bob,
	closeEditors,
	discardDraft,
	expandRow,
	goToRow,
	open,
	openRelease,
	press,
	refuseReads,
	reveal,
	type State,
	scrollTo,
	waiting,
	write,
} from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

/** A ticket with 64 comments and two that ~ana has not seen. */
async function openLongTicket(trial: TrialWindow): Promise<void> {
	const { window } = trial;
	const { id } = await bob(trial).create({ title: 'A long story', description: 'Once upon a time.' });
	await ana(trial).update(id, { labels: ['bug', 'good first patch'] });
	for (let nth = 1; nth <= 64; nth++) await bob(trial).update(id, { comment: `Chapter ${nth}.` });
	await window.command('Tildeforge: Refresh');
	await open(trial, id, 'A long story');
	await ticketPage(window).getByText('Chapter 64.').waitFor();
	await closeEditors(trial);
	for (const comment of ['An epilogue.', 'The end.']) await bob(trial).update(id, { comment });
	await window.command('Tildeforge: Refresh');
	await open(trial, id, 'A long story');
	await ticketPage(window).getByText('The end.').waitFor();
}

/** Only the rows in sight are drawn. */
async function revealShowMore(trial: TrialWindow): Promise<void> {
	await goToRow(trial, 'Home');
	await tryAgain(
		() => press(trial, 'PageDown'),
		() => waiting(trial, /^Show \d+ more/).waitFor({ timeout: 500 }),
	);
}

const narrow = (pageWidth: number): State => ({
	name: `narrow-${pageWidth}`,
	hasPage: true,
	pageWidth,
	enter: (trial) => open(trial, 25, 'After the update to 2.4.1'),
});

const narrowBox = (pageWidth: number): State => ({
	name: `narrow-box-${pageWidth}`,
	hasPage: true,
	pageWidth,
	enter: async (trial) => {
		await open(trial, 25, 'After the update to 2.4.1');
		await write(
			trial,
			'I see it with `TERM=xterm`, too, and with every line that is longer than the window.',
		);
		await ticketPage(trial.window).getByLabel('Status after sending').selectOption('resolved');
	},
	pose: (trial) => scrollTo(trial, '.composer'),
	leave: discardDraft,
});

/** Signed in as a user without trackers. */
export const statesWithoutTrackers: readonly State[] = [
	{
		name: 'empty',
		hasPage: false,
		enter: (trial) => waiting(trial, /No trackers yet/).waitFor(),
	},
	{
		name: 'empty-views',
		hasPage: false,
		enter: async ({ window }) => {
			await window.openContainer(['Inbox', 'Tickets', 'Patches', 'Repositories']);
			await row(window, 'Repositories', /No repositories yet/).waitFor();
		},
		leave: ({ window }) => window.openContainer(['Inbox', 'Tickets']),
	},
];

/** Signed in as ~ana, in the first window. */
export const firstStates: readonly State[] = [
	{ name: 'list', hasPage: false, enter: (trial) => ticketRow(trial.window, 60).waitFor() },
	{
		name: 'ticket',
		hasPage: true,
		enter: (trial) => open(trial, 6, 'Wrap long lines'),
	},
	{
		name: 'hover',
		hasPage: true,
		enter: (trial) => open(trial, 6, 'Wrap long lines'),
		hover: ({ window }) => ticketPage(window).getByRole('button', { name: 'Next ticket' }).first().hover(),
	},
	{
		name: 'focus',
		hasPage: true,
		enter: (trial) => open(trial, 6, 'Wrap long lines'),
		pose: async (trial) => {
			await ticketPage(trial.window).locator('h1').focus();
			await press(trial, 'Tab');
		},
	},
	{
		name: 'no-tickets',
		hasPage: false,
		enter: async (trial) => {
			await expandRow(trial, /^~ana\/errands/);
			await expandRow(trial, /^Assigned to me, 0/);
			await waiting(trial, /^No matching tickets/).waitFor();
		},
		pose: (trial) => reveal(trial, /^No matching tickets/),
		leave: async (trial) => {
			await waiting(trial, /^~ana\/errands/).click();
			await reveal(trial, /^~ana\/editor/, 'Home');
		},
	},
	{
		name: 'failing',
		hasPage: true,
		enter: async (trial) => {
			refuseReads(trial.proxy, 'The database is being moved.');
			await trial.window.command('Tildeforge: Refresh');
			await ticketPage(trial.window)
				.getByText(/database/)
				.waitFor();
		},
		pose: (trial) => reveal(trial, /database/, 'Home'),
		leave: async (trial) => {
			refuseReads(trial.proxy, undefined);
			await trial.window.command('Tildeforge: Refresh');
			await trial.window
				.view('Tickets')
				.getByText(/database/)
				.first()
				.waitFor({ state: 'hidden' });
		},
	},
	{
		name: 'long-title',
		hasPage: true,
		enter: (trial) => open(trial, 25, 'After the update to 2.4.1'),
	},
];

/** The last one signs her out. */
export const lastStates: readonly State[] = [
	{
		name: 'new-ticket',
		hasPage: true,
		enter: async (trial) => {
			const { window } = trial;
			await window.command('Tildeforge: New Ticket…');
			await new Dialogue(window.page).choose('~ana/editor');
			await waitForPage(window, 'New ticket');
		},
	},
	{
		name: 'long',
		hasPage: true,
		enter: async (trial) => {
			await closeEditors(trial);
			await openLongTicket(trial);
		},
	},
	{
		name: 'long-strip',
		hasPage: true,
		enter: async (trial) => {
			await waitForPageFocus(trial.window);
			await press(trial, 'Shift+G');
			await ticketPage(trial.window).getByRole('region', { name: 'Summary' }).waitFor();
		},
	},
	narrow(900),
	narrow(340),
	narrow(220),
	narrowBox(900),
	narrowBox(220),
	{
		name: 'drafts',
		hasPage: true,
		enter: async (trial) => {
			await open(trial, 58, 'A hole in how the temporary file is made');
			await write(trial, 'Not yet.');
			await open(trial, 55, 'A NUL in the text');
			await write(trial, 'Nor this.');
			// The last row.
			await reveal(trial, /^Drafts/);
			await press(trial, 'ArrowRight');
		},
		pose: (trial) => reveal(trial, /^Draft for /),
	},
	{
		name: 'show-more',
		hasPage: false,
		enter: async (trial) => {
			await closeEditors(trial);
			for (let nth = 1; nth <= 40; nth++)
				await bob(trial).create({ title: `Wish ${nth}`, description: 'Please.' });
			await trial.window.command('Tildeforge: Refresh');
			await waiting(trial, /^Open, [67]\d tickets/).waitFor();
		},
		pose: revealShowMore,
	},
	{
		name: 'several-accounts',
		hasPage: true,
		enter: async (trial) => {
			const { window } = trial;
			await openRelease(trial);
			await window.command('Tildeforge: Try a Sample Forge');
			await ticketPage(window).getByText('~ana (forge.test)').first().waitFor();
		},
		leave: async ({ window }) => {
			await signOut(window, /Sample forge/);
			await ticketPage(window).getByText('~ana (forge.test)').first().waitFor({ state: 'detached' });
		},
	},
	{
		name: 'signed-out',
		hasPage: true,
		enter: async ({ window }) => {
			await signOut(window);
			await ticketPage(window)
				.getByText(/signed out/i)
				.first()
				.waitFor();
		},
	},
	{
		name: 'signed-out-views',
		hasPage: false,
		enter: async (trial) => {
			await closeEditors(trial);
			await trial.window.openContainer(['Inbox', 'Tickets', 'Patches', 'Repositories']);
		},
	},
];
