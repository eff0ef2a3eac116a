import { tryAgain } from '../tools/until.ts';
import { signInWithToken, signOut } from './editor-driver.ts';
import { signInOnPages } from './forge-pages.ts';
import { ticketPage } from './ticket-driver.ts';
import {
	button,
	compare,
	expandOnly,
	holdReads,
	isDrawn,
	list,
	on,
	order,
	page,
	patches,
	proposed,
	showOn,
	wrap,
} from './trials-patches-driver.ts';
import { openFromPalette } from './trials-repository-driver.ts';
import { closeEditors, press, refuseReads, type State } from './trials-state.ts';
import { changeSettings, type TrialWindow } from './trials-window.ts';

let release: () => void = () => {};

/** Waits until the diff editor has its colors. */
const isColored = ({ window }: TrialWindow) =>
	window.page.locator('.multiDiffEditor .char-insert, .multiDiffEditor .line-insert').first().waitFor();

/** Scrolls the diff editor to its first reply, with the wheel: only the editor itself draws what comes into view. */
async function showReply({ window: { page } }: TrialWindow): Promise<void> {
	const reply = page.locator('.review-comment').first();
	await page.locator('.multiDiffEditor').hover();
	await tryAgain(
		() => page.mouse.wheel(0, 300),
		() => reply.waitFor({ timeout: 500 }),
	);
}

/** What the page of a patchset shows if something is wrong, its keys, and the diff editors. */
export const patchsetFailureStates: readonly State[] = [
	page(
		'keys',
		async (trial) => {
			await wrap(trial);
			await button(trial, /^Next patchset/).focus();
			await press(trial, '?');
			await on(trial, '[role=dialog], dialog').first().waitFor();
		},
		undefined,
		{ leave: (trial) => press(trial, 'Escape') },
	),
	page('offline', async (trial) => {
		await wrap(trial);
		await closeEditors(trial);
		await trial.lists.cut();
		await wrap(trial);
		await ticketPage(trial.window)
			.getByText(/^No connection to/)
			.waitFor();
	}),
	page(
		'offline-unread',
		async (trial) => {
			await expandOnly(trial, list, /^Applied/);
			await patches(trial, /, version \d/).click();
			await ticketPage(trial.window)
				.getByText(/^No connection to/)
				.waitFor();
			await ticketPage(trial.window)
				.getByText(/Couldn't load/)
				.waitFor();
		},
		undefined,
		{ leave: ({ lists }) => lists.mend() },
	),
	page(
		'loading',
		async (trial) => {
			await closeEditors(trial);
			release = holdReads(trial);
			await expandOnly(trial, list, /^Rejected/);
			await patches(trial, /, version \d/).click();
			await ticketPage(trial.window)
				.getByText(/^\s*Loading/)
				.filter({ visible: true })
				.first()
				.waitFor();
		},
		undefined,
		{
			leave: async (trial) => {
				release();
				await isDrawn(trial);
			},
		},
	),
	page(
		'failing',
		async (trial) => {
			await closeEditors(trial);
			refuseReads(trial.lists, 'The database is being moved.');
			await wrap(trial);
			await ticketPage(trial.window)
				.getByText(/database/)
				.first()
				.waitFor();
		},
		undefined,
		{ leave: async (trial) => refuseReads(trial.lists, undefined) },
	),
	page(
		'comparison-failing',
		async (trial) => {
			await closeEditors(trial);
			// Comparing versions that were read makes no request. No other state opens the first version of this one.
			await proposed(trial, 'undo: forget');
			await isDrawn(trial);
			refuseReads(trial.lists, 'The database is being moved.');
			await button(trial, 'Compare Versions').click();
			await button(trial, 'Try Again').waitFor();
		},
		'#compare',
		{ leave: async (trial) => refuseReads(trial.lists, undefined) },
	),
	page('not-found', async (trial) => {
		await closeEditors(trial);
		await openFromPalette('Open Patchset or Mail…', {
			title: 'Open Patchset or Mail',
			text: '~ana/editor-devel 9999',
		})(trial);
		await press(trial, 'Enter');
		await ticketPage(trial.window)
			.getByText(/doesn't exist/)
			.waitFor();
	}),
	{
		name: 'patchset-diff-editor',
		hasPage: false,
		enter: async (trial) => {
			await closeEditors(trial);
			await wrap(trial);
			await button(trial, 'Open in Diff Editor').click();
			await trial.window.page.locator('.multiDiffEditor .view-line').first().waitFor();
			await isColored(trial);
		},
	},
	{
		name: 'patchset-diff-editor-replies',
		hasPage: false,
		enter: showReply,
		pose: showReply,
		hover: (trial) => trial.window.page.locator('.review-comment').first().hover(),
		leave: closeEditors,
	},
	{
		name: 'patchset-diff-editor-comparison',
		hasPage: false,
		enter: async (trial) => {
			await order(trial);
			await compare(trial);
			await showOn(trial, '#compare');
			await ticketPage(trial.window)
				.locator('#compare')
				.getByRole('button', { name: 'Open in Diff Editor' })
				.click();
			await trial.window.page.locator('.multiDiffEditor .view-line').first().waitFor();
			await isColored(trial);
		},
		leave: closeEditors,
	},
	{
		name: 'patchset-original',
		hasPage: false,
		enter: async (trial) => {
			await wrap(trial);
			await showOn(trial, '#discussion');
			await on(trial, '#discussion [data-do=show-original]').first().click();
			await trial.window.page.locator('.monaco-editor .view-line', { hasText: 'Message-ID' }).waitFor();
		},
		leave: closeEditors,
	},
	page('missing-permission', async (trial) => {
		await changeSettings(trial, { 'tildeforge.undoSeconds': 0 });
		await signOut(trial.window);
		const ana = await signInOnPages(trial.window.forge, 'ana');
		const scopes = ['profile:read', 'lists:read', 'patches:read', 'emails:read', 'subs:read'];
		await signInWithToken(trial.window, await ana.createToken(scopes));
		await wrap(trial);
		await button(trial, 'Approve').press('Enter');
		await button(trial, 'Grant Permissions').waitFor();
	}),
];
