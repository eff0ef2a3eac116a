import { tryAgain } from '../tools/until.ts';
import { InputBox, signOut, tokenOf } from './editor-driver.ts';
import { startMailRelay } from './mail-relay.ts';
import { order, showVersion, signInTo, wrap } from './trials-patches-driver.ts';
import { button, closeEditors, on, press, type State, says, showOn, state } from './trials-state.ts';
import { changeSettings, type TrialWindow } from './trials-window.ts';

const box = (trial: TrialWindow) => on(trial, '.comment-draft textarea').first();
const close = (trial: TrialWindow) => box(trial).press('Escape');

/** Diffs are loaded when they are in view. */
async function loadDiffs(trial: TrialWindow, files: string): Promise<void> {
	for (const file of await on(trial, files).all()) await file.scrollIntoViewIfNeeded();
}

async function comment(trial: TrialWindow, selector: string, text: string): Promise<void> {
	await loadDiffs(trial, '.file');
	const place = on(trial, selector).first();
	await place.scrollIntoViewIfNeeded();
	await place.click();
	await press(trial, 'c');
	await box(trial).fill(text);
	await says(trial, /^Draft saved/);
}

/** Discards the drafts, so that the next states begin without them. */
async function discardAll(trial: TrialWindow): Promise<void> {
	await loadDiffs(trial, '.file:has(.drafts)');
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
	const from = 'Ana Duarte <ana@example.org>';
	const server = { host: '127.0.0.1', port: relay.port, security: 'none', from };
	await changeSettings(trial, { 'tildeforge.mailServer': server, 'tildeforge.undoSeconds': undoSeconds });
	const inputBox = new InputBox(window.page);
	await tryAgain(
		() => button(trial, 'Finish Review…').click(),
		() => inputBox.asks('Finish Review: 1 comment in 1 mail', 5000),
	);
	await inputBox.choose(/Through 127/);
}

/** Makes a draft of a comment that waits to be sent. */
async function takeBack(trial: TrialWindow): Promise<void> {
	await on(trial, '.comment-draft').getByRole('button', { name: 'Edit' }).click();
	await on(trial, '.review-bar').waitFor();
}

const centered = (name: string, enter: State['enter'], more: Partial<State> = {}): State =>
	state(`patchset-${name}`, enter, { pose: showOn('.comment-draft', 'center'), ...more });

/** A review that the mail server answers. */
const answered = (name: string, answer: string, words: string, leave: State['leave'] = takeBack): State =>
	centered(
		name,
		async (trial) => {
			await send(trial, answer, 0);
			await on(trial, '.comment-draft').getByText(words).waitFor();
		},
		{ leave },
	);

/** A file that only the first version changes. */
const droppedFile = '.file:has-text("term.h")';

/** Users other than the owner may then not answer mails of a list. */
const withoutReplies = (answer: string): string =>
	answer.replace(/("(?:account|subscriber)":\[[^\]]*?),"reply"/g, '$1');

/** What the page of a patchset shows of a review. Signed in as ~ana; the last one signs her out. */
export const reviewStates: readonly State[] = [
	centered('comment', async (trial) => {
		await wrap(trial);
		const text = 'Is this needed?\n\nThe old one did the same without it, and was shorter.';
		await comment(trial, '.file .l.added >> nth=3', text);
	}),
	centered('narrow-900-comment', async () => {}, { pageWidth: 900 }),
	centered('comment-draft', close),
	centered(
		'comments',
		async (trial) => {
			await comment(trial, '.patch-head h3', 'Thank you, I like it.');
			await close(trial);
		},
		{ pose: showOn('.patch-head .comment-draft', 'center'), leave: discardAll },
	),
	centered(
		'comments-carried-over',
		async (trial) => {
			await order(trial);
			await showVersion(trial, /^v1\b/);
			await comment(trial, '.file .l.added', 'Why this order?');
			await close(trial);
			await comment(trial, `${droppedFile} .l.removed`, 'Is this name not in the manual?');
			await close(trial);
			await showVersion(trial, /^v2\b/);
			await button(trial, 'Carry Over to v2').click();
			await on(trial, '.comment-draft')
				.getByText(/from v1/)
				.first()
				.waitFor();
			await says(trial, 'v2 does not have what it is about');
		},
		{
			leave: async (trial) => {
				await discardAll(trial);
				await showVersion(trial, /^v1\b/);
				await discardAll(trial);
			},
		},
	),
	centered(
		'review-being-sent',
		async (trial) => {
			await order(trial);
			await showVersion(trial, /^v2\b/);
			await comment(trial, '.file .l.added', 'Why this order?\n\nThe old one was by name.');
			await close(trial);
			await send(trial, '250 2.0.0 Queued', 60);
			await says(trial, 'Being sent…');
		},
		{
			leave: async (trial) => {
				await trial.window.page.locator('.statusbar-item', { hasText: /… Undo/ }).click();
				await on(trial, '.review-bar').waitFor();
			},
		},
	),
	answered(
		'review-not-sent',
		`550 5.7.1 Mails must be sent through ${'a long name '.repeat(9)}`,
		'Not sent.',
	),
	answered('review-not-sent-yet', '451 4.7.1 Greylisted, try again in 5 minutes', 'Not sent yet.'),
	answered('review-maybe-sent', 'end', 'but may still arrive.'),
	// The server takes the mail, and does not pass it on.
	answered('review-not-on-list', '250 2.0.0 Queued', 'not on the list yet', async () => {
		await relay?.stop();
		relay = undefined;
	}),
	centered(
		'comment-without-permission',
		async (trial) => {
			await closeEditors(trial);
			trial.lists.rewriteAnswer = withoutReplies;
			await signOut(trial.window);
			await signInTo(trial, tokenOf(trial.window.forge, '~dave'));
			await wrap(trial);
			await showOn('.file')(trial);
			await on(trial, '.file .l.added').first().click();
			await press(trial, 'c');
			await on(trial, '.comment-draft').getByText('does not let you reply').waitFor();
		},
		{
			leave: async (trial) => {
				trial.lists.rewriteAnswer = (answer) => answer;
				await press(trial, 'Escape');
				await closeEditors(trial);
				await signOut(trial.window);
				await signInTo(trial, tokenOf(trial.window.forge, '~ana'));
			},
		},
	),
];
