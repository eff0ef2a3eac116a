import { Dialogue, row, signInWithToken, signOut, tokenOf } from './editor-driver.ts';
import { viewMessage } from './ticket-driver.ts';
import { repositoryBoxStates } from './trials-repository-box-states.ts';
import { repositoryChangeStates } from './trials-repository-change-states.ts';
import {
	closeMenu,
	expandOnly,
	Held,
	openFromPalette,
	openMenu,
	toast,
	viewOf,
} from './trials-repository-driver.ts';
import { repositoryFileStates } from './trials-repository-file-states.ts';
import { bareRepository, runGit } from './trials-repository-world.ts';
import { press, refuseReads, type State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const signInAs = ({ window }: TrialWindow, name: string) =>
	signInWithToken(window, tokenOf(window.forge, name));
const refresh = ({ window }: TrialWindow) => window.command('Tildeforge: Refresh');
const message = ({ window }: TrialWindow) => viewMessage(window, 'Repositories').first();
const repository = (name: string) => new RegExp(`^~ana/${name}\\b`);
const kinds = repository('kinds');
const shows = (trial: TrialWindow, words: string | RegExp) =>
	trial.window.view('Repositories').getByText(words).first();

const reading = new Held();

/** From an empty view to that of ~ana. */
const firstStates: readonly State[] = [
	{
		name: 'repositories-signed-out',
		hasPage: false,
		enter: ({ window }) => window.view('Repositories').getByText('Sign in').waitFor(),
	},
	{
		name: 'repositories-offline-unread',
		hasPage: false,
		enter: async (trial) => {
			await trial.repositories.cut();
			await signInAs(trial, '~carol');
			await message(trial).waitFor();
		},
		leave: ({ repositories }) => repositories.mend(),
	},
	{
		name: 'repositories-none',
		hasPage: false,
		enter: async (trial) => {
			await refresh(trial);
			await row(trial.window, 'Repositories', /has no repositories/).waitFor();
		},
		leave: ({ window }) => signOut(window),
	},
	{
		name: 'repositories-loading',
		hasPage: false,
		enter: async (trial) => {
			reading.hold(trial, (what) => what.startsWith('GET'));
			await signInAs(trial, '~ana');
			await trial.window.view('Repositories').locator('.monaco-progress-container.active').waitFor();
		},
		leave: async (trial) => {
			reading.release(trial);
			await viewOf(trial).row(repository('editor')).waitFor();
		},
	},
];

/** What is below the repositories. */
const rowStates: readonly State[] = [
	{
		name: 'repositories',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, repository('editor'), /^Log/, /^Tags/, /^Branches/);
			await viewOf(trial).row('branch master, default').waitFor();
			await viewOf(trial).row('tag 2.4.1, annotated').waitFor();
		},
	},
	{
		name: 'repositories-log',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, repository('editor'), /^Log/);
			await viewOf(trial)
				.row(/^Version 2\.4\.0/)
				.waitFor();
		},
		pose: async (trial) => {
			await trial.window.view('Repositories').locator('.monaco-list').focus();
			await trial.window.page.keyboard.press('End');
			for (let nth = 0; nth < 3; nth++) await trial.window.page.keyboard.press('ArrowUp');
		},
	},
	{
		name: 'repositories-kinds',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/, /^docs\b/, /^images\b/);
			await viewOf(trial)
				.row(/^README\.md/)
				.waitFor();
		},
	},
	{
		name: 'repositories-branches-and-tags',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Tags/, /^Branches/);
			await viewOf(trial).row('tag v1.0, annotated').waitFor();
		},
	},
	{
		name: 'repositories-without-commits',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, repository('empty'));
			await viewOf(trial)
				.row(/^No commits yet/)
				.waitFor();
		},
	},
	{
		name: 'repositories-unreadable-folder',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, repository('large'), /^Files/);
			await viewOf(trial)
				.row(/^notes\b/)
				.waitFor();
			trial.repositories.refusalOf = (what) =>
				what.includes('/tree/') ? 'The objects are being packed.' : undefined;
			await viewOf(trial)
				.row(/^notes\b/)
				.click();
			await shows(trial, /objects are being packed/).waitFor();
		},
		leave: async (trial) => refuseReads(trial.repositories, undefined),
	},
	{
		name: 'repositories-offline-folder',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial);
			await refresh(trial);
			await expandOnly(trial, repository('large'), /^Files/);
			await viewOf(trial)
				.row(/^notes\b/)
				.waitFor();
			await trial.repositories.cut();
			await viewOf(trial)
				.row(/^notes\b/)
				.click();
			await message(trial).waitFor();
		},
		leave: async (trial) => {
			await trial.repositories.mend();
			await refresh(trial);
			await message(trial).waitFor({ state: 'hidden' });
		},
	},
	...(['repository', 'branch', 'commit', 'file', 'folder'] as const).map((kind): State => {
		const rows = {
			repository: kinds,
			branch: 'branch master, default',
			commit: /^One of each/,
			file: /^run\.sh/,
			folder: /^docs\b/,
		};
		return {
			name: `repositories-menu-of-${kind}`,
			hasPage: false,
			enter: (trial) => expandOnly(trial, kinds, /^Log/, /^Branches/, /^Files/),
			pose: openMenu(rows[kind]),
			leave: closeMenu,
		};
	}),
	{
		name: 'repositories-view-menu',
		hasPage: false,
		enter: (trial) => expandOnly(trial),
		pose: async (trial) => {
			const view = trial.window.view('Repositories');
			await view.locator('.monaco-list').focus();
			await view.getByRole('button', { name: /Views and More Actions|More Actions/ }).click();
			await trial.window.page.getByRole('menuitem').first().waitFor();
		},
		leave: closeMenu,
	},
	{
		name: 'repositories-tooltip',
		hasPage: false,
		enter: async () => {},
		hover: async (trial) => {
			await viewOf(trial).row(kinds).hover();
			await trial.window.view('Repositories').locator('.monaco-list').focus();
			await press(trial, 'Home', 'Control+k', 'Control+i');
			await trial.window.page.locator('.workbench-hover:visible').waitFor();
		},
		leave: (trial) => press(trial, 'Escape'),
	},
];

