import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { testPassword } from '../kit/mails/mail-server.ts';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, clickUntil, expandRow, InputBox, row } from './editor-driver.ts';
import { startMailRelay } from './mail-relay.ts';
import { patchesWindow } from './patches-driver.ts';
import { forgeUser, ticketPage, title, waitForPageFocus } from './ticket-driver.ts';
import type { EditorWindow } from './window.ts';

const series = 'Wrap long lines';
const question = 'Why 80, exactly?';
const Posts = v.object({ results: v.array(v.object({ message_id: v.string() })) });
const messageIdOf = (mail: string) => /^Message-ID: (<.*>)\r$/m.exec(mail)?.[1];

const draftIn = (editor: EditorWindow) =>
	ticketPage(editor).locator('article.comment-draft', { hasText: question });

/** The reply of ~ana at the line of a diff. */
const replyIn = (editor: EditorWindow) =>
	ticketPage(editor).locator('.file .thread', { hasText: question }).filter({ hasText: '~ana' });

/** Writes a comment on a line of the page in front. */
async function comment(editor: EditorWindow): Promise<void> {
	const page = ticketPage(editor);
	await page.locator('.file .l.added').first().click();
	await waitForPageFocus(editor);
	await editor.page.keyboard.press('c');
	await page.locator('.comment-draft textarea').waitFor();
	await editor.page.keyboard.type(question);
	await editor.page.keyboard.press('Escape');
	await page.getByText('1 draft comment', { exact: true }).waitFor();
}

/** Finishes the review of the page in front. */
async function finish(editor: EditorWindow, ...options: readonly (string | RegExp)[]): Promise<void> {
	const inputBox = new InputBox(editor.page);
	await title(editor, series).click();
	await waitForPageFocus(editor);
	await tryAgain(
		() => editor.page.keyboard.press('Shift+R'),
		() => inputBox.asks('Finish Review: 1 comment in 1 mail', 5000),
	);
	for (const option of options) await inputBox.choose(option);
}

/** The mail servers of a user whose window this is, until the test ends. */
function mailServer(editor: () => EditorWindow) {
	const servers: { readonly stop: () => Promise<void> }[] = [];
	afterEach(() => Promise.all(servers.splice(0).map((one) => one.stop())));

	async function changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
		const before = JSON.parse(editor().host.settings.read());
		await editor().writeSettings(JSON.stringify({ ...before, ...settings }));
	}

	/** Starts a mail server, and sets it up. */
	async function useRelay(needsLogin = false) {
		const relay = await startMailRelay(() => editor().forge, { needsLogin });
		servers.push(relay);
		await changeSettings({
			'tildeforge.mailServer': {
				...{ host: '127.0.0.1', port: relay.port, security: 'none', from: 'Ana Duarte <ana@example.org>' },
				...(needsLogin && { user: 'ana' }),
			},
		});
		return relay;
	}

	return { useRelay, changeSettings };
}

