import { until } from '../tools/until.ts';
import { Dialogue, row } from './editor-driver.ts';
import { openTicket, ticketPage, ticketRow, title, waitForPageFocus } from './ticket-driver.ts';
import {
	changeSettings,
	goOn,
	hasStatus,
	shownTicket,
	type TrialWindow,
	waitForTreeFocus,
} from './trials-window.ts';

/** An action of triage. */
export interface Action {
	readonly name: string;
	/** The keys that it took before. */
	readonly before: string;
	/** The most keys that it may take, with the letters of texts. */
	readonly most?: number;
	/** What has to be done first. Its keys do not count. */
	readonly prepare: (trial: TrialWindow) => Promise<void>;
	readonly act: (trial: TrialWindow) => Promise<void>;
}

const open =
	(number: number, words: string) =>
	({ window }: TrialWindow) =>
		openTicket(window, number, words);
const release = open(57, 'Release 2.4.2?');

/** Types into the input box of `step` until one option is left. */
export async function choose({ window, keys }: TrialWindow, step: string, words: string): Promise<void> {
	const dialogue = new Dialogue(window.page);
	await dialogue.asks(step);
	await keys.type(words);
	const options = dialogue.box.locator('.monaco-list-row');
	await until(async () => (await options.count()) === 1, { what: `"${words}" leaves one option` });
}

/** Resolves the ticket of the page as a duplicate of the first one that is offered. */
export async function resolveAsDuplicate(trial: TrialWindow, ticket: number): Promise<void> {
	const dialogue = new Dialogue(trial.window.page);
	await trial.keys.press('x');
	await choose(trial, `Resolve: ~ana/editor#${ticket}`, 'dup');
	await trial.keys.press('Enter');
	await dialogue.asks(`Resolve as Duplicate: ~ana/editor#${ticket}`);
	// The first row names no original.
	await dialogue.box.getByRole('option').nth(1).waitFor();
	await trial.keys.press('ArrowDown', 'Enter');
	await dialogue.gone();
	await hasStatus(trial, 'Resolved');
}

/** Ticks the label that contains the letters. */
async function tickLabel(trial: TrialWindow, step: string, letters: string): Promise<void> {
	await choose(trial, step, letters);
	await trial.keys.press('Enter');
	await new Dialogue(trial.window.page).gone();
}

/** Gives four rows the focus of the tree and the selection. */
async function selectFour(trial: TrialWindow): Promise<void> {
	const { window } = trial;
	await ticketRow(window, 59).click();
	await title(window, 'Half of the last line').waitFor();
	await waitForTreeFocus(trial);
	for (let more = 0; more < 3; more++) await window.page.keyboard.press('Shift+ArrowDown');
	const selected = window.view('Tickets').locator('[role=treeitem][aria-selected=true]');
	await until(async () => (await selected.count()) === 4, { what: 'four rows are selected' });
}

async function selectRow(trial: TrialWindow): Promise<void> {
	await release(trial);
	await trial.window.page.keyboard.press('Escape');
	await waitForTreeFocus(trial);
	await ticketRow(trial.window, 57).and(trial.window.page.locator('.focused')).waitFor();
}

