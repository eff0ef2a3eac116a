import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
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
import { knowsAll } from './inbox-driver.ts';
import { sendMails } from './patches-mails.ts';
import { forgeUser, waitForPage, waitForPageFocus } from './ticket-driver.ts';
import { type EditorWindow, editorWindow, type SavedSignIn } from './window.ts';

const tall = { width: 1400, height: 1600 };
/** The second poll comes up to 54 seconds after the first one, and later if there is much to read. */
const pollMs = 120_000;

/** The sign-in from the first window of this process. Later windows start with it. */
let anasSignIn: SavedSignIn | undefined;

async function showInbox(window: EditorWindow): Promise<void> {
	await window.page.setViewportSize(tall);
	await window.openContainer(['Inbox', 'Tickets', 'Repositories']);
	if (!anasSignIn) await signInWithToken(window, tokenOf(window.forge, '~ana'));
	await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
	anasSignIn ??= await window.savedSignIn();
}

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
	const hasBadge = (text: string) =>
		until(
			async () => {
				const badge = editor()
					.page.getByRole('tab', { name: /^Tildeforge/ })
					.locator('.badge-content');
				return ((await badge.count()) > 0 ? await badge.first().innerText() : '') === text;
			},
			{ what: `the badge is ${text || 'not there'}` },
		);
	async function refresh(): Promise<void> {
		await editor().view('Inbox').hover();
		await editor().view('Inbox').getByRole('button', { name: 'Refresh' }).click();
	}
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
		for (const words of [
			/^1 commit pushed to master, Blink slowly, .*unseen$/,
			/^~bob started a thread, How fast should it blink\?, .*unseen$/,
			/^~bob submitted ticket 61, The cursor blinks too fast, .*unseen$/,
			/^~bob\/dotfiles, 1 new$/,
			/^~ana\/editor-devel, 1 new$/,
			/^~ana\/editor, 1 new$/,
		])
			await shown(words).waitFor({ timeout: pollMs });
		await hasBadge('3');

		await shown(/submitted ticket 61/).click();
		await waitForPage(editor(), 'The cursor blinks too fast');
		await shown(/submitted ticket 61, .*(?<!unseen)$/).waitFor();
		await hasBadge('2');
		await chooseInMenu(shown(/^~ana\/editor-devel/), 'Mark as Seen');
		await shown(/^~ana\/editor-devel, seen$/).waitFor();
		await hasBadge('1');
		await editor().reload();
		await shown(/^1 commit pushed to master, .*unseen$/).waitFor();
		await shown(/^~ana\/editor-devel, seen$/).waitFor();
		await hasBadge('1');
		await editor().command('Tildeforge: Mark All as Seen');
		await hasBadge('');
	});

	it('has what others do to a ticket once, not what the user does, and marks it as seen when its page is opened', async () => {
		const { forge } = editor();
		await knowsAll(editor(), 'tracker.*~ana.*editor', 'repository.*~ana.*notes');
		await forgeUser(forge, '~ana').update(49, { comment: 'I look into it.' });
		await forgeUser(forge, '~bob').update(49, { comment: 'Thank you.' });
		await refresh();
		await shown(/^~bob commented on ticket 49, .*unseen$/).waitFor({ timeout: pollMs });
		await shown(/^~ana\/editor, 1 new$/).waitFor();
		assert.equal((await labels()).length, 2);
		await forgeUser(forge, '~bob').update(49, { comment: 'Again.' });
		await refresh();
		await shown(/^~ana\/editor, 2 new$/).waitFor({ timeout: pollMs });
		assert.equal((await labels()).length, 3);
		await editor().view('Inbox').getByRole('tree').focus();
		for (const key of ['Home', 'ArrowDown', 'Enter']) await editor().page.keyboard.press(key);
		await waitForPageFocus(editor());
		await shown(/^~ana\/editor, seen$/).waitFor();
	});
});
