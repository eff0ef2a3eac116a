import { chooseInMenu, Dialogue, signInWithToken, signOut, tokenOf } from './editor-driver.ts';
import { signInOnPages } from './forge-pages.ts';
import { changedFile, patchBody, sendMails } from './patches-mails.ts';
import { viewMessage } from './ticket-driver.ts';
import {
	discardRefused,
	expand,
	expandOnly,
	holdReads,
	isRefused,
	list,
	patches,
	refreshLists,
	shown,
} from './trials-patches-driver.ts';
import { refuseReads, type State } from './trials-state.ts';
import { changeSettings, type TrialWindow } from './trials-window.ts';

const signInAs = ({ window }: TrialWindow, name: string) =>
	signInWithToken(window, tokenOf(window.forge, name));

let release: () => void = () => {};

const state = (
	name: string,
	enter: State['enter'],
	more: Omit<State, 'name' | 'hasPage' | 'enter'> = {},
): State => ({ name: `patches-${name}`, hasPage: false, enter, ...more });

/** Marks the selected patchset as approved. */
async function approve({ window }: TrialWindow): Promise<void> {
	const dialogue = new Dialogue(window.page);
	await window.command('Tildeforge: Change Patchset Status…');
	await dialogue.option(/Approved/).click();
}

/** From an empty view to that of ~ana. */
export const firstViewStates: readonly State[] = [
	state('signed-out', (trial) => shown(trial, /^Sign in/i).waitFor()),
	state(
		'offline-unread',
		async (trial) => {
			await trial.lists.cut();
			await signInAs(trial, '~dave');
			await viewMessage(trial.window, 'Patches').first().waitFor();
		},
		{
			leave: async (trial) => {
				await trial.lists.mend();
				await signOut(trial.window);
			},
		},
	),
	state('one-list', async (trial) => {
		await signInAs(trial, '~bob');
		await expand(trial, list);
		await patches(trial, /^Discussions/).waitFor();
	}),
	state(
		'empty',
		async (trial) => {
			await chooseInMenu(patches(trial, list), 'Unsubscribe from Mailing List');
			await patches(trial, /No mailing lists yet/).waitFor();
		},
		{ leave: ({ window }) => signOut(window) },
	),
	state(
		'missing-permission',
		async (trial) => {
			const ana = await signInOnPages(trial.window.forge, 'ana');
			await signInWithToken(trial.window, await ana.createToken(['trackers:read', 'tickets:read']));
			await patches(trial, /^Missing permissions/).waitFor();
		},
		{ leave: ({ window }) => signOut(window) },
	),
	state(
		'loading',
		async (trial) => {
			release = holdReads(trial);
			await signInAs(trial, '~ana');
			await trial.window.view('Patches').locator('.monaco-progress-container.active').waitFor();
		},
		{
			leave: async (trial) => {
				release();
				await patches(trial, list).waitFor();
			},
		},
	),
	state('lists', (trial) => patches(trial, /^~ana\/editor-announce/).waitFor()),
];

const menu = (row: RegExp) => ({
	pose: async (trial: TrialWindow) => {
		await patches(trial, row).click({ button: 'right' });
		await trial.window.page.getByRole('menuitem').first().waitFor();
	},
	leave: ({ window }: TrialWindow) => window.page.keyboard.press('Escape'),
});

/** Signed in as ~ana. */
export const viewStates: readonly State[] = [
	state('list', async (trial) => {
		await expandOnly(trial, list);
		await patches(trial, /^Discussions/).waitFor();
	}),
	state('versions', (trial) => expandOnly(trial, list, /^Proposed/, /^Wrap long lines/, /^Older versions/)),
	state('mine', async (trial) => {
		await expandOnly(trial, /^Sent by Me\b/, /^Discussions/);
		await patches(trial, /^What the editor is not/).waitFor();
	}),
	state('waiting-for-me', async (trial) => {
		await sendMails(trial.window.forge, [
			{
				id: 'own@example.org',
				subject: '[PATCH editor] term: a shorter name',
				from: 'Ana Duarte <ana@example.org>',
				body: patchBody('It was long.', [changedFile('src/term.c', 1, ['-terminal();', '+term();'])]),
			},
			{
				id: 'own-reply@example.org',
				subject: 'Re: [PATCH editor] term: a shorter name',
				answers: 'own@example.org',
				from: 'Carol Nowak <carol@example.org>',
				body: 'Why?\n',
			},
		]);
		await refreshLists(trial);
		await expandOnly(trial, /^Sent by Me\b/, /^Waiting for Me/);
		await patches(trial, /^term: a shorter name/).waitFor();
	}),
	state('discussions', (trial) => expandOnly(trial, list, /^Discussions/)),
	state('query', async (trial) => {
		await changeSettings(trial, {
			'tildeforge.patchQueries': [
				{ name: 'From Carol', query: 'is:patch from:carol' },
				{ name: 'Mistyped', query: 'is:nonsense' },
				{ name: 'Nothing', query: 'zzzzz' },
			],
		});
		await expandOnly(trial, list, /^From Carol/, /^Mistyped/, /^Nothing/);
		await patches(trial, /^The forge rejected/).waitFor();
	}),
	state('unread', async (trial) => {
		await expandOnly(trial, list);
		await sendMails(trial.window.forge, [
			{
				id: 'unread@example.org',
				subject: '[PATCH editor] term: one more',
				body: 'Hello.\n---\ndiff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n-- \n2.45.2\n',
			},
		]);
		await refreshLists(trial);
		await expandOnly(trial, list, /^Proposed/);
		await patches(trial, /^term: one more/).waitFor();
	}),
	state(
		'waiting',
		async (trial) => {
			await changeSettings(trial, { 'tildeforge.undoSeconds': 600 });
			await expandOnly(trial, list, /^Proposed/);
			await patches(trial, /^term: one more/).click();
			await approve(trial);
			await expand(trial, /^Approved/);
			await patches(trial, /^term: one more.*unsent/).waitFor();
		},
		{ leave: ({ window }) => window.command('Tildeforge: Undo Last Change') },
	),
	state(
		'refused',
		async (trial) => {
			await changeSettings(trial, { 'tildeforge.undoSeconds': 0 });
			trial.lists.refusalOf = (what) =>
				what.startsWith('PUT') ? 'The list is closed for changes until Monday.' : undefined;
			await expandOnly(trial, list, /^Proposed/);
			await patches(trial, /^term: one more/).click();
			await approve(trial);
			await isRefused(trial);
		},
		{
			leave: discardRefused,
		},
	),
	state(
		'offline',
		async (trial) => {
			await expandOnly(trial, list);
			await trial.lists.cut();
			await refreshLists(trial);
			await viewMessage(trial.window, 'Patches').first().waitFor();
		},
		{
			leave: async (trial) => {
				await trial.lists.mend();
				await refreshLists(trial);
				await viewMessage(trial.window, 'Patches').first().waitFor({ state: 'hidden' });
			},
		},
	),
	state(
		'failing',
		async (trial) => {
			await expandOnly(trial, list);
			refuseReads(trial.lists, 'The database is being moved.');
			await refreshLists(trial);
			await shown(trial, /database/).waitFor();
		},
		{
			leave: async (trial) => {
				refuseReads(trial.lists, undefined);
				await refreshLists(trial);
				await shown(trial, /database/).waitFor({ state: 'hidden' });
			},
		},
	),
	state('menu-of-list', (trial) => expandOnly(trial, list), menu(list)),
	state('menu-of-patchset', (trial) => expandOnly(trial, list, /^Proposed/), menu(/^Wrap long lines/)),
];