/** In this order: each leaves the window as the next one needs it. */
export const actions: readonly Action[] = [
	{
		name: 'confirm and go on, on the page',
		before: '2: f j',
		prepare: open(60, 'Thank you'),
		act: async (trial) => {
			await trial.keys.press('f');
			await hasStatus(trial, 'Confirmed');
			await goOn(trial, () => trial.keys.press('j'));
		},
	},
	{
		name: 'resolve as won’t fix and go on, on the page',
		before: '6: x "won" Enter j',
		prepare: async () => {},
		act: async (trial) => {
			const number = await shownTicket(trial);
			await trial.keys.press('x');
			await choose(trial, `Resolve: ~ana/editor#${number}`, 'won');
			await trial.keys.press('Enter');
			await hasStatus(trial, 'Resolved');
			await waitForPageFocus(trial.window);
			await goOn(trial, () => trial.keys.press('j'));
		},
	},
	{
		name: 'resolve as duplicate and name the original, on the page',
		before: '11 and the text',
		most: 7,
		prepare: open(52, 'Sorting lines'),
		act: (trial) => resolveAsDuplicate(trial, 52),
	},
	{
		name: 'add a label, on the page',
		before: '4 and letters: l … ArrowDown Space Enter',
		// Two keys, and three letters of the label.
		most: 5,
		prepare: open(58, 'A hole in how the temporary file is made'),
		act: async (trial) => {
			await trial.keys.press('l');
			await tickLabel(trial, 'Labels: ~ana/editor#58', 'uni');
			await ticketPage(trial.window).getByRole('banner').getByText('unicode').waitFor();
		},
	},
	{
		name: 'comment, on the page',
		before: '2 and the text: c … Control+Enter',
		prepare: ({ window }) => waitForPageFocus(window),
		act: async ({ window, keys }) => {
			await keys.press('c');
			await ticketPage(window).locator('#text:focus').waitFor();
			await keys.type('Yes');
			await keys.press('Control+Enter');
			await ticketPage(window).getByText('Sent.').waitFor();
		},
	},
	{
		name: 'undo, on the page',
		before: '1: u',
		prepare: async (trial) => {
			await release(trial);
			await trial.window.page.keyboard.press('f');
			await hasStatus(trial, 'Confirmed');
		},
		act: async (trial) => {
			await trial.keys.press('u');
			await hasStatus(trial, 'Reported');
		},
	},
	{
		name: 'go back to the row',
		before: 'no key; a click',
		prepare: release,
		act: async (trial) => {
			await trial.keys.press('Escape');
			await waitForTreeFocus(trial);
			await ticketRow(trial.window, 57).and(trial.window.page.locator('.focused')).waitFor();
		},
	},
	{
		name: 'read the next row and stay in the tree',
		before: '2 and a click: ArrowDown Enter, click on the tree',
		prepare: selectRow,
		act: async (trial) => {
			await goOn(trial, () => trial.keys.press('ArrowDown', 'Space'));
			await waitForTreeFocus(trial);
		},
	},
	{
		name: 'go from a row to its page',
		before: '1: Enter',
		prepare: selectRow,
		act: async ({ window, keys }) => {
			await keys.press('Enter');
			await waitForPageFocus(window);
		},
	},
	{
		name: 'confirm from a row, and stay there',
		before: '1: f',
		prepare: selectRow,
		act: async (trial) => {
			await trial.keys.press('Enter');
			await waitForPageFocus(trial.window);
			await trial.keys.press('f');
			await hasStatus(trial, 'Confirmed');
			await trial.keys.press('Escape');
			await waitForTreeFocus(trial);
		},
	},
	{
		name: 'add a label to 4 rows, by the palette',
		before: '4 and letters: l … ArrowDown Space Enter',
		prepare: selectFour,
		act: async (trial) => {
			const { box } = new Dialogue(trial.window.page);
			await trial.keys.press('F1');
			await box.locator('input[type=text]').waitFor();
			await trial.keys.type('labels');
			await box.getByRole('option').first().getByText('Edit Ticket Labels…').waitFor();
			await trial.keys.press('Enter');
			await tickLabel(trial, 'Labels: 4 tickets', 'reg');
			await row(trial.window, 'Tickets', /^Ticket 59, .*regression/)
				.first()
				.waitFor();
		},
	},
	{
		name: 'add a label to 4 rows, with letters as keys of the view',
		before: '4 and letters: l … ArrowDown Space Enter',
		most: 5,
		prepare: async (trial) => {
			await changeSettings(trial, { 'tildeforge.singleLetterKeys': 'pagesAndViews' });
			await selectFour(trial);
		},
		act: async (trial) => {
			await trial.keys.press('l');
			await tickLabel(trial, 'Labels: 4 tickets', 'reg');
		},
	},
];
