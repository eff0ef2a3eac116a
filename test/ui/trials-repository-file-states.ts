import { tryAgain } from '../tools/until.ts';
import { copied } from './editor-driver.ts';
import {
	box,
	clearToasts,
	closeBox,
	dialog,
	expandOnly,
	openFile,
	openFromPalette,
	refresh,
	repository,
	tab,
	viewOf,
} from './trials-repository-driver.ts';
import { closeEditors, type State, toast } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const kinds = repository('kinds');
const diff = ({ window }: TrialWindow) => window.page.locator('.multiDiffEditor');
const line = (trial: TrialWindow, words: RegExp) =>
	diff(trial).locator('.view-line').filter({ hasText: words });

const encodingLens = ({ window }: TrialWindow) =>
	window.page.locator('.codelens-decoration').getByText(/Reopen with Encoding/);

const openCommit = (trial: TrialWindow, repository: RegExp, subject: RegExp) =>
	expandOnly(trial, repository, /^Log/).then(() => viewOf(trial).row(subject).first().click());

/** Expands a repository and its files, and opens one of them. */
const file = (name: string, title: string | RegExp, ...folders: readonly RegExp[]): State => ({
	name: `repository-file-${name}`,
	hasPage: false,
	enter: async (trial) => {
		await expandOnly(trial, kinds, /^Files/, ...folders);
		await openFile(trial, title);
	},
	leave: closeEditors,
});

async function closeAll(trial: TrialWindow): Promise<void> {
	await clearToasts(trial);
	await closeEditors(trial);
}

const signature = (name: string, subject: RegExp, words: RegExp): State => ({
	name: `repository-signature-${name}`,
	hasPage: false,
	enter: async (trial) => {
		await openCommit(trial, repository('signed'), subject);
		await line(trial, words).waitFor();
	},
	leave: closeEditors,
});

/** Files, commits and comparisons in editors. */
export const repositoryFileStates: readonly State[] = [
	{
		name: 'repository-file',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, repository('editor'), /^Files/, /^src\b/);
			await openFile(trial, /^undo\.c/);
			await trial.window.page.locator('.view-lines').getByText('#include').first().waitFor();
		},
		leave: closeEditors,
	},
	file('image', /^icon\.png/, /^images\b/),
	file('binary', /^program\.bin/),
	file('non-ascii', /^Übersicht\.md/, /^docs\b/),
	{ ...file('broken-link', /^outside\.md/), leave: closeAll },
	{
		name: 'repository-file-large',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/);
			await viewOf(trial)
				.row(/^big\.log/)
				.click();
			await dialog(trial)
				.getByText(/^Open big\.log/)
				.waitFor();
		},
	},
	{
		name: 'repository-file-large-declined',
		hasPage: false,
		enter: async (trial) => {
			await dialog(trial).getByRole('button', { name: 'Cancel' }).click();
			// The tab closes, because VS Code would show an error there.
			await tab(trial, /^big\.log/).waitFor({ state: 'detached' });
		},
		leave: closeAll,
	},
	{
		name: 'repository-file-in-another-encoding',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/, /^docs\b/);
			await openFile(trial, /^names-in-latin1\.txt/);
			await encodingLens(trial).waitFor();
		},
		leave: closeEditors,
	},
	{
		name: 'repository-file-reopened-with-encoding',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/, /^docs\b/);
			await openFile(trial, /^names-in-latin1\.txt/);
			const { page } = trial.window;
			await tryAgain(
				() => encodingLens(trial).click(),
				() => page.getByPlaceholder(/Select File Encoding/).waitFor({ timeout: 3000 }),
			);
			await page.keyboard.type('Western (Windows 1252)');
			await page.keyboard.press('Enter');
			await trial.window.page.locator('.view-line').filter({ hasText: 'Zoë' }).waitFor();
			await encodingLens(trial).waitFor({ state: 'detached' });
		},
		leave: closeEditors,
	},
	{
		name: 'repository-file-offline',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/);
			await viewOf(trial)
				.row(/^run\.sh/)
				.waitFor();
			await trial.repositories.cut();
			await viewOf(trial)
				.row(/^run\.sh/)
				.click();
			await trial.window.page.locator('.monaco-editor-pane-placeholder').first().waitFor();
		},
		leave: async (trial) => {
			await trial.repositories.mend();
			await closeAll(trial);
			await refresh(trial);
		},
	},
	{
		name: 'repository-commit',
		hasPage: false,
		enter: async (trial) => {
			await openCommit(trial, repository('editor'), /^Version 2\.4\.0/);
			await diff(trial).getByText('NEWS').first().waitFor();
		},
		leave: closeEditors,
	},
	{
		name: 'repository-commit-offline',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, repository('editor'), /^Log/);
			const commit = viewOf(trial).row(/^Version 2\.3\.0/);
			await commit.waitFor();
			await trial.repositories.cut();
			await commit.click();
			await toast(trial, /refused the connection/).waitFor();
		},
		leave: async (trial) => {
			await trial.repositories.mend();
			await clearToasts(trial);
			await refresh(trial);
		},
	},
	{
		name: 'repository-first-commit',
		hasPage: false,
		enter: async (trial) => {
			await openCommit(trial, kinds, /^One of each/);
			await diff(trial).getByText('README.md').first().waitFor();
		},
		leave: closeEditors,
	},
	signature('good', /^undo: keep/, /Good\ssignature/),
	signature('unknown-key', /^undo: from another/, /no\skey/),
	signature('bad', /^undo: another/, /Bad\ssignature/),
	{
		name: 'repository-readme',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial);
			await viewOf(trial).chooseInMenu(kinds, 'Show README');
			await tab(trial, /^Preview README\.md/).waitFor();
			const preview = trial.window.page.frameLocator('iframe.webview.ready').frameLocator('iframe');
			await preview.getByRole('img').waitFor();
		},
		leave: closeEditors,
	},
	{
		name: 'repository-permalink',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/);
			await openFile(trial, /^run\.sh/);
		},
		pose: async (trial) => {
			await viewOf(trial).chooseInMenu(/^run\.sh/, 'Copy Permalink');
			await copied(trial.window.page, /\/run\.sh$/);
			await trial.window.page.locator('.statusbar').getByText('Permalink copied').waitFor();
		},
		leave: closeEditors,
	},
	{
		name: 'repository-download',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/);
			await viewOf(trial).chooseInMenu(/^run\.sh/, 'Download…');
			await box(trial).asks('Download run.sh');
		},
		leave: closeBox,
	},
	{
		name: 'repository-download-folder',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/);
			await viewOf(trial).chooseInMenu(/^docs\b/, 'Download…');
			await box(trial).asks('Download docs to a Folder');
			await box(trial).box.getByRole('button', { name: 'Download Here' }).click();
			await dialog(trial)
				.getByText(/Download 5 files/)
				.waitFor();
		},
		leave: ({ window }) => window.page.keyboard.press('Escape'),
	},
	{
		name: 'repository-missing-branch',
		hasPage: false,
		enter: async (trial) => {
			await openFromPalette('Open Repository or File…', {
				title: 'Open Repository or File',
				text: `${trial.repositories.address}/~ana/kinds/tree/nosuch/item/README.md`,
			})(trial);
			await trial.window.page.keyboard.press('Enter');
			await toast(trial, /nosuch/).waitFor();
		},
		leave: clearToasts,
	},
	{
		name: 'repository-without-readme',
		hasPage: false,
		enter: async (trial) => {
			await viewOf(trial).chooseInMenu(repository('empty'), 'Show README');
			await toast(trial, /no files yet/).waitFor();
		},
		leave: clearToasts,
	},
];
