import { tryAgain } from '../tools/until.ts';
import { Dialogue, openBox, row } from './editor-driver.ts';
import { ticketPage, ticketRow, waitForPageFocus } from './ticket-driver.ts';
import { openRelease, press, type State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

/** Opens an input box by a key of the page, unless it is still open. */
async function openByKey(trial: TrialWindow, key: string, step: string): Promise<void> {
	const dialogue = new Dialogue(trial.window.page);
	if (await dialogue.box.isVisible()) return;
	await waitForPageFocus(trial.window);
	await press(trial, key);
	await dialogue.asks(step);
}

/** Opens a box by a command, unless it is still open, and types into it. */
async function openAndType(
	{ window }: TrialWindow,
	box: { readonly command: string; readonly title: string; readonly typed: string; readonly shown: string },
): Promise<void> {
	const dialogue = new Dialogue(window.page);
	if (await dialogue.box.isHidden()) await openBox(window, `Tildeforge: ${box.command}`, box.title);
	// Redraws the rows, whose images are for one theme.
	await dialogue.field.fill('');
	await dialogue.field.fill(box.typed);
	await dialogue.says(box.shown);
}

/** A state of the box in which a ticket is searched for. */
const findState = (name: string, typed: string, shown: string): State => ({
	...{ name, hasPage: false },
	enter: openRelease,
	pose: (trial) => openAndType(trial, { command: 'Find Ticket…', title: 'Find Ticket', typed, shown }),
	leave: (trial) => new Dialogue(trial.window.page).leave(),
});

/** A state of the box in which the query *Assigned to me* is edited. */
const editState = (name: string, typed: string, shown: string): State => ({
	...{ name, hasPage: false },
	enter: openRelease,
	pose: async (trial) => {
		const { window } = trial;
		const dialogue = new Dialogue(window.page);
		const title = 'Edit Query: Assigned to me';
		if (await dialogue.box.isHidden()) {
			await openBox(window, 'Tildeforge: Edit Query…', 'Edit Query');
			await dialogue.choose('Assigned to me');
			await dialogue.asks(title);
		}
		await openAndType(trial, { command: 'Edit Query…', title, typed, shown });
	},
	leave: (trial) => new Dialogue(trial.window.page).leave(),
});

/** What opens above the page and the views. */
export const boxStates: readonly State[] = [
	{
		name: 'keys',
		hasPage: true,
		enter: async (trial) => {
			await openRelease(trial);
			await press(trial, '?');
			await ticketPage(trial.window).getByRole('dialog').waitFor();
		},
		leave: (trial) => press(trial, 'Escape'),
	},
	{
		name: 'user-card',
		hasPage: true,
		enter: openRelease,
		pose: async (trial) => {
			const name = ticketPage(trial.window).locator('.timeline a[data-open^="user:"]').first();
			await ticketPage(trial.window).locator('h1').focus();
			await press(trial, 'Tab');
			await name.focus();
			await ticketPage(trial.window).locator('#user-card:popover-open').waitFor();
		},
		leave: (trial) => press(trial, 'Escape'),
	},
	{
		name: 'menu',
		hasPage: false,
		enter: openRelease,
		pose: (trial) =>
			tryAgain(
				() => ticketRow(trial.window, 58).click({ button: 'right' }),
				() => trial.window.page.getByRole('menuitem', { name: /^Comment/ }).waitFor({ timeout: 3000 }),
			),
		leave: (trial) => press(trial, 'Escape'),
	},
	{
		name: 'resolve-box',
		hasPage: false,
		enter: openRelease,
		pose: (trial) => openByKey(trial, 'x', 'Resolve: ~ana/editor#57'),
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
	{
		name: 'labels-box',
		hasPage: false,
		enter: openRelease,
		pose: (trial) => openByKey(trial, 'l', 'Labels: ~ana/editor#57'),
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
	{
		name: 'original-box',
		hasPage: false,
		enter: openRelease,
		pose: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			if (await dialogue.box.isVisible()) return;
			await openByKey(trial, 'x', 'Resolve: ~ana/editor#57');
			await dialogue.choose('Duplicate');
			await dialogue.asks('Resolve as Duplicate: ~ana/editor#57');
			await dialogue.says('Thank you');
		},
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
	findState('find-box', 'status:open line', 'Wrap long lines'),
	findState('find-box-descriptions', 'happy halloween', 'Ctrl-Z in an empty file'),
	findState('find-box-statuses', 'undo status:any', 'Redo'),
	findState('find-box-completions', 'label:', 'unicode'),
	findState('find-box-mistake', 'lable:bug line', 'Did you mean'),
	editState('edit-query-box', 'assigned:me status:open', 'Save Query'),
	editState('edit-query-box-mistake', 'assigned:me status:opne', 'Unknown status'),
	{
		name: 'edit-query-row',
		hasPage: false,
		enter: openRelease,
		hover: ({ window }) =>
			row(window, 'Tickets', /^Open, 33/)
				.first()
				.hover(),
	},
];
