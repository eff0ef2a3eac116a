import { Dialogue } from './editor-driver.ts';
import { commentBox, ticketPage, ticketRow, title, waitForPageFocus } from './ticket-driver.ts';
import { choose } from './trials-keys.ts';
import { goOn, hasStatus, type TrialWindow, waitForTreeFocus } from './trials-window.ts';

/** Something that a user does with keys alone. */
interface Step {
	readonly name: string;
	readonly act: (trial: TrialWindow) => Promise<unknown>;
}

const rowHasFocus = ({ window }: TrialWindow, number: number) =>
	ticketRow(window, number).and(window.page.locator('.focused')).waitFor();

/** The whole of triage without a mouse. In this order: each goes on where the last one has left the focus. */
export const keyboardSteps: readonly Step[] = [
	{
		name: 'open the view',
		act: async (trial) => {
			await trial.keys.press('F1');
			await new Dialogue(trial.window.page).box.locator('input[type=text]').waitFor();
			await trial.keys.type('focus on tickets');
			await new Dialogue(trial.window.page)
				.option(/Focus on Tickets View/)
				.first()
				.waitFor();
			await trial.keys.press('Enter');
			await waitForTreeFocus(trial);
		},
	},
	{
		name: 'find a ticket in the view and open it',
		act: async (trial) => {
			await trial.keys.press('Control+f');
			await trial.window.page.locator('.monaco-tree-type-filter input:focus').waitFor();
			await trial.keys.type('release');
			await ticketRow(trial.window, 57).locator('.highlight').first().waitFor();
			await trial.keys.press('Enter');
			await waitForTreeFocus(trial);
			await rowHasFocus(trial, 57);
			// While the box is open, the arrow keys go from one match to the next.
			await trial.keys.press('Escape');
			await trial.window.page.locator('.monaco-tree-type-filter').waitFor({ state: 'hidden' });
			await trial.keys.press('Enter');
			await title(trial.window, 'Release 2.4.2?').waitFor();
			await waitForPageFocus(trial.window);
		},
	},
	{
		name: 'confirm it, undo that, and confirm it again',
		act: async (trial) => {
			await trial.keys.press('f');
			await hasStatus(trial, 'Confirmed');
			await trial.keys.press('u');
			await hasStatus(trial, 'Reported');
			await trial.keys.press('f');
			await hasStatus(trial, 'Confirmed');
		},
	},
	{
		name: 'add a label',
		act: async (trial) => {
			await trial.keys.press('l');
			await choose(trial, 'Labels: ~ana/editor#57', 'uni');
			await trial.keys.press('Enter');
			await new Dialogue(trial.window.page).gone();
			await ticketPage(trial.window).getByRole('banner').getByText('unicode').waitFor();
			await waitForPageFocus(trial.window);
		},
	},
	{
		name: 'comment',
		act: async (trial) => {
			await trial.keys.press('c');
			await commentBox(trial.window).and(ticketPage(trial.window).locator(':focus')).waitFor();
			await trial.keys.type('Next week.');
			await trial.keys.press('Control+Enter');
			await ticketPage(trial.window).getByText('Sent.').waitFor();
		},
	},
	{
		name: 'go to the next ticket after a comment',
		act: async (trial) => {
			await goOn(trial, () => trial.keys.press('j'));
		},
	},
	{
		name: 'go back to its row',
		act: async (trial) => {
			await trial.keys.press('Escape');
			await waitForTreeFocus(trial);
			await rowHasFocus(trial, 52);
		},
	},
	{
		name: 'resolve the next one by the menu of its row',
		act: async (trial) => {
			await trial.keys.press('ArrowDown');
			await rowHasFocus(trial, 51);
			await trial.keys.press('Shift+F10');
			const item = trial.window.page.getByRole('menuitem', { name: 'Resolve Ticket As…' });
			await item.waitFor();
			const isFocused = () => item.evaluate((one) => one.contains(document.activeElement));
			for (let nth = 0; nth < 10 && !(await isFocused()); nth++) await trial.keys.press('ArrowDown');
			await trial.keys.press('Enter');
			await choose(trial, 'Resolve: ~ana/editor#51', 'won');
			await trial.keys.press('Enter');
			await new Dialogue(trial.window.page).gone();
			await waitForTreeFocus(trial);
		},
	},
];
