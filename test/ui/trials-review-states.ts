import { setTimeout } from 'node:timers/promises';
import { ticketPage } from './ticket-driver.ts';
import { button, on, order, page, wrap } from './trials-patches-driver.ts';
import type { State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const box = (trial: TrialWindow) => on(trial, '.comment-draft textarea').first();
const saved = (trial: TrialWindow) =>
	ticketPage(trial.window)
		.getByText(/^Draft saved/)
		.first()
		.waitFor();

async function comment(trial: TrialWindow, selector: string, text: string): Promise<void> {
	const place = on(trial, selector).first();
	await place.scrollIntoViewIfNeeded();
	await place.click();
	await trial.window.page.keyboard.press('c');
	await box(trial).fill(text);
	await saved(trial);
}

const close = (trial: TrialWindow) => box(trial).press('Escape');

const center = (selector: string) => async (trial: TrialWindow) => {
	const one = on(trial, selector).first();
	await one.waitFor();
	await setTimeout(400);
	await one.evaluate((element) => element.scrollIntoView({ block: 'center' }));
};

/** Discards the drafts, so that the next states begin without them. */
async function discardAll(trial: TrialWindow): Promise<void> {
	// Diffs are loaded when they are in view.
	for (const file of await on(trial, '.file:has(.drafts)').all()) await file.scrollIntoViewIfNeeded();
	const discard = on(trial, '.comment-draft [data-do=discard-comment]');
	await discard.first().waitFor();
	for (let left = await discard.count(); left > 0; left--) {
		await discard.first().click();
		await on(trial, '.comment-draft [data-do=restore-comment]').first().waitFor();
	}
	await on(trial, '.review-bar').waitFor({ state: 'detached' });
}

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
];