describe('A review that is sent', () => {
	const { editor, open, page, heading, tab, puts, proxy } = patchesWindow();
	/** The way out through the mail server. */
	const send = /Through 127/;
	const statusBar = (words: string | RegExp) => editor().page.locator('.statusbar-item', { hasText: words });
	const draft = () => draftIn(editor());

	/** How many mails of the list have the Message-ID of this one. */
	async function countOnList(mail: string | undefined): Promise<number> {
		// Without a search, the forge answers with the first mails of the threads.
		const path = 'user/~ana/lists/editor-devel/posts?search=%21is%3Arequest-pull';
		const { results } = v.parse(Posts, await forgeUser(editor().forge, '~ana').ask('lists', 'GET', path));
		return results.filter(({ message_id }) => message_id === messageIdOf(mail ?? '')).length;
	}

	const { useRelay, changeSettings } = mailServer(editor);

	it('can be undone, and then is a reply at its line, once from two windows, with the status of the patchset', async () => {
		const { page: window } = editor();
		const { mails } = await useRelay();
		await open(/^Wrap long lines/, series);
		await clickUntil(
			page().getByRole('button', { name: 'Open in Diff Editor' }).first(),
			tab(/^v3 Wrap long lines/).nth(1),
		);
		await window
			.locator('.multiDiffEditor .editor.modified .view-line', { hasText: /if\s\(t->columns\s<\s1\)/ })
			.first()
			.click();
		await editor().command('Tildeforge: Comment on Line');
		await window.locator('.review-widget .comment-form .monaco-editor.focused').waitFor();
		await window.keyboard.type(question);
		await window.keyboard.press('Control+Enter');
		await window.locator('.review-comment', { hasText: question }).filter({ hasText: 'Draft' }).waitFor();
		await editor().command('View: Close Editor');
		await heading(series).waitFor();
		await draft().filter({ hasText: 'draft' }).waitFor();

		await finish(editor(), 'Set Status to Approved', send);
		await draft().getByText('Being sent…').waitFor();
		await page().getByText('1 draft comment', { exact: true }).waitFor({ state: 'detached' });
		// Waits for the message from the start: it disappears after a few seconds.
		await Promise.all([statusBar('Undone: ').waitFor(), statusBar(/Sending .*… Undo/).click()]);
		await draft().filter({ hasText: 'draft' }).waitFor();
		await page().getByText('1 draft comment', { exact: true }).waitFor();
		assert.deepEqual([mails, puts()], [[], []]);

		await changeSettings({ 'tildeforge.undoSeconds': 1 });
		const second = await editor().openAnother();
		await second.page.setViewportSize({ width: 1500, height: 1600 });
		await second.openContainer(['Patches']);
		await expandRow(row(second, 'Patches', /^~ana\/editor-devel/));
		await clickUntil(row(second, 'Patches', /^Wrap long lines/), title(second, series));
		await draftIn(second).filter({ hasText: 'draft' }).waitFor();
		await finish(second);
		// The status is still chosen.
		await finish(editor(), send);
		await draftIn(second).filter({ hasText: 'draft' }).waitFor({ state: 'detached' });
		await new InputBox(second.page).choose(send);
		await second.page.getByText(/Nothing was sent\. (?:A mail|Some of)/).waitFor();
		await replyIn(editor()).waitFor();
		// A window that has not sent the mail finds it when it reads the list next.
		await second.command('Tildeforge: Refresh');
		await replyIn(second).waitFor();
		for (const window of [editor(), second]) await draftIn(window).waitFor({ state: 'detached' });
		await until(() => puts().length === 1, { what: 'the status is sent' });
		assert.deepEqual([mails.length, await countOnList(mails[0])], [1, 1]);
		assert.deepEqual(puts(), [{ status: 'approved' }]);
	});

	it('says why it was not sent, and is sent by itself, or again with the same Message-ID', async () => {
		const inputBox = new InputBox(editor().page);
		const button = (name: string) => draft().getByRole('button', { name });
		proxy().allowsWebhooks = false;
		await changeSettings({ 'tildeforge.undoSeconds': 0 });
		const { mails, answers } = await useRelay(true);
		answers.push('550 5.7.1 Not from you');
		await open(/^Wrap long lines/, series);
		await comment(editor());
		await finish(editor(), send);
		await inputBox.asks('Password of ana at 127.0.0.1');
		await inputBox.answer('wrong');
		await inputBox.says(/refused the user name or the password/);
		assert.deepEqual(mails, []);
		await inputBox.answer(testPassword);
		await draft().getByText('Not sent. 127.0.0.1 refused the mail: ').waitFor();
		await button('Send Again').waitFor();
		await button('Edit').click();
		await page().getByText('1 draft comment', { exact: true }).waitFor();

		answers.push('451 4.7.1 Try again later', 'end');
		await finish(editor(), send);
		await draft().getByText('Not sent yet. 127.0.0.1 cannot do this now: ').waitFor();
		await draft().getByText('It is not on the list yet, but may still arrive.').waitFor();
		assert.equal(mails.length, 3);
		await button('Send Again').click();
		await replyIn(editor()).waitFor();
		await draft().waitFor({ state: 'detached' });
		const [, ...ids] = mails.map(messageIdOf);
		assert.deepEqual([ids.length, new Set(ids).size, await countOnList(mails[3])], [3, 1, 1]);
	});
});

describe('A review for a list whose mails go to another host', () => {
	const { editor, open, patches, expand } = patchesWindow({
		forge: { drift: ['posting-host'] },
		more: { 'tildeforge.undoSeconds': 0 },
	});
	const { useRelay } = mailServer(editor);
	const draft = () => draftIn(editor());

	/** Makes the comments that were sent an hour older. */
	function age(): void {
		const folder = join(editor().storage, 'reviews', 'texts');
		for (const name of readdirSync(folder)) {
			const text = readFileSync(join(folder, name), 'utf8');
			const older = text.replace(/(?<="saved":)\d+/, (saved) => String(Number(saved) - 3_600_000));
			writeFileSync(join(folder, name), older);
		}
	}

	it('asks for the address once, and if it does not arrive, it can be sent again from the page and the tree', async () => {
		const inputBox = new InputBox(editor().page);
		const { mails, answers } = await useRelay();
		answers.push('250 2.0.0 Queued', '250 2.0.0 Queued');
		await open(/^Wrap long lines/, series);
		await comment(editor());
		await title(editor(), series).click();
		await waitForPageFocus(editor());
		await tryAgain(
			() => editor().page.keyboard.press('Shift+R'),
			() => inputBox.asks('Mail Address of ~ana/editor-devel', 5000),
		);
		await inputBox.choose(/@lists\.localhost/);
		await inputBox.asks('Finish Review: 1 comment in 1 mail');
		await inputBox.choose(/Through 127/);
		await draft().getByText('not on the list yet').waitFor();
		assert.match(mails[0] ?? '', /^To: ~ana\/editor-devel@lists\.localhost\r$/m);

		age();
		await draft().getByText('but not on the list').waitFor();
		for (const name of ['Edit', 'Stop Waiting']) await draft().getByRole('button', { name }).waitFor();
		await draft().getByRole('button', { name: 'Send Again' }).click();
		await until(() => mails.length === 2, { what: 'the mail is sent again' });
		await draft().getByText('not on the list yet').waitFor();

		age();
		await expand(/^Sent by Me/, /^Not on the List Yet/);
		await chooseInMenu(patches(/Wrap long lines, 1 mail/), 'Send Mail Again');
		await replyIn(editor()).waitFor();
		await draft().waitFor({ state: 'detached' });
		assert.deepEqual([mails.length, new Set(mails.map(messageIdOf)).size], [3, 1]);
	});
});
