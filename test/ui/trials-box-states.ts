import { tryAgain } from '../tools/until.ts';
import { Dialogue, openBox } from './editor-driver.ts';
import { pageHasFocus, ticketPage, ticketRow } from './ticket-driver.ts';
import { openRelease, press, type State } from './trials-state.ts';

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
		pose: async (trial) => {
			await pageHasFocus(trial.window);
			await press(trial, 'x');
			await new Dialogue(trial.window.page).asks('Resolve: ~ana/editor#57');
		},
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
	{
		name: 'labels-box',
		hasPage: false,
		enter: openRelease,
		pose: async (trial) => {
			await pageHasFocus(trial.window);
			await press(trial, 'l');
			await new Dialogue(trial.window.page).asks('Labels: ~ana/editor#57');
		},
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
	{
		name: 'find-box',
		hasPage: false,
		enter: openRelease,
		pose: async (trial) => {
			await openBox(trial.window, 'Tildeforge: Find Ticket…', 'Find Ticket');
			await new Dialogue(trial.window.page).field.fill('status:open line');
		},
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
];
