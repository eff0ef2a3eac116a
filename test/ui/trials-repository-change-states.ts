import {
	box,
	closeBox,
	dialog,
	menuBox,
	openFromMenu,
	openFromPalette,
	repository,
	viewOf,
} from './trials-repository-driver.ts';
import type { State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const kinds = repository('kinds');
const cancel = (trial: TrialWindow) => dialog(trial).getByRole('button', { name: 'Cancel' }).click();

/** Dialogs that create, change and delete repositories. */
export const repositoryChangeStates: readonly State[] = [
	{
		name: 'repository-new-name',
		hasPage: false,
		enter: openFromPalette('New Repository…', { title: 'New Repository', text: 'not a name' }),
	},
	{
		name: 'repository-new-taken',
		hasPage: false,
		enter: async (trial) => {
			await box(trial).answer('kinds');
			await box(trial).says(/Description/);
			await box(trial).answer('');
			await box(trial).choose(/Public/);
			await box(trial).says(/already in use/);
		},
	},
	{
		name: 'repository-new-description',
		hasPage: false,
		enter: async (trial) => {
			await box(trial).answer('sketches');
			await box(trial).says(/Description/);
		},
	},
	{
		name: 'repository-new-visibility',
		hasPage: false,
		enter: async (trial) => {
			await box(trial).answer('Half an idea');
			await box(trial)
				.option(/Public/)
				.waitFor();
		},
		leave: closeBox,
	},
	menuBox('edit', kinds, 'Edit Repository…', { title: 'Edit ~ana/kinds' }),
	{
		name: 'repository-rename',
		hasPage: false,
		enter: async (trial) => {
			await openFromMenu(kinds, 'Edit Repository…', { title: 'Edit ~ana/kinds' })(trial);
			await box(trial).choose(/Rename/);
			await box(trial).asks('Rename ~ana/kinds');
		},
	},
	{
		name: 'repository-rename-warning',
		hasPage: false,
		enter: async (trial) => {
			await box(trial).answer('sorts');
			await dialog(trial).waitFor();
		},
		leave: cancel,
	},
	menuBox(
		'visibility',
		repository('signed'),
		'Change Repository Visibility…',
		{
			title: 'Change Visibility of ~ana/signed',
		},
		{ leave: async () => {} },
	),
	{
		name: 'repository-visibility-warning',
		hasPage: false,
		enter: async (trial) => {
			await box(trial).choose(/Public/);
			await dialog(trial).waitFor();
		},
		leave: cancel,
	},
	menuBox(
		'delete',
		kinds,
		'Delete Repository…',
		{ title: 'Delete ~ana/kinds', text: 'kin' },
		{
			leave: async () => {},
		},
	),
	{
		name: 'repository-delete-wrong',
		hasPage: false,
		enter: async (trial) => {
			await box(trial).field.fill('kinder');
			await box(trial).says(/exactly/);
		},
		leave: closeBox,
	},
	{
		name: 'repository-deleted',
		hasPage: false,
		enter: async (trial) => {
			const name = 'a-repository-with-a-rather-long-name-that-does-not-fit-into-a-side-bar';
			const title = `Delete ~ana/${name}`;
			await openFromMenu(new RegExp(`^~ana/${name}`), 'Delete Repository…', { title, text: name })(trial);
			await trial.window.page.keyboard.press('Enter');
			await viewOf(trial)
				.row(new RegExp(`^~ana/${name}`))
				.waitFor({ state: 'detached' });
		},
	},
];
