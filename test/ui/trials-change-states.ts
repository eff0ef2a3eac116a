import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { confirmAfterMs } from '../../src/platform/state/outbox/entry.ts';
import { filesBelow } from '../tools/files-below.ts';
import { tryAgain, until } from '../tools/until.ts';
import { Dialogue } from './editor-driver.ts';
import { ticketPage, ticketRow, viewMessage, waitForPage } from './ticket-driver.ts';
import { ana, button, goToRow, openRelease, press, refuse, reveal, type State } from './trials-state.ts';
import { changeSettings, hasStatus, type TrialWindow } from './trials-window.ts';

const statusBar = ({ window }: TrialWindow, words: string) =>
	window.page.locator('.statusbar-item', { hasText: words });

/** Discards the change of the ticket that the page shows. */
async function discardChange(trial: TrialWindow): Promise<void> {
	await button(trial, 'Discard').first().click();
	await ticketPage(trial.window).locator('.note').first().waitFor({ state: 'detached' });
}

/**
 * Makes the changes that wait look older than they are. The window may write them at the same moment: try again then. Returns false while one of
 * them is being sent: the window knows how old that one is, and would send it if the connection returned now.
 */
function age({ window }: TrialWindow): boolean {
	const files = filesBelow(window.host.data)
		.filter((one) => basename(one.parentPath) === 'queue' && one.name === 'all')
		.map(({ parentPath, name }) => ({ parentPath, file: join(parentPath, name) }));
	const texts = files.map(({ file }) => readFileSync(file, 'utf8'));
	if (texts.some((text) => text.includes('"kind":"sending"'))) return false;
	for (const [index, { parentPath, file }] of files.entries()) {
		const earlier = (_: string, at: string) => `"at":${Number(at) - confirmAfterMs - 60_000}`;
		const temporary = join(parentPath, 'aged');
		writeFileSync(temporary, (texts[index] ?? '').replace(/"at":(\d+)/g, earlier));
		renameSync(temporary, file);
	}
	return true;
}

/** Changes that are not on the forge. */
export const changeStates: readonly State[] = [
	{
		name: 'pending',
		hasPage: true,
		enter: async (trial) => {
			await changeSettings(trial, { 'tildeforge.undoSeconds': 60 });
			await openRelease(trial);
			await press(trial, 'f');
			await hasStatus(trial, 'Confirmed \\(unsent\\)');
		},
		leave: async (trial) => {
			await press(trial, 'u');
			await hasStatus(trial, 'Reported');
			await changeSettings(trial, { 'tildeforge.undoSeconds': 0 });
		},
	},
	{
		name: 'refused-change',
		hasPage: true,
		enter: async (trial) => {
			refuse(trial, 'This ticket is locked.');
			await openRelease(trial);
			await press(trial, 'f');
			await button(trial, 'Send Again').waitFor();
		},
		pose: (trial) => reveal(trial, /^Confirmed, refused, /, 'Home'),
		leave: async (trial) => {
			refuse(trial, undefined);
			await discardChange(trial);
			await goToRow(trial, 'Home');
		},
	},
	{
		name: 'offline',
		hasPage: true,
		enter: async (trial) => {
			const { window, proxy } = trial;
			await openRelease(trial);
			await proxy.cut();
			await press(trial, 'f');
			await button(trial, 'Send Now').waitFor();
			await goToRow(trial, 'Home');
			await ticketRow(window, 60).click();
			await waitForPage(window, 'Thank you');
			await press(trial, 'x');
			await new Dialogue(window.page).choose(/^Won.t fix/);
			await statusBar(trial, '2 changes waiting').waitFor();
			await window.command('Tildeforge: Refresh');
			await viewMessage(window, 'Tickets').getByText(/^No/).first().waitFor();
		},
		pose: (trial) => reveal(trial, 'Waiting, 2', 'Home'),
	},
	{
		name: 'unconfirmed',
		hasPage: true,
		enter: async (trial) => {
			const isOld = ticketPage(trial.window).getByText('has waited for more than ten minutes');
			await tryAgain(
				() => until(() => age(trial), { what: 'nothing is being sent' }),
				() => isOld.waitFor({ timeout: 5000 }),
			);
			await trial.proxy.mend();
			await trial.window.command('Tildeforge: Refresh');
			await viewMessage(trial.window, 'Tickets').first().waitFor({ state: 'hidden' });
			await button(trial, 'Send Now').waitFor();
		},
		pose: (trial) => reveal(trial, 'Waiting, 2', 'Home'),
	},
	{
		name: 'send-all',
		hasPage: false,
		enter: async ({ window }) => {
			await window.command('Tildeforge: Send All Waiting Changes…');
			await window.page.getByRole('dialog').getByRole('button', { name: 'Send All' }).waitFor();
		},
		leave: async (trial) => {
			await press(trial, 'Escape');
			await discardChange(trial);
			await goToRow(trial, 'Home');
			await openRelease(trial);
			await discardChange(trial);
		},
	},
	{
		name: 'conflict',
		hasPage: true,
		enter: async (trial) => {
			await openRelease(trial);
			await ana(trial).update(57, { status: 'pending' });
			await press(trial, 'f');
			await button(trial, 'Use Mine').waitFor();
		},
		pose: (trial) => reveal(trial, /^Conflict: Confirmed/, 'Home'),
		leave: async (trial) => {
			await discardChange(trial);
			await goToRow(trial, 'Home');
		},
	},
];
