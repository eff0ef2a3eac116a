import { chooseInMenu, Dialogue, openBox } from './editor-driver.ts';
import { button, expandOnly, list, on, patches, showOn, wrap } from './trials-patches-driver.ts';
import { openFromPalette } from './trials-repository-driver.ts';
import { press, type State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const leaveBox = ({ window }: TrialWindow) => new Dialogue(window.page).leave();

/** A box that stays open while the window's size changes. */
const box = (name: string, enter: State['enter']): State => ({
	name: `patches-${name}`,
	hasPage: false,
	enter,
	leave: leaveBox,
});

/** Writes a comment on a line of the page. */
async function writeComment(trial: TrialWindow): Promise<void> {
	// Its diff is loaded when it is in view.
	await showOn(trial, '.file');
	await on(trial, '.file .l.added').first().click();
	await press(trial, 'c');
	await on(trial, '.comment-draft textarea').fill('Why is this needed? The old one is as good.');
	await press(trial, 'Escape');
	await button(trial, 'Finish Review…').waitFor();
}

/** Shows the hover of a row as the keyboard does. */
const hover = (name: string, row: RegExp, words: RegExp, ...expanded: readonly RegExp[]): State => ({
	name: `patches-hover-of-${name}`,
	hasPage: false,
	enter: (trial) => expandOnly(trial, list, ...expanded),
	// Such a hover stays until it is closed.
	pose: (trial) => press(trial, 'Escape'),
	hover: async (trial) => {
		const { page } = trial.window;
		await patches(trial, row).click({ button: 'right' });
		await page.getByRole('menuitem').first().waitFor();
		await press(trial, 'Escape', 'ControlOrMeta+k', 'ControlOrMeta+i');
		await page.locator('.monaco-hover').filter({ hasText: words }).waitFor();
	},
	leave: (trial) => press(trial, 'Escape'),
});

/** What opens above the rows. Signed in as ~ana. */
export const patchesBoxStates: readonly State[] = [
	hover('list', list, /Questions about/),
	hover('patchset', /^Wrap long lines/, /Wrap long lines/, /^Proposed/),
	hover('discussion', /^What the editor is not/, /40|39/, /^Discussions/),
	{
		name: 'patches-find',
		hasPage: false,
		enter: async () => {},
		pose: openFromPalette('Find Patchset…', { title: 'Find Patchset', text: 'line' }),
		leave: leaveBox,
	},
	box('open', async ({ window }) => {
		await openBox(window, 'Tildeforge: Open Patchset or Mail…', 'Open Patchset or Mail');
		const dialogue = new Dialogue(window.page);
		await dialogue.answer('what I saw yesterday');
		await dialogue.says(/Not recognized/);
	}),
	{
		name: 'patches-status-pick',
		hasPage: false,
		enter: (trial) => expandOnly(trial, list, /^Proposed/),
		pose: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			if (await dialogue.box.isVisible()) return;
			await chooseInMenu(patches(trial, /^Wrap long lines/), 'Change Patchset Status…');
			await dialogue.option(/Approved/).waitFor();
		},
		leave: leaveBox,
	},
	{
		name: 'patches-menu-of-patchset',
		hasPage: false,
		enter: (trial) => expandOnly(trial, list, /^Proposed/),
		pose: async (trial) => {
			await patches(trial, /^Wrap long lines/).click({ button: 'right' });
			await trial.window.page.getByRole('menuitem', { name: 'Save Patches as mbox…' }).waitFor();
		},
		leave: (trial) => press(trial, 'Escape'),
	},
	{
		name: 'patches-reply',
		hasPage: false,
		enter: wrap,
		pose: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			if (await dialogue.box.isVisible()) return;
			await button(trial, 'Reply to the cover letter').click();
			await dialogue.option(/Reviewed-by/).waitFor();
		},
		leave: leaveBox,
	},
	{
		name: 'patches-reviewed-by',
		hasPage: false,
		enter: wrap,
		pose: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			if (await dialogue.box.isVisible()) return;
			await button(trial, 'Reply to the cover letter').click();
			await dialogue.choose(/Reviewed-by/);
			await dialogue.option(/Open in Mail Program/).waitFor();
		},
		leave: leaveBox,
	},
	{
		name: 'patches-finish-review',
		hasPage: false,
		enter: async (trial) => {
			await wrap(trial);
			await writeComment(trial);
		},
		pose: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			if (await dialogue.box.isVisible()) return;
			await button(trial, 'Finish Review…').click();
			await dialogue.choose(/Reviewed-by/);
			await dialogue.option(/added/).waitFor();
		},
		leave: async (trial) => {
			await leaveBox(trial);
			await button(trial, 'Discard draft').click();
		},
	},
	{
		name: 'patches-mail-of-review',
		hasPage: false,
		enter: async (trial) => {
			await wrap(trial);
			await writeComment(trial);
			await button(trial, 'Finish Review…').click();
			await new Dialogue(trial.window.page).choose(/1 comment/);
			await trial.window.page.getByText('Back to Comments').waitFor();
		},
		leave: async (trial) => {
			await trial.window.page.getByText('Back to Comments').click();
			await button(trial, 'Discard draft').click();
		},
	},
	{
		name: 'patches-edit-list',
		hasPage: false,
		enter: (trial) => expandOnly(trial, list),
		pose: async (trial) => {
			const dialogue = new Dialogue(trial.window.page);
			if (await dialogue.box.isVisible()) return;
			await chooseInMenu(patches(trial, list), 'Edit Mailing List…');
			await dialogue.option(/Permissions/).waitFor();
		},
		leave: leaveBox,
	},
	box('new-list', async ({ window }) => {
		await openBox(window, 'Tildeforge: New Mailing List…', 'New Mailing List');
		const dialogue = new Dialogue(window.page);
		await dialogue.field.fill('with space');
		await dialogue.says(/space|letters/);
	}),
	box('new-list-description', async ({ window }) => {
		await openBox(window, 'Tildeforge: New Mailing List…', 'New Mailing List');
		const dialogue = new Dialogue(window.page);
		await dialogue.answer('website-devel');
		await dialogue.says(/^Description/);
	}),
];
