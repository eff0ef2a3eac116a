import assert from 'node:assert/strict';
import { join } from 'node:path';
import { userGit } from '../kit/items/clones.ts';
import { temporaryFolder } from '../tools/places.ts';
import { recentRequests } from '../tools/recent-requests.ts';
import { until } from '../tools/until.ts';
import { clickUntil, row, rows, setUp } from './editor-driver.ts';
import { KeyboardUser } from './keyboard-driver.ts';
import { RepositoryRows, showRepositories } from './repositories-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { type EditorWindow, editorWindow } from './window.ts';

/** The files of the forge. */
let data = '';
let folder = '';

const git = (...words: readonly string[]): string => userGit(folder, ...words);

const addRemote = ({ forge }: EditorWindow) =>
	git('remote', 'add', 'origin', `${forge.addresses.repositories.replace(/\/$/, '')}/~ana/editor`);

/** Makes the open folder a clone of ~ana/editor, as it was when the forge started. */
function makeClone(window: EditorWindow): void {
	git('init', '--quiet');
	git('fetch', '--quiet', join(data, 'repositories', '~ana', 'editor.git'), 'master');
	git('checkout', '--quiet', '--force', '-B', 'master', 'FETCH_HEAD');
	if (git('remote') !== '') git('remote', 'remove', 'origin');
	addRemote(window);
}

describe('In a clone of a repository', () => {
	before(() => {
		folder = temporaryFolder('project');
	});
	const editor = editorWindow(
		{
			settings: setUp(),
			get folder() {
				return folder;
			},
			get forge() {
				data = temporaryFolder('forge');
				return { data };
			},
			signIn: savedSignIn,
		},
		async (window) => {
			makeClone(window);
			await showRepositories(window);
		},
	);
	const view = new RepositoryRows(editor);

	/** The first words of the rows of a view. */
	const names = async (of: string) => {
		const labels = await rows(editor(), of).evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
		return labels.map((label) => label.split(',')[0]);
	};
	const shows = (of: string, expected: readonly string[]) =>
		until(async () => (await names(of)).slice(0, expected.length).join() === expected.join(), {
			seconds: 30,
			what: `${of} shows ${expected}`,
		});

	it('This Project comes first, with files read from the clone, until the remote is removed and once it is back', async () => {
		await shows('Repositories', ['This Project', '~ana/editor', '~ana/notes']);
		assert.equal(await view.row(/^~ana\/editor/).count(), 1);
		assert.equal(await view.row(/^~ana\/editor/).getAttribute('aria-level'), '2');
		await view.expand(/^~ana\/editor/);
		await view.row(/^Files/).waitFor();
		const requests = () => recentRequests().split('\n');
		const before = new Set(requests());
		await view.expand(/^Files/, /^src\b/);
		await clickUntil(view.row('undo.c'), editor().page.getByRole('tab', { name: /^undo\.c/ }));
		await editor().page.locator('.view-lines').getByText('#include').first().waitFor();
		const ofObjects = (line: string) => !before.has(line) && /\/(?:tree|blob)\//.test(line);
		assert.deepEqual(requests().filter(ofObjects), []);

		await editor().openContainer(['Tickets', 'Patches']);
		const reviews = ['My Reviews', '2 mailing lists not loaded yet'];
		await shows('Patches', [
			...reviews,
			'This Project',
			'~ana/editor-devel',
			'Sent by Me',
			'~ana/editor-announce',
		]);
		const question = /^Is ~ana\/editor on forge\.test the ticket tracker/;
		await until(async () => (await names('Tickets')).some((name = '') => question.test(name)), {
			what: 'the question is a row of This Project',
		});
		await row(editor(), 'Tickets', question).click();
		await new KeyboardUser(editor).choose('', 'Yes');
		await shows('Tickets', ['This Project', '~ana/editor']);
		assert.equal((await names('Tickets')).filter((name) => name === '~ana/editor').length, 1);

		await editor().openContainer(['Repositories']);
		git('remote', 'remove', 'origin');
		await shows('Repositories', ['~ana/editor']);
		assert.equal(await view.row(/^~ana\/editor/).getAttribute('aria-level'), '1');
		addRemote(editor());
		await shows('Repositories', ['This Project', '~ana/editor']);
	});
});
