import { tryAgain } from '../tools/until.ts';
import { Dialogue, row, signInWithToken, signOut, tokenOf } from './editor-driver.ts';
import { viewMessage } from './ticket-driver.ts';
import { repositoryBoxStates } from './trials-repository-box-states.ts';
import { repositoryChangeStates } from './trials-repository-change-states.ts';
import {
	expandOnly,
	Held,
	openFromPalette,
	refresh,
	repository,
	shows,
	viewOf,
} from './trials-repository-driver.ts';
import { repositoryFileStates } from './trials-repository-file-states.ts';
import { repositoryRowStates } from './trials-repository-row-states.ts';
import { bareRepository, runGit } from './trials-repository-world.ts';
import { refuseReads, type State, toast } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const signInAs = ({ window }: TrialWindow, name: string) =>
	signInWithToken(window, tokenOf(window.forge, name));
const message = ({ window }: TrialWindow) => viewMessage(window, 'Repositories').first();
const kinds = repository('kinds');

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
			await row(trial.window, 'Repositories', /No repositories yet/).waitFor();
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

/** Shows a repository as a folder in the page of the pictures, instead of in the window that VS Code has opened for it. */
async function openAsFolder(trial: TrialWindow): Promise<void> {
	const { window } = trial;
	const opened = await window.openedBy(() => viewOf(trial).chooseInMenu(kinds, 'Open Repository as Folder'));
	const address = opened.page.url();
	await opened.page.close();
	await window.page.goto(address);
	await tryAgain(
		() => window.command('View: Show Explorer'),
		() => window.page.locator('.explorer-folders-view').getByText('run.sh').waitFor({ timeout: 5000 }),
		5,
	);
}

/** Repositories of others and of the folder that is open. */
const groupStates = ({ folder, data }: Project): readonly State[] => [
	{
		name: 'repositories-pin',
		hasPage: false,
		enter: async () => {},
		pose: openFromPalette('Pin Repository…', { title: 'Pin Repository: forge.test' }),
	},
	{
		name: 'repositories-pin-choice',
		hasPage: false,
		enter: async ({ window }) => {
			const dialogue = new Dialogue(window.page);
			await dialogue.field.fill('~bob');
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
		leave: async (trial) => {
			await toast(trial, /the ticket tracker/)
				.getByRole('button', { name: 'Yes' })
				.click();
			await trial.window.openContainer(['Repositories']);
		},
	},
	{
		name: 'repository-as-folder',
		hasPage: false,
		enter: openAsFolder,
	},
];

/** The Repositories view, and what it opens. */
export const repositoryStates = (project: Project): readonly State[] => [
	...firstStates,
	...repositoryRowStates,
	...repositoryFileStates,
	...repositoryBoxStates,
	...repositoryChangeStates,
	...failureStates,
	...groupStates(project),
];
