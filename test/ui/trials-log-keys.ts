import { Dialogue } from './editor-driver.ts';
import type { Action } from './trials-keys.ts';
import { expandOnly, repository, tab, viewOf } from './trials-repository-driver.ts';

/** What is done with logs. */
export const logActions: readonly Action[] = [
	{
		name: 'find a commit of a branch, from its row',
		before: 'not possible: only the default branch had a log',
		// Six keys, and five letters of the message.
		most: 11,
		prepare: async (trial) => {
			await trial.window.openContainer(['Repositories']);
			await expandOnly(trial, repository('editor'), /^Branches/);
			const branch = viewOf(trial).row('branch release/2.4');
			// The name, not what is at the end of the row.
			await branch.click({ position: { x: 60, y: 10 } });
			await viewOf(trial).row('Log of branch release/2.4').waitFor();
			await trial.window.page.keyboard.press('ArrowLeft');
		},
		act: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			await trial.keys.press('ArrowRight');
			await viewOf(trial).row('Log of branch release/2.4').waitFor();
			await trial.keys.press('ArrowDown', 'ArrowRight');
			await viewOf(trial).row('Search this log').waitFor();
			await trial.keys.press('ArrowDown', 'Enter');
			await dialogue.asks('Log of ~ana/editor (release/2.4)');
			await trial.keys.type('begin');
			await dialogue.box
				.getByRole('option')
				.first()
				.getByText(/Begin again/)
				.waitFor();
			await trial.keys.press('Enter');
			await tab(trial, /Begin again/).waitFor();
		},
	},
];
