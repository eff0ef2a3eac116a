import { tryAgain } from '../tools/until.ts';
import { Dialogue, openBox } from './editor-driver.ts';
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
		name: 'find-box',
		hasPage: false,
		enter: openRelease,
		pose: async ({ window }) => {
			const { box, field } = new Dialogue(window.page);
			if (await box.isVisible()) return;
			await openBox(window, 'Tildeforge: Find Ticket…', 'Find Ticket');
			await field.fill('status:open line');
		},
		leave: (trial) => new Dialogue(trial.window.page).leave(),
	},
];
