import { clickUntil, Dialogue, signInWithToken, signOut, tokenOf } from './editor-driver.ts';
import { ticketPage } from './ticket-driver.ts';
import { button, list, on, order, page, patches, showOn, wrap } from './trials-patches-driver.ts';
import { center, close, comment, discardAll } from './trials-review-states.ts';
import { closeEditors, press, type State, toast } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const lens = ({ window }: TrialWindow, name: string) =>
	window.page.locator('.codelens-decoration').getByText(name);
const dialog = ({ window }: TrialWindow) => window.page.locator('.monaco-dialog-box');
const isDraft = ({ window }: TrialWindow) =>
	window.page.locator('.review-comment').filter({ hasText: 'Draft' }).first().waitFor();

/** A file that only the first version changes. */
const droppedFile = '.file:has-text("term.h")';

/** Shows a version of a series whose versions have other patches. */
async function version(trial: TrialWindow, name: RegExp): Promise<void> {
	await button(trial, name).click();
	await on(trial, '.file .l').first().waitFor();
}

/** Users other than the owner may then not answer mails of a list. */
const withoutReplies = (answer: string): string =>
	answer.replace(/("(?:account|subscriber)":\[[^\]]*?),"reply"/g, '$1');

/** What the user sees before they answer, besides the comments on the page. Signed in as ~ana. */
export const answerStates: readonly State[] = [
	{
		name: 'patchset-diff-editor-draft',
		hasPage: false,
		enter: async (trial) => {
			const { page: editor } = trial.window;
			await wrap(trial);
			const lines = editor.locator('.multiDiffEditor .editor.modified .view-line');
			await clickUntil(button(trial, 'Open in Diff Editor'), lines.first());
			await lines
				.filter({ hasText: /if\s\(t->columns\s<\s1\)/ })
				.first()
				.click();
			await trial.window.command('Tildeforge: Comment on Line');
			await editor.locator('.review-widget .comment-form .monaco-editor.focused').waitFor();
			await editor.keyboard.insertText('Why 80, exactly?\n\nMost terminals are wider.');
			await editor.keyboard.press('Control+Enter');
			await isDraft(trial);
		},
		pose: isDraft,
		leave: async (trial) => {
			await closeEditors(trial);
			await wrap(trial);
			await discardAll(trial);
		},
	},
	{
		name: 'patchset-reply-box',
		hasPage: false,
		enter: async (trial) => {
			await wrap(trial);
			await showOn(trial, '#discussion');
			// The first one is the cover letter, which can get a trailer.
			await on(trial, '#discussion .mail').nth(1).focus();
			await press(trial, 'r');
			await new Dialogue(trial.window.page).says('Write Elsewhere');
		},
		leave: ({ window }) => new Dialogue(window.page).leave(),
	},
	{
		name: 'patchset-question-about-version',
		hasPage: false,
		enter: async (trial) => {
			await order(trial);
			await version(trial, /^v1\b/);
			await showOn(trial, droppedFile);
			await comment(trial, `${droppedFile} .l.removed`, 'Is this name not in the manual?');
			await close(trial);
			await button(trial, 'Finish Review…').click();
			await dialog(trial).getByText('v2 has replaced v1.').waitFor();
		},
		leave: (trial) => dialog(trial).getByRole('button', { name: 'Cancel' }).click(),
	},
	page(
		'gone',
		async (trial) => {
			await on(trial, `${droppedFile} [data-do=viewed]`).click();
			await version(trial, /^v2\b/);
			await button(trial, 'Carry Over to v2').click();
			await ticketPage(trial.window).getByText('v2 does not have what it is about').waitFor();
			await ticketPage(trial.window).getByText('v2 no longer changes src/term.h').waitFor();
		},
		undefined,
		{
			leave: async (trial) => {
				await version(trial, /^v1\b/);
				await showOn(trial, droppedFile);
				// A viewed file is folded.
				await on(trial, `${droppedFile} [data-do=viewed]`).click();
				await discardAll(trial);
			},
		},
	),
	{
		name: 'patchset-wrong-line-of-mail',
		hasPage: false,
		enter: async (trial) => {
			const { page: editor } = trial.window;
			const dialogue = new Dialogue(editor);
			await wrap(trial);
			await showOn(trial, '.file');
			await comment(trial, '.file .l.added', 'Is this needed?');
			await close(trial);
			await button(trial, 'Finish Review…').click();
			await dialogue.asks('Finish Review: 1 comment in 1 mail');
			await dialogue.choose(/Re: \[PATCH/);
			await lens(trial, 'Send or Save…').waitFor();
			await press(trial, 'ControlOrMeta+Home', 'ArrowDown', 'ArrowDown', 'End');
			await editor.keyboard.insertText(', Bob');
			await lens(trial, 'Send or Save…').click();
			await toast(trial, /^Line 3 of the mail/).waitFor();
		},
		leave: async (trial) => {
			await trial.window.command('Notifications: Clear All Notifications');
			await lens(trial, 'Back to Comments').click();
			await dialog(trial).getByRole('button', { name: 'Close', exact: true }).click();
			await on(trial, '.file .comment-draft').first().waitFor();
			await discardAll(trial);
		},
	},
	page(
		'comment-without-permission',
		async (trial) => {
			await closeEditors(trial);
			trial.lists.rewriteAnswer = withoutReplies;
			await signOut(trial.window);
			await signInWithToken(trial.window, tokenOf(trial.window.forge, '~dave'));
			await patches(trial, list).waitFor();
			await wrap(trial);
			await showOn(trial, '.file');
			await on(trial, '.file .l.added').first().click();
			await press(trial, 'c');
			await on(trial, '.comment-draft').getByText('does not let you reply').waitFor();
		},
		undefined,
		{
			pose: center('.comment-draft'),
			leave: async (trial) => {
				trial.lists.rewriteAnswer = (answer) => answer;
				await press(trial, 'Escape');
				await closeEditors(trial);
				await signOut(trial.window);
				await signInWithToken(trial.window, tokenOf(trial.window.forge, '~ana'));
				await patches(trial, list).waitFor();
			},
		},
	),
];
