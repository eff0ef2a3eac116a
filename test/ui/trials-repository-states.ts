import { Dialogue, rows } from './editor-driver.ts';
import { RepositoryRows } from './repositories-driver.ts';
import { viewMessage } from './ticket-driver.ts';
import { closeEditors, refuseReads, type State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

const viewOf = ({ window }: TrialWindow) => new RepositoryRows(() => window);
const tab = ({ window }: TrialWindow, name: RegExp) => window.page.getByRole('tab', { name });

/** Opens an input box from the menu of a row, unless it is still open, and types into it. */
const openFromMenu =
	(row: RegExp, command: string, title: string, text: string, result: RegExp) =>
	async (trial: TrialWindow) => {
		const dialogue = new Dialogue(trial.window.page);
		if (await dialogue.box.isVisible()) return;
		await viewOf(trial).chooseInMenu(row, command);
		await dialogue.asks(title);
		if (text !== '') await dialogue.field.fill(text);
		await dialogue.option(result).first().waitFor();
	};

const closeBox = (trial: TrialWindow) => new Dialogue(trial.window.page).leave();

/** The Repositories view, and what it opens. The last one shows the Tickets view again. */
export const repositoryStates: readonly State[] = [
	{
		name: 'repositories',
		hasPage: false,
		enter: async (trial) => {
			await closeEditors(trial);
			await trial.window.openContainer(['Repositories']);
			await viewOf(trial).expand(/^~ana\/editor/, /^Log/, /^Tags/, /^Branches/);
			await viewOf(trial).row('branch master, default').waitFor();
			await viewOf(trial).row('tag 2.4.1, annotated').waitFor();
		},
	},
	{
		name: 'commit',
		hasPage: false,
		enter: async (trial) => {
			await rows(trial.window, 'Repositories').filter({ hasText: 'Version 2.4.0' }).first().click();
			await trial.window.page.locator('.multiDiffEditor').getByText('NEWS').first().waitFor();
		},
		leave: closeEditors,
	},
	{
		name: 'repository-file',
		hasPage: false,
		enter: async (trial) => {
			for (const group of [/^Log/, /^Tags/, /^Branches/]) await viewOf(trial).row(group).click();
			await viewOf(trial).expand(/^Files/, /^src\b/);
			await viewOf(trial).row('undo.c').click();
			await tab(trial, /^undo\.c/).waitFor();
		},
		leave: closeEditors,
	},
	{
		name: 'repository-menu',
		hasPage: false,
		enter: async () => {},
		pose: async (trial) => {
			await viewOf(trial)
				.row(/^~ana\/editor/)
				.click({ button: 'right' });
			await trial.window.page.getByRole('menuitem').first().waitFor();
		},
		leave: ({ window }) => window.page.keyboard.press('Escape'),
	},
	{
		name: 'go-to-file',
		hasPage: false,
		enter: async () => {},
		pose: openFromMenu(
			/^~ana\/editor/,
			'Go to File in Repository…',
			'Go to File in ~ana/editor',
			'undo',
			/^undo\.c, src/,
		),
		leave: closeBox,
	},
	{
		name: 'find-in-repository',
		hasPage: false,
		enter: async () => {},
		pose: openFromMenu(/^~ana\/editor/, 'Find in Repository…', 'Find in ~ana/editor', 'undo', /undo/),
		leave: closeBox,
	},
	{
		name: 'file-history',
		hasPage: false,
		enter: async () => {},
		pose: openFromMenu(
			/^README\.md/,
			'Show File History',
			'History of README.md',
			'',
			/Begin again: read a file and show it/,
		),
		leave: closeBox,
	},
	{
		name: 'repositories-offline',
		hasPage: false,
		enter: async (trial) => {
			await trial.repositories.cut();
			await trial.window.command('Tildeforge: Refresh');
			await viewMessage(trial.window, 'Repositories').first().waitFor();
		},
		leave: async (trial) => {
			await trial.repositories.mend();
			await trial.window.command('Tildeforge: Refresh');
			await viewMessage(trial.window, 'Repositories').first().waitFor({ state: 'hidden' });
		},
	},
	{
		name: 'repositories-failing',
		hasPage: false,
		enter: async (trial) => {
			refuseReads(trial.repositories, 'The database is being moved.');
			await trial.window.command('Tildeforge: Refresh');
			await trial.window
				.view('Repositories')
				.getByText(/database/)
				.first()
				.waitFor();
		},
		leave: async (trial) => {
			refuseReads(trial.repositories, undefined);
			await trial.window.command('Tildeforge: Refresh');
			await trial.window
				.view('Repositories')
				.getByText(/database/)
				.first()
				.waitFor({ state: 'hidden' });
			await trial.window.openContainer(['Inbox', 'Tickets']);
		},
	},
];