/** Without a connection, and when the forge refuses or has nothing. */
const failureStates: readonly State[] = [
	{
		name: 'repositories-offline',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/);
			await trial.repositories.cut();
			await refresh(trial);
			await message(trial).waitFor();
		},
		leave: async (trial) => {
			await trial.repositories.mend();
			await refresh(trial);
			await message(trial).waitFor({ state: 'hidden' });
		},
	},
	{
		name: 'repositories-failing',
		hasPage: false,
		enter: async (trial) => {
			refuseReads(trial.repositories, 'The database is being moved.');
			await refresh(trial);
			await shows(trial, /database/).waitFor();
		},
		leave: async (trial) => {
			refuseReads(trial.repositories, undefined);
			await refresh(trial);
			await shows(trial, /database/).waitFor({ state: 'hidden' });
		},
	},
];

/** The folder of the window, which is a git repository, and that of the forge. */
export interface Project {
	readonly folder: string;
	readonly data: string;
}

/** Repositories of others and of the folder that is open. */
const groupStates = ({ folder, data }: Project): readonly State[] => [
	{
		name: 'repositories-pin',
		hasPage: false,
		enter: async () => {},
		pose: openFromPalette('Pin Repository…', { title: 'Pin Repository' }),
	},
	{
		name: 'repositories-pin-choice',
		hasPage: false,
		enter: async ({ window }) => {
			const dialogue = new Dialogue(window.page);
			await dialogue.answer('~bob');
			await dialogue.option(/dotfiles/).waitFor();
		},
		leave: async (trial) => {
			await new Dialogue(trial.window.page).choose(/dotfiles/);
			await viewOf(trial)
				.row(/^~bob\/dotfiles/)
				.waitFor();
		},
	},
	{
		name: 'repositories-groups',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial);
			const address = `${trial.repositories.address}/~ana/editor`;
			runGit(folder, ['fetch', '--quiet', bareRepository(data, 'editor'), 'master']);
			runGit(folder, ['checkout', '--quiet', '--force', '-B', 'master', 'FETCH_HEAD']);
			runGit(folder, ['remote', 'add', 'origin', address]);
			await viewOf(trial).row('This Project').waitFor();
		},
	},
	{
		name: 'repositories-project-question',
		hasPage: false,
		enter: async (trial) => {
			await trial.window.openContainer(['Tickets', 'Repositories']);
			await toast(trial, /the ticket tracker/).waitFor();
		},
	},
];

/** The Repositories view, and what it opens. */
export const repositoryStates = (project: Project): readonly State[] => [
	...firstStates,
	...rowStates,
	...repositoryFileStates,
	...repositoryBoxStates,
	...repositoryChangeStates,
	...failureStates,
	...groupStates(project),
];
