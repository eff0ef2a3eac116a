import { setTimeout } from 'node:timers/promises';
import { tryAgain } from '../tools/until.ts';
import { Dialogue, row } from './editor-driver.ts';
import { startMailRelay } from './mail-relay.ts';
import { ticketPage } from './ticket-driver.ts';
import { button, on, order, page, wrap } from './trials-patches-driver.ts';
import type { State } from './trials-state.ts';
import { changeSettings, type TrialWindow } from './trials-window.ts';

const box = (trial: TrialWindow) => on(trial, '.comment-draft textarea').first();
const saved = (trial: TrialWindow) =>
	ticketPage(trial.window)
		.getByText(/^Draft saved/)
		.first()
		.waitFor();

export async function comment(trial: TrialWindow, selector: string, text: string): Promise<void> {
	const place = on(trial, selector).first();
	await place.scrollIntoViewIfNeeded();
	await place.click();
	await trial.window.page.keyboard.press('c');
	await box(trial).fill(text);
	await saved(trial);
}

export const close = (trial: TrialWindow) => box(trial).press('Escape');

export const center = (selector: string) => async (trial: TrialWindow) => {
	const one = on(trial, selector).first();
	await one.waitFor();
	await setTimeout(400);
	await one.evaluate((element) => element.scrollIntoView({ block: 'center' }));
};

/** Discards the drafts, so that the next states begin without them. */
export async function discardAll(trial: TrialWindow): Promise<void> {
	// Diffs are loaded when they are in view.
	for (const file of await on(trial, '.file:has(.drafts)').all()) await file.scrollIntoViewIfNeeded();
	const discard = on(trial, '.comment-draft [data-do=discard-comment]');
	await discard.first().waitFor();
	for (let left = await discard.count(); left > 0; left--) {
		await discard.first().click();
		await on(trial, '.comment-draft [data-do=restore-draft]').first().waitFor();
	}
	await on(trial, '.review-bar').waitFor({ state: 'detached' });
}

let relay: Awaited<ReturnType<typeof startMailRelay>> | undefined;

/** Finishes the review of the page in front, and sends it. `answer`: what the server says to the mail. */
async function send(trial: TrialWindow, answer: string, undoSeconds: number): Promise<void> {
	const { window } = trial;
	relay ??= await startMailRelay(() => window.forge);
	// It is sent again by itself while the pictures are taken.
	relay.answers.splice(0, Infinity, ...new Array(20).fill(answer));
	const server = {
		host: '127.0.0.1',
		port: relay.port,
		security: 'none',
		from: 'Ana Duarte <ana@example.org>',
	};
	await changeSettings(trial, { 'tildeforge.mailServer': server, 'tildeforge.undoSeconds': undoSeconds });
	const dialogue = new Dialogue(window.page);
	await tryAgain(
		() => button(trial, 'Finish Review…').click(),
		() => dialogue.asks('Finish Review: 1 comment in 1 mail', 5000),
	);
	await dialogue.choose(/Through 127/);
}

const says = (trial: TrialWindow, words: string) => on(trial, '.comment-draft').getByText(words).waitFor();

/** Makes a draft of a comment that waits to be sent. */
async function takeBack(trial: TrialWindow): Promise<void> {
	await on(trial, '.comment-draft').getByRole('button', { name: 'Edit' }).click();
	await on(trial, '.review-bar').waitFor();
}

const refused =
	'550 5.7.1 Mails from ana@example.org must be sent through the servers of example.org, see https://example.org/mail';

