import assert from 'node:assert/strict';
import * as v from 'valibot';
import { testPassword } from '../kit/mails/mail-server.ts';
import { until } from '../tools/until.ts';
import { clickUntil, expandRow, InputBox, row } from './editor-driver.ts';
import { startMailRelay } from './mail-relay.ts';
import { openReview, patchesWindow } from './patches-driver.ts';
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

/** Opens the panel for the review of the page in front. */
async function finish(editor: EditorWindow) {
	await title(editor, series).click();
	const panel = await openReview(editor);
	await panel.mails.filter({ hasText: question }).getByText('1 comment').waitFor();
	return panel;
}

describe('A review that is sent', () => {
	const { editor, open, page, heading, tab, puts, proxy, patches, expand, chooseMore } = patchesWindow();
	const statusBar = (words: string | RegExp) => editor().page.locator('.statusbar-item', { hasText: words });
	const draft = () => draftIn(editor());

	/** How many mails of the list have the Message-ID of this one. */
	async function countOnList(mail: string | undefined): Promise<number> {
		// Without a search, the forge answers with the first mails of the threads.
		const path = 'user/~ana/lists/editor-devel/posts?search=%21is%3Arequest-pull';
		const { results } = v.parse(Posts, await forgeUser(editor().forge, '~ana').ask('lists', 'GET', path));
		return results.filter(({ message_id }) => message_id === messageIdOf(mail ?? '')).length;
	}

	let relay: Awaited<ReturnType<typeof startMailRelay>> | undefined;
	afterEach(async () => {
		await relay?.stop();
		relay = undefined;
	});

	async function changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
		const before = JSON.parse(editor().host.settings.read());
		await editor().writeSettings(JSON.stringify({ ...before, ...settings }));
	}

	/** Starts a mail server, and sets it up. */
	async function useRelay(needsLogin = false) {
		relay = await startMailRelay(() => editor().forge, { needsLogin });
		await changeSettings({
			'tildeforge.mailServer': {
				...{ host: '127.0.0.1', port: relay.port, security: 'none', from: 'Ana Duarte <ana@example.org>' },
				...(needsLogin && { user: 'ana' }),
			},
		});
		return relay;
	}

	it('can be undone, and then is a reply at its line, once from two windows, with the status of the patchset', async () => {
		const { page: window } = editor();
		const { mails } = await useRelay();
		await open(/^Wrap long lines/, series);
		await chooseMore('Open in Diff Editor');
		await tab(/^v3 Wrap long lines/)
			.nth(1)
			.waitFor();
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

		const panel = await finish(editor());
		await panel.status.selectOption('Approved');
		await panel.send();
		await draft().getByText('Being sent…').waitFor();
		await page().getByText('1 draft comment', { exact: true }).waitFor({ state: 'detached' });
		await statusBar(/Sending .*… Undo/).waitFor();
		await panel.bar.getByText('Sending 1 mail…').waitFor();
		// Waits for the message from the start: it disappears after a few seconds.
		await Promise.all([
			statusBar('Undone: ').waitFor(),
			panel.bar.getByRole('button', { name: 'Undo' }).click(),
		]);
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
		const other = await finish(second);
		const again = await finish(editor());
		assert.equal(await again.status.inputValue(), 'status approved', 'it is still chosen');
		await again.send();
		await draftIn(second).filter({ hasText: 'draft' }).waitFor({ state: 'detached' });
		// There is nothing left to send in the other window.
		await other.bar.getByText('No mail yet').waitFor();
		await replyIn(editor()).waitFor();
		// A window that has not sent the mail finds it when it reads the list next.
		await second.command('Tildeforge: Refresh');
		await replyIn(second).waitFor();
		for (const window of [editor(), second]) await draftIn(window).waitFor({ state: 'detached' });
		await until(() => puts().length === 1, { what: 'the status is sent' });
		assert.deepEqual([mails.length, await countOnList(mails[0])], [1, 1]);
		assert.deepEqual(puts(), [{ status: 'approved' }]);
	});

	it('is a mail that keeps each letter when its tab is closed and after a reload, and is sent with a key, which can be undone', async () => {
		const { keyboard } = editor().page;
		const last = editor().page.locator('.monaco-editor .view-line', { hasText: /Otherwise\sfine\./ });
		const isClosed = () => tab(/^Re: /).waitFor({ state: 'detached' });
		const { mails } = await useRelay();
		await open(/^Wrap long lines/, series);
		await comment(editor());
		await (await finish(editor())).editMail();
		await editor()
			.page.locator('.monaco-editor .view-line', { hasText: /Why\s80/ })
			.click();
		await keyboard.press('ControlOrMeta+End');
		await keyboard.type('Otherwise fine.');
		await keyboard.press('ControlOrMeta+w');
		await isClosed();
		await expand(/^My Reviews/, /^Drafts/);
		await clickUntil(patches(/^Re: .*, mail/), last);
		await editor().waitUntilStored(/tildeforge-draft/);
		await editor().reloadWithoutStoring();
		// VS Code may not have stored the tab, but the mail is under Drafts.
		await clickUntil(patches(/^Re: .*, mail/), last);
		await last.click();
		await keyboard.press('ControlOrMeta+Enter');
		await isClosed();
		await statusBar(/Sending .*… Undo/).click();
		await last.waitFor();
		assert.deepEqual(mails, []);
		await changeSettings({ 'tildeforge.undoSeconds': 0 });
		await last.click();
		await keyboard.press('ControlOrMeta+Enter');
		await isClosed();
		await until(() => mails.length === 1, { what: 'the mail is sent' });
		assert.match(mails[0] ?? '', /\r\nOtherwise fine\.(?:\r\n)?$/);
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
		await (await finish(editor())).send();
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
		await (await finish(editor())).send();
		await draft().getByText('Waiting. 127.0.0.1 cannot do this now: ').waitFor();
		await draft().getByText('It is not on the list yet, but may still arrive.').waitFor();
		assert.equal(mails.length, 3);
		await button('Send Again').click();
		await replyIn(editor()).waitFor();
		await draft().waitFor({ state: 'detached' });
		const [, ...ids] = mails.map(messageIdOf);
		assert.deepEqual([ids.length, new Set(ids).size, await countOnList(mails[3])], [3, 1, 1]);
	});
});
