import { startMailServer } from '../kit/mails/mail-server.ts';
import { until } from '../tools/until.ts';
import { Dialogue, signInWithToken, tokenOf } from './editor-driver.ts';
import { ticketPage, waitForPageFocus } from './ticket-driver.ts';
import type { Action } from './trials-keys.ts';
import { list, on, patches, showOn, wrap } from './trials-patches-driver.ts';
import { changeSettings, type TrialWindow } from './trials-window.ts';

const words = 'Why?';
const commentCount = 5;

/** Signs in as ~ana with the Patches view in front. */
export async function signInReviewer(trial: TrialWindow): Promise<void> {
	const { window } = trial;
	await window.openContainer(['Patches']);
	await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await patches(trial, list).waitFor();
}

/** Opens the page of a series, and gives it the focus. */
async function openPage(trial: TrialWindow): Promise<void> {
	await wrap(trial);
	await on(trial, 'h1').click();
	await waitForPageFocus(trial.window);
}

/** Opens the page of a series, and scrolls to its first diff, which is drawn then. */
async function openDiff(trial: TrialWindow): Promise<void> {
	await openPage(trial);
	await showOn(trial, '.file');
	await on(trial, '.file .l').first().waitFor();
}

/** Chooses the first row of the box of mails. */
async function send({ window, keys }: TrialWindow): Promise<void> {
	const dialogue = new Dialogue(window.page);
	await dialogue.option(/Send/).first().waitFor();
	await keys.press('Enter');
	await dialogue.gone();
}

/** Writes a draft on a line, without the counted keys. */
async function comment(trial: TrialWindow, line: number): Promise<void> {
	const { keyboard } = trial.window.page;
	await on(trial, `.file .l.added >> nth=${line}`).click();
	await keyboard.press('c');
	await on(trial, '.comment-draft textarea').waitFor();
	await keyboard.type(words);
	await keyboard.press('Escape');
}

/** What a reviewer does, until the mails are in the outbox. */
const reviewActions: readonly Action[] = [
	{
		name: 'give a Reviewed-by to a series, on its page',
		before: '',
		most: 4,
		prepare: openPage,
		act: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			await trial.keys.press('r');
			await dialogue.option(/Reviewed-by: /).waitFor();
			await trial.keys.press('Enter');
			await send(trial);
		},
	},
	{
		name: 'comment on the first line of a series and send it',
		before: '',
		most: words.length + 6,
		prepare: openDiff,
		act: async (trial) => {
			await trial.keys.press('h', 'c');
			await on(trial, '.comment-draft textarea:focus').waitFor();
			await trial.keys.type(words);
			await trial.keys.press('Escape', 'Shift+R');
			await send(trial);
		},
	},
	{
		name: `finish a review of ${commentCount} comments`,
		before: '',
		most: 4,
		prepare: async (trial) => {
			await openDiff(trial);
			for (let line = 0; line < commentCount; line++) await comment(trial, line);
			await ticketPage(trial.window).getByText(`${commentCount} draft comments`).waitFor();
		},
		act: async (trial) => {
			await trial.keys.press('Shift+R');
			await send(trial);
		},
	},
];

/** Runs the actions of a reviewer with a mail server, and checks that it gets the mails. */
export async function tryReviews(trial: TrialWindow, run: (action: Action) => Promise<void>): Promise<void> {
	const server = await startMailServer();
	try {
		await changeSettings(trial, {
			'tildeforge.undoSeconds': 1,
			'tildeforge.mailServer': {
				...{ host: '127.0.0.1', port: server.port, security: 'none' },
				from: 'Ana <ana@example.org>',
			},
		});
		for (const action of reviewActions) {
			const before = server.received.length;
			await run(action);
			await until(() => server.received.length > before, { what: 'the mail is sent', seconds: 60 });
		}
	} finally {
		await server.stop();
	}
}
