import assert from 'node:assert/strict';
import { temporaryFolder } from '../tools/places.ts';
import { isRunning } from '../tools/processes.ts';
import { until } from '../tools/until.ts';
import { InputBox, openBox } from './editor-driver.ts';
import { PushingClone } from './git-pushes.ts';
import { RepositoryRows, showRepositories } from './repositories-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { forgeUser } from './ticket-driver.ts';
import { editorWindow } from './window.ts';

describe('Answering pushes', () => {
	let data = '';
	const editor = editorWindow(
		{
			settings: ({ addresses, webhookKey }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
			}),
			get forge() {
				data = temporaryFolder('pushes');
				return { data };
			},
			signIn: savedSignIn,
		},
		showRepositories,
	);
	const rows = new RepositoryRows(editor);
	const inStatusBar = (words: string | RegExp) =>
		editor().page.locator('.statusbar-item', { hasText: words });

	/** The ids of the webhooks that the forge has of the repository. */
	async function hooks(): Promise<readonly number[]> {
		const ana = forgeUser(editor().forge, '~ana');
		const { results }: { readonly results: readonly { readonly id: number }[] } = await ana.ask(
			'repositories',
			'GET',
			'~ana/repos/editor/webhooks',
		);
		return results.map(({ id }) => id);
	}

	async function turnOn(): Promise<void> {
		await rows.chooseInMenu(/^~ana\/editor,/, 'Report Tickets to Pushers…');
		const dialog = editor().page.locator('.monaco-dialog-box');
		await dialog.getByText('Report tickets to users who push to ~ana/editor?').waitFor();
		await dialog.getByRole('button', { name: 'Report Tickets' }).click();
		await inStatusBar('Now reporting tickets to users who push to ~ana/editor').waitFor({ timeout: 60_000 });
		await rows.row(/^~ana\/editor, repository, reports tickets to pushers,/).waitFor();
	}

	it('prints what a push did in the terminal of the user who pushes, also after a crash, until it is turned off', async () => {
		const { page, host } = editor();
		const clone = await PushingClone.of(data, '~ana/editor');
		const push = async (message: string) => {
			await clone.commit(message);
			return clone.push();
		};
		assert.equal(await push('Before\n\nFixes: ~ana/editor#60\n'), '');
		await turnOn();
		let nth = 0;
		// On a machine under load, the forge may stop waiting before the answer comes.
		const isAnswered = async () =>
			(await push(`Push ${++nth}\n\nFixes: ~ana/editor#60\n`)).includes('remote: Tildeforge (~ana): ');
		await until(isAnswered, { what: 'a push is answered', seconds: 60 });
		// That of the Inbox is removed when the one that answers is there.
		await until(async () => (await hooks()).length === 1, { what: 'only one webhook is left' });
		const before = await hooks();

		const crashed = host.extensionHost();
		process.kill(crashed, 'SIGKILL');
		await until(() => !isRunning(crashed));
		await editor().reload();
		await editor().openContainer(['Repositories']);
		await rows.row(/^~ana\/editor, repository, reports tickets to pushers,/).waitFor();
		await until(isAnswered, { what: 'a push is answered', seconds: 60 });
		assert.deepEqual(await hooks(), before);

		await editor().command('Tildeforge: Show Live Status');
		const inputBox = new InputBox(page);
		await inputBox.option(/~ana\/editor.*reports tickets to pushers/).waitFor();
		await inputBox.leave();
		await openBox(editor(), 'Tildeforge: Report Tickets to Pushers…', 'Report Tickets to Pushers');
		await inputBox.choose(/~ana\/editor/);
		const dialog = page.locator('.monaco-dialog-box');
		await dialog.getByText('Stop reporting tickets to users who push to ~ana/editor?').waitFor();
		await dialog.getByRole('button', { name: 'Stop Reporting' }).click();
		await inStatusBar('No longer reporting tickets to users who push to ~ana/editor').waitFor();
		await rows.row(/^~ana\/editor, repository, (?!reports)/).waitFor();
		assert.equal(await push('Last\n\nFixes: ~ana/editor#60\n'), '');
	});
});
