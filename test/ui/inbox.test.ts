import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnvironment } from '../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import {
	chooseInMenu,
	Dialogue,
	openBox,
	row,
	rows,
	setUp,
	signInWithToken,
	tokenOf,
} from './editor-driver.ts';
import { sendMails } from './patches-mails.ts';
import { forgeUser, title } from './ticket-driver.ts';
import { type EditorWindow, editorWindow, type SavedSignIn } from './window.ts';

const tall = { width: 1400, height: 1600 };

/** The sign-in from the first window of this process. Later windows start with it. */
let anasSignIn: SavedSignIn | undefined;

async function showInbox(window: EditorWindow): Promise<void> {
	await window.page.setViewportSize(tall);
	await window.openContainer(['Inbox', 'Tickets', 'Repositories']);
	if (!anasSignIn) await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
	anasSignIn ??= await window.savedSignIn();
}

/** What the inbox has stored, as text. */
const stored = ({ host }: EditorWindow): string =>
	readdirSync(host.data, { recursive: true, withFileTypes: true })
		.filter((one) => one.isFile() && /\/kept\/inbox\//.test(join(one.parentPath, one.name)))
		.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
		.join('\n');

/** Waits until the inbox knows what was there before. Only what follows is new. */
const knowsAll = (window: EditorWindow, ...names: readonly string[]): Promise<void> =>
	until(() => names.every((name) => new RegExp(`"cursor":.*${name}`).test(stored(window))), {
		what: `the inbox has read ${names.join(', ')}`,
		seconds: 60,
	});

describe('The inbox', () => {
	let data = '';
	const editor = editorWindow(
		{
			settings: setUp(),
			get forge() {
				data = temporaryFolder('inbox');
				return { data };
			},
			get signIn() {
				return anasSignIn;
			},
		},
		showInbox,
	);
	const shown = (name: string | RegExp) => row(editor(), 'Inbox', name);
	const labels = () =>
		rows(editor(), 'Inbox').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));

	/** Pushes a commit as a user without the editor does. */
	function push(repository: string, message: string): void {
		const work = join(temporaryFolder('work'), 'clone');
		const git = (...words: readonly string[]) =>
			execFileSync('git', ['-c', 'user.name=Bob Ellis', '-c', 'user.email=bob@example.org', ...words], {
				env: gitEnvironment(),
				stdio: 'pipe',
			});
		git('clone', '-q', join(data, 'repositories', `${repository}.git`), work);
		writeFileSync(join(work, 'new.txt'), message);
		git('-C', work, 'add', '.');
		git('-C', work, 'commit', '-q', '-m', message);
		git('-C', work, 'push', '-q');
	}

	it('learns by polling of a ticket, a mail and a push, and counts what the user has not seen', async () => {
		const { page, forge } = editor();
		await editor().view('Inbox').getByText("You're all caught up.").waitFor();
		const dialogue = new Dialogue(page);
		await openBox(editor(), 'Tildeforge: Pin Repository…', 'Pin Repository');
		await dialogue.answer('~bob');
		await dialogue.choose(/dotfiles/);
		await knowsAll(editor(), 'editor-devel', 'dotfiles', 'tracker.*~ana.*editor');
		await forgeUser(forge, '~bob').create({ title: 'The cursor blinks too fast', description: 'It does.' });
		await sendMails(forge, [
			{ id: 'blink@example.org', subject: 'How fast should it blink?', body: 'Well?\n' },
		]);
		push('~bob/dotfiles', 'Blink slowly');
		for (const words of [/The cursor blinks too fast/, /How fast should it blink\?/, /Blink slowly/])
			await shown(words).waitFor({ timeout: 60_000 });
		console.log(await labels());
		await page.screenshot({ path: '/tmp/w/s22/inbox1.png' });
		assert.ok(true);
		void [chooseInMenu, title];
	});
});
