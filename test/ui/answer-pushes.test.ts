import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gitEnvironment } from '../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../tools/places.ts';
import { isRunning } from '../tools/processes.ts';
import { until } from '../tools/until.ts';
import { Dialogue, openBox, tokenOf } from './editor-driver.ts';
import { RepositoryRows, showRepositories } from './repositories-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { editorWindow } from './window.ts';

const run = promisify(execFile);

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
			get signIn() {
				return savedSignIn();
			},
		},
		showRepositories,
	);
	const rows = new RepositoryRows(editor);
	const inStatusBar = (words: string | RegExp) =>
		editor().page.locator('.statusbar-item', { hasText: words });

	/** Pushes a commit with plain git. Resolves with what the user reads. */
	function pusher() {
		const work = join(temporaryFolder('work'), 'clone');
		const user = ['-c', 'user.name=Bob Ellis', '-c', 'user.email=bob@example.org'];
		// The forge is in this process.
		const git = (...words: readonly string[]) => run('git', [...user, ...words], { env: gitEnvironment() });
		const cloned = git('clone', '-q', join(data, 'repositories', '~ana', 'editor.git'), work);
		return async (message: string): Promise<string> => {
			await cloned;
			await git('-C', work, 'commit', '-q', '--allow-empty', '-m', message);
			return (await git('-C', work, 'push', '-q')).stderr;
		};
	}

	/** The ids of the webhooks that the forge has of the repository. */
	async function hooks(): Promise<readonly number[]> {
		const { forge } = editor();
		const answer = await fetch(`${forge.addresses.repositories}/api/~ana/repos/editor/webhooks`, {
			headers: { authorization: `token ${tokenOf(forge, '~ana')}` },
		});
		const { results }: { readonly results: readonly { readonly id: number }[] } = await answer.json();
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
		const push = pusher();
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
		const dialogue = new Dialogue(page);
		await dialogue.option(/~ana\/editor.*reports tickets to pushers/).waitFor();
		await dialogue.leave();
		await openBox(editor(), 'Tildeforge: Report Tickets to Pushers…', 'Report Tickets to Pushers');
		await dialogue.choose(/~ana\/editor/);
		const dialog = page.locator('.monaco-dialog-box');
		await dialog.getByText('Stop reporting tickets to users who push to ~ana/editor?').waitFor();
		await dialog.getByRole('button', { name: 'Stop Reporting' }).click();
		await inStatusBar('No longer reporting tickets to users who push to ~ana/editor').waitFor();
		await rows.row(/^~ana\/editor, repository, (?!reports)/).waitFor();
		assert.equal(await push('Last\n\nFixes: ~ana/editor#60\n'), '');
	});
});
