import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { git as ownGit, userGit } from '../kit/items/clones.ts';
import { hostileAttributes, makeHostile } from '../tools/hostile-clone.ts';
import { onlyWhere } from '../tools/only-where.ts';
import { temporaryFolder } from '../tools/places.ts';
import { recentRequests } from '../tools/recent-requests.ts';
import { until } from '../tools/until.ts';
import { clickUntil, notice, rows, setUp } from './editor-driver.ts';
import { RepositoryRows, showRepositories } from './repositories-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { editorWindow } from './window.ts';

/** A hostile clone of ~ana/editor, and a git that records how it is called. */
class HostileProject {
	readonly folder = temporaryFolder('untrusted');
	/** The files of the forge. */
	readonly data = temporaryFolder('forge');
	readonly git = join(temporaryFolder('program'), 'git');
	readonly #log = join(temporaryFolder('calls'), 'log');
	#marks: () => readonly string[] = () => [];

	/** Creates the clone. `address` is that of the forge's repositories. */
	create(address: string): void {
		const { folder } = this;
		const recorder = `#!/bin/sh\necho "$*" >> "${this.#log}"\nexec "${ownGit.program}" "$@"\n`;
		writeFileSync(this.git, recorder, { mode: 0o755 });
		const git = (...words: readonly string[]) => userGit(folder, ...words);
		git('init', '--quiet');
		git('fetch', '--quiet', join(this.data, 'repositories', '~ana', 'editor.git'), 'master');
		git('checkout', '--quiet', '--force', '-B', 'master', 'FETCH_HEAD');
		for (const [name, text] of Object.entries(hostileAttributes)) writeFileSync(join(folder, name), text);
		const remote = `[remote "forge"]\n\turl = ${address.replace(/\/$/, '')}/~ana/editor\n`;
		const { program, marks } = makeHostile(folder, temporaryFolder('evil'), remote);
		this.#marks = marks;
		writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'git.path': program }));
	}

	/** The calls of git, one in a line. */
	get calls(): string {
		return existsSync(this.#log) ? readFileSync(this.#log, 'utf8') : '';
	}

	/** The programs that the clone names and that ran. */
	get marks(): readonly string[] {
		return this.#marks();
	}
}

describe('In a workspace with a hostile clone that the user does not trust', () => {
	let project: HostileProject;
	beforeEach(async () => {
		project = new HostileProject();
		await mkdir(join(project.folder, '.vscode'));
	});
	const editor = editorWindow(
		{
			isTrusted: false,
			// Called before the window opens.
			settings: (forge) => {
				project.create(forge.addresses.repositories);
				// Only Tildeforge runs git then.
				return { ...setUp()(forge), 'git.enabled': false, 'git.path': project.git };
			},
			get folder() {
				return project.folder;
			},
			get forge() {
				return { data: project.data };
			},
			signIn: savedSignIn,
		},
		showRepositories,
	);
	const view = new RepositoryRows(editor);
	const thisProject = (of: string) => rows(editor(), of).filter({ hasText: /^This Project/ });
	const first = (of: string) => rows(editor(), of).first();

	onlyWhere(
		process.platform !== 'win32',
		'the recording git is a shell script',
		'no git runs until the user trusts it, and then This Project appears without running what the clone names',
		(title) =>
			it(title, async () => {
				const { page, host } = editor();
				const before = new Set(recentRequests().split('\n'));
				await view.expand(/^~ana\/editor/, /^Files/, /^src\b/);
				const text = page.locator('.view-lines').getByText('#include').first();
				await clickUntil(view.row(/^undo\.c/), text);
				const asked = recentRequests().split('\n');
				assert.ok(asked.some((line) => !before.has(line) && /\/(?:tree|blob)\//.test(line)));
				await editor().command('Tildeforge: Refresh');
				await editor().command('Tildeforge: Detect Project Again');
				await notice(editor(), /trust/);
				for (const name of ['Tickets', 'Patches', 'Repositories']) {
					await editor().openContainer([name]);
					await first(name).waitFor();
					assert.equal(await thisProject(name).count(), 0, name);
				}
				assert.deepEqual([project.calls, project.marks], ['', []]);

				const started = () => page.evaluate(() => performance.timeOrigin);
				const sameWindow = [await started(), host.extensionHost()];
				await editor().command('Workspaces: Manage Workspace Trust');
				const trust = page
					.locator('.workspace-trust-editor')
					.getByRole('button', { name: 'Trust', exact: true });
				assert.equal(project.calls, '');
				await trust.click();
				await thisProject('Repositories').waitFor();
				assert.equal(await view.row(/^~ana\/editor/).getAttribute('aria-level'), '2');
				await until(() => project.calls.includes('rev-parse'), { what: 'git has read the clone' });
				assert.deepEqual(project.marks, []);
				assert.deepEqual([await started(), host.extensionHost()], sameWindow);
			}),
	);
});
