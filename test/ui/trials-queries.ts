import { until } from '../tools/until.ts';
import { Dialogue, row } from './editor-driver.ts';
import { title } from './ticket-driver.ts';
import type { Action } from './trials-keys.ts';
import { type TrialWindow, waitForTreeFocus } from './trials-window.ts';

const firstOption = ({ window }: TrialWindow, words: string | RegExp) =>
	new Dialogue(window.page).box.getByRole('option').first().getByText(words).waitFor();

async function shows({ window }: TrialWindow, query: string): Promise<void> {
	const { field } = new Dialogue(window.page);
	await until(async () => (await field.inputValue()) === query, { what: `the query is ${query}` });
}

/** Types the beginning of a value, and lets the first completion finish it. */
async function finish(trial: TrialWindow, typed: string, completion: string, query: string): Promise<void> {
	await trial.keys.type(typed);
	await firstOption(trial, new RegExp(`^${completion}$`));
	await trial.keys.press('Enter');
	await shows(trial, query);
}

/** What is done with queries. In this order: each leaves the window as the next one needs it. */
export const queryActions: readonly Action[] = [
	{
		name: 'find by query',
		before: 'not possible: no completion, and mistakes were not explained',
		prepare: async () => {},
		act: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			await trial.keys.press('F1');
			await dialogue.field.waitFor();
			await trial.keys.type('find ticket');
			await firstOption(trial, 'Find Ticket…');
			await trial.keys.press('Enter');
			await dialogue.asks('Find Ticket');
			await finish(trial, 'status:c', 'closed', 'status:closed');
			await finish(trial, ' label:und', 'undo', 'status:closed label:undo');
			const found = dialogue.box.getByRole('option').first().locator('.label-name').first();
			await until(async () => /^#\d+ /.test(await found.innerText()), { what: 'a ticket is found' });
			const name = (await found.innerText()).replace(/^#\d+\s+/, '');
			await trial.keys.press('Enter');
			await dialogue.gone();
			await title(trial.window, name).waitFor();
		},
	},
	{
		name: 'edit a saved query, from its row',
		before: '3 clicks, then JSON in settings.json by hand',
		prepare: async (trial) => {
			await row(trial.window, 'Tickets', 'Assigned to me').first().click();
			await waitForTreeFocus(trial);
		},
		act: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			const item = trial.window.page.getByRole('menuitem', { name: 'Edit Query…' });
			await trial.keys.press('Shift+F10');
			await item.waitFor();
			const isFocused = () => item.evaluate((one) => one.contains(document.activeElement));
			for (let nth = 0; nth < 5 && !(await isFocused()); nth++) await trial.keys.press('ArrowDown');
			await trial.keys.press('Enter');
			await dialogue.asks('Edit Query: Assigned to me');
			await trial.window.page.locator('.quick-input-box input:focus').waitFor();
			await shows(trial, 'assigned:me status:open');
			await finish(trial, ' no:l', 'label', 'assigned:me status:open no:label');
			await firstOption(trial, 'Save Query');
			await trial.keys.press('Enter');
			await dialogue.gone();
			await row(trial.window, 'Tickets', /^Assigned to me, \d+ ticket/)
				.first()
				.and(trial.window.page.locator('.focused.selected'))
				.waitFor();
		},
	},
];
