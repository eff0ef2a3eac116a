import { commentBox, ticketPage } from './ticket-driver.ts';
import {
	ana,
	button,
	discardDraft,
	open,
	refuse,
	reveal,
	type State,
	scrollTo,
	write,
} from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const toBox = (trial: TrialWindow) => scrollTo(trial, '.composer');

async function discardRefused(trial: TrialWindow): Promise<void> {
	const refused = ticketPage(trial.window).locator('.refused-text');
	await refused.getByRole('button', { name: 'Discard' }).click();
	await refused.waitFor({ state: 'detached' });
}

/** Comments that are not on the forge. */
export const commentStates: readonly State[] = [
	{
		name: 'draft',
		hasPage: true,
		enter: async (trial) => {
			await open(trial, 58, 'A hole in how the temporary file is made');
			await write(
				trial,
				'O_EXCL it is, see ~bob’s `mkstemp` in #12.\n\n```c\nint fd = open(path, O_EXCL);\n```',
			);
			const { window } = trial;
			await ticketPage(window).getByLabel('Status after sending').selectOption('resolved');
			await ticketPage(window).getByLabel('Resolution').selectOption('fixed');
			await ticketPage(window).getByRole('button', { name: 'Remove label bug' }).click();
			await commentBox(window).focus();
		},
		pose: toBox,
	},
	{
		name: 'preview',
		hasPage: true,
		enter: async ({ window }) => {
			await ticketPage(window).getByRole('tab', { name: 'Preview' }).click();
			await ticketPage(window).locator('.composer .prose code').first().waitFor();
		},
		pose: toBox,
		leave: async (trial) => {
			await ticketPage(trial.window).getByRole('tab', { name: 'Write' }).click();
			await discardDraft(trial);
		},
	},
	{
		name: 'refused-comment',
		hasPage: true,
		enter: async (trial) => {
			await open(trial, 55, 'A NUL in the text');
			await write(trial, 'I can see it, too.');
			refuse(trial, 'This ticket is locked.');
			await commentBox(trial.window).press('ControlOrMeta+Enter');
			await ticketPage(trial.window).getByRole('alert').getByText('locked').waitFor();
		},
		pose: toBox,
		leave: async (trial) => {
			refuse(trial, undefined);
			await discardRefused(trial);
		},
	},
	{
		name: 'conflict-of-comment',
		hasPage: true,
		enter: async (trial) => {
			const { window } = trial;
			await open(trial, 52, 'Sorting lines');
			await write(trial, 'I begin.');
			await ticketPage(window).getByLabel('Status after sending').selectOption('in_progress');
			await ana(trial).update(52, { status: 'resolved', resolution: 'wont_fix' });
			await button(trial, 'Comment and set to in progress').click();
			await ticketPage(window).getByRole('alert').waitFor();
		},
		pose: toBox,
		leave: discardRefused,
	},
	{
		name: 'waiting-comment',
		hasPage: true,
		enter: async (trial) => {
			await open(trial, 55, 'A NUL in the text');
			await write(trial, 'It is documented now.');
			await trial.proxy.cut();
			await commentBox(trial.window).press('ControlOrMeta+Enter');
			await button(trial, 'Send Now').waitFor();
		},
		pose: (trial) => reveal(trial, 'Waiting, 1', 'Home'),
		leave: async (trial) => {
			// The outbox may have tried again by itself.
			await trial.proxy.mend();
			await trial.window.command('Tildeforge: Refresh');
			await button(trial, 'Send Now').waitFor({ state: 'detached' });
		},
	},
];