/** What the page of a patchset shows of a review. */
export const reviewStates: readonly State[] = [
	page(
		'comment',
		async (trial) => {
			await wrap(trial);
			await comment(
				trial,
				'.file .l.added >> nth=3',
				'Is this needed?\n\nThe old one did the same without it, and was shorter.',
			);
		},
		undefined,
		{ pose: center('.comment-draft') },
	),
	page('narrow-900-comment', async () => {}, undefined, {
		pose: center('.comment-draft'),
		pageWidth: 900,
	}),
	page('comment-draft', close, undefined, { pose: center('.comment-draft') }),
	page(
		'comments',
		(trial) => comment(trial, '.patch-head h3', 'Thank you, I like it.').then(() => close(trial)),
		undefined,
		{
			pose: center('.patch-head .comment-draft'),
		},
	),
	page(
		'comments-in-net-diff',
		async (trial) => {
			await button(trial, 'Show changes of all patches together').click();
			await on(trial, '.file .comment-draft').first().waitFor();
		},
		undefined,
		{
			pose: center('.file .comment-draft'),
			leave: async (trial) => {
				await button(trial, 'Show changes of all patches together').click();
			},
		},
	),
	page(
		'comments-of-newer-version',
		async (trial) => {
			await button(trial, /^v2\b/).click();
			await ticketPage(trial.window)
				.getByText(/draft comments? on v3/)
				.waitFor();
		},
		undefined,
		{
			leave: async (trial) => {
				await button(trial, /^v3\b/).click();
				await discardAll(trial);
			},
		},
	),
	page(
		'comments-carried-over',
		async (trial) => {
			await order(trial);
			await button(trial, /^v1\b/).click();
			await on(trial, '.file .l.added').first().waitFor();
			await comment(trial, '.file .l.added', 'Why this order?');
			await close(trial);
			await button(trial, /^v2\b/).click();
			await ticketPage(trial.window).getByText('You have 1 draft comment on v1.').waitFor();
			await button(trial, 'Carry Over to v2').click();
			await on(trial, '.comment-draft')
				.getByText(/from v1/)
				.waitFor();
		},
		undefined,
		{
			pose: center('.comment-draft'),
			leave: discardAll,
		},
	),
	page(
		'review-being-sent',
		async (trial) => {
			await order(trial);
			await on(trial, '.file .l.added').first().waitFor();
			await comment(trial, '.file .l.added', 'Why this order?\n\nThe old one was by name.');
			await close(trial);
			await send(trial, refused, 60);
			await says(trial, 'Being sent…');
		},
		undefined,
		{
			pose: center('.comment-draft'),
			leave: async (trial) => {
				await trial.window.page.locator('.statusbar-item', { hasText: /… Undo/ }).click();
				await on(trial, '.review-bar').waitFor();
			},
		},
	),
	page(
		'review-not-sent',
		async (trial) => {
			await send(trial, refused, 0);
			await says(trial, 'Not sent.');
		},
		undefined,
		{ pose: center('.comment-draft') },
	),
	page(
		'review-waiting',
		async ({ window }) => {
			await window.openContainer(['Tickets', 'Patches']);
			await row(window, 'Tickets', /^Mail, refused/).waitFor();
		},
		undefined,
		{
			hover: ({ window }) => row(window, 'Tickets', /^Mail, refused/).hover(),
			leave: async (trial) => {
				await trial.window.openContainer(['Patches']);
				await takeBack(trial);
			},
		},
	),
	page(
		'review-not-sent-yet',
		async (trial) => {
			await send(trial, '451 4.7.1 Greylisted, try again in 5 minutes', 0);
			await says(trial, 'Not sent yet.');
		},
		undefined,
		{ pose: center('.comment-draft'), leave: takeBack },
	),
	page(
		'review-maybe-sent',
		async (trial) => {
			await send(trial, 'end', 0);
			await says(trial, 'but may still arrive.');
		},
		undefined,
		{ pose: center('.comment-draft'), leave: takeBack },
	),
	page(
		'review-not-on-list',
		async (trial) => {
			// The server takes the mail, and does not pass it on.
			await send(trial, '250 2.0.0 Queued', 0);
			await says(trial, 'not on the list yet');
		},
		undefined,
		{
			pose: center('.comment-draft'),
			leave: async () => {
				await relay?.stop();
				relay = undefined;
			},
		},
	),
];
