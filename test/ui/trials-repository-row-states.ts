import {
	closeMenu,
	expandOnly,
	openMenu,
	refresh,
	repository,
	shows,
	viewOf,
} from './trials-repository-driver.ts';
import { press, refuseReads, type State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const kinds = repository('kinds');
const hideTooltip = (trial: TrialWindow) => press(trial, 'Escape');
const noConnection = (trial: TrialWindow) => viewOf(trial).row(/^No connection/);

/** The tooltip of the first or the last row. */
const tooltip = (name: string, key: 'Home' | 'End', enter: State['enter']): State => ({
	...{ name, hasPage: false, enter },
	pose: hideTooltip,
	hover: async (trial) => {
		await trial.window.view('Repositories').locator('.monaco-list').focus();
		await press(trial, key, 'Control+k', 'Control+i');
		const shown = trial.window.page.locator('.workbench-hover:visible');
		await shown.filter({ hasText: / · / }).waitFor();
	},
	leave: hideTooltip,
});

/** What is below the repositories. */
export const repositoryRowStates: readonly State[] = [
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
		name: 'repositories-log-of-branch',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, repository('editor'), /^Branches/, /^branch release/, /^Log of branch release/);
			await viewOf(trial).row('Search this log').waitFor();
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
			await expandOnly(trial, kinds, /^Files/, /^docs\b/, /^images\b/, /^vendor\b/);
			await viewOf(trial)
				.row(/^README\.md/)
				.waitFor();
		},
	},
	{
		name: 'repositories-links-and-submodules',
		hasPage: false,
		enter: async (trial) => {
			await expandOnly(trial, kinds, /^Files/, /^manual\b/, /^vendor\b/, /^library\b/, /^moved\b/);
			await shows(trial, /Commit not found/).waitFor();
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
			await noConnection(trial).waitFor();
		},
		leave: async (trial) => {
			await trial.repositories.mend();
			await refresh(trial);
			await noConnection(trial).waitFor({ state: 'detached' });
		},
	},
	{
		name: 'repositories-many-files',
		hasPage: false,
		enter: (trial) => expandOnly(trial, repository('large'), /^Files/, /^notes\b/),
		pose: async (trial) => {
			await trial.window.view('Repositories').locator('.monaco-list').focus();
			await press(trial, 'End');
			await viewOf(trial)
				.row(/^200 more/)
				.waitFor();
		},
	},
	...(['repository', 'branch', 'commit', 'file', 'folder', 'submodule'] as const).map((kind): State => {
		const rows = {
			repository: kinds,
			branch: 'branch master, default',
			commit: /^One of each/,
			file: /^run\.sh/,
			folder: /^docs\b/,
			submodule: /^library\b/,
		};
		return {
			name: `repositories-menu-of-${kind}`,
			hasPage: false,
			enter: (trial) => expandOnly(trial, kinds, /^Log/, /^Branches/, /^Files/, /^vendor\b/),
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
	tooltip('repositories-tooltip', 'Home', (trial) => expandOnly(trial)),
	tooltip('repositories-tooltip-of-commit', 'End', (trial) =>
		expandOnly(trial, repository('signed'), /^Log/),
	),
];
