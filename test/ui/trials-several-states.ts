import { until } from '../tools/until.ts';
import { chooseInMenu, Dialogue, openBox } from './editor-driver.ts';
import { ticketRow } from './ticket-driver.ts';
import {
	closeEditors,
	expandRow,
	goToRow,
	open,
	press,
	reveal,
	type State,
	waiting,
} from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const brokenLink = /Broken link to the manual page/;

const answer = ({ window }: TrialWindow, name: string) =>
	window.page.locator('.monaco-dialog-box').getByRole('button', { name });

async function twoAreSelected({ window }: TrialWindow): Promise<void> {
	const selected = window.view('Tickets').locator('[role=treeitem][aria-selected=true]');
	await until(async () => (await selected.count()) === 2, { what: 'two rows are selected' });
}

/** Others may then not comment on tickets. */
const withoutComments = (answer: string): string =>
	answer.replace(/("(?:user|submitter)":\[[^\]]*?),"comment"/g, '$1');

/** What is done with several tickets. */
export const severalStates: readonly State[] = [
	{
		name: 'comment-on-several',
		hasPage: false,
		enter: async (trial) => {
			const { window } = trial;
			await open(trial, 60, 'Thank you');
			await ticketRow(window, 59).click({ modifiers: ['ControlOrMeta'] });
			await twoAreSelected(trial);
			await chooseInMenu(ticketRow(window, 59), 'Comment on Ticket…');
			await window.page.locator('.monaco-editor.focused').waitFor();
			await window.page.keyboard.insertText('Thanks, both.\n\nThe next release has **both** changes.');
			// VS Code shows it only while the editor has the focus.
			await window.page.locator('.codelens-decoration').waitFor();
			await reveal(trial, /^Drafts/);
			await press(trial, 'ArrowRight');
		},
		pose: (trial) => reveal(trial, /^Draft, Comment on 2 tickets/),
		leave: async (trial) => {
			const draft = waiting(trial, /^Draft, Comment on 2 tickets/);
			await draft.hover();
			await draft.getByRole('button', { name: 'Discard Draft' }).click();
			await draft.waitFor({ state: 'detached' });
			// The view, whose row with the focus is gone, would take it from a box.
			await goToRow(trial, 'Home');
			await trial.window.command('Notifications: Clear All Notifications');
			await closeEditors(trial);
		},
	},
	{
		name: 'comment-on-others',
		hasPage: false,
		enter: async (trial) => {
			const { window, proxy } = trial;
			proxy.rewriteAnswer = withoutComments;
			await openBox(window, 'Tildeforge: Pin Tracker…', 'Pin Tracker: forge.test');
			await new Dialogue(window.page).answer('~bob/website');
			await expandRow(trial, /^~bob\/website/);
			await expandRow(trial, /^Open, 2 tickets/);
			await reveal(trial, brokenLink);
			await goToRow(trial, 'Home');
			await ticketRow(window, 60).click();
			await reveal(trial, brokenLink);
			await waiting(trial, brokenLink).click({ modifiers: ['ControlOrMeta'] });
			await chooseInMenu(waiting(trial, brokenLink), 'Comment on Ticket…');
			await answer(trial, 'Comment on the Other Ticket').waitFor();
		},
		leave: async (trial) => {
			trial.proxy.rewriteAnswer = (unchanged) => unchanged;
			await press(trial, 'Escape');
			await chooseInMenu(waiting(trial, /^~bob\/website/), 'Unpin Tracker');
			await waiting(trial, /^~bob\/website/).waitFor({ state: 'detached' });
			await goToRow(trial, 'Home');
			await closeEditors(trial);
		},
	},
];
