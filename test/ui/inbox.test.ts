import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { chooseInMenu, clickRow, clickUntil, row } from './editor-driver.ts';
import { push } from './git-pushes.ts';
import {
	badgeOf,
	hasHooks,
	inboxLabels,
	knowsAll,
	pinRepository,
	savedSignIn,
	showInbox,
} from './inbox-driver.ts';
import { sendMails } from './patches-mails.ts';
import { forgeUser, waitForPage, waitForPageFocus } from './ticket-driver.ts';
import { editorWindow } from './window.ts';

describe('The inbox', () => {
	let data = '';
	const editor = editorWindow(
		{
			settings: ({ addresses, webhookKey }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
			}),
			get forge() {
				data = temporaryFolder('inbox');
				return { data };
			},
			get signIn() {
				return savedSignIn();
			},
		},
		showInbox,
	);
	const shown = (name: string | RegExp) => row(editor(), 'Inbox', name);
	const hasRows = (count: number) =>
		until(async () => (await inboxLabels(editor())).length === count, {
			what: `the inbox has ${count} rows`,
		});
	const hasBadge = (text: string) =>
		until(async () => (await badgeOf(editor())) === text, { what: `the badge is ${text || 'not there'}` });

	it('learns of a ticket, a mail and a push, and counts what the user has not seen', async () => {
		const { forge } = editor();
		await editor().view('Inbox').getByText("You're all caught up.").waitFor();
		await pinRepository(editor(), '~bob', 'dotfiles');
		await editor().command('Tildeforge: Refresh');
		await knowsAll(editor(), 'editor-devel', 'dotfiles', 'tracker.*~ana.*editor');
		await hasHooks(
			forge,
			['trackers', 'user/~ana/trackers/editor'],
			['lists', 'user/~ana/lists/editor-devel'],
			['repositories', '~bob/repos/dotfiles'],
		);
		await forgeUser(forge, '~bob').create({ title: 'The cursor blinks too fast', description: 'It does.' });
		await sendMails(forge, [
			{ id: 'blink@example.org', subject: 'How fast should it blink?', body: 'Well?\n' },
		]);
		await push(data, '~bob/dotfiles', 'Blink slowly');
		for (const words of [
			/^~bob pushed 1 commit to master, Blink slowly, .*unseen$/,
			/^~bob started a thread, How fast should it blink\?, .*unseen$/,
			/^~bob submitted ticket 61, The cursor blinks too fast, .*unseen$/,
			/^~bob\/dotfiles, repository, 1 new$/,
			/^~ana\/editor-devel, mailing list, 1 new$/,
			/^~ana\/editor, tracker, 1 new$/,
		])
			await shown(words).waitFor();
		await hasBadge('3');

		await clickRow(shown(/submitted ticket 61/));
		await waitForPage(editor(), 'The cursor blinks too fast');
		await shown(/submitted ticket 61, .*(?<!unseen)$/).waitFor();
		await hasBadge('2');
		await chooseInMenu(shown(/^~ana\/editor-devel/), 'Mark as Seen');
		await shown(/^~ana\/editor-devel, mailing list, seen$/).waitFor();
		await hasBadge('1');
		await editor().reload();
		await shown(/^~bob pushed 1 commit to master, .*unseen$/).waitFor();
		await shown(/^~ana\/editor-devel, mailing list, seen$/).waitFor();
		await hasBadge('1');
		await editor().command('Tildeforge: Mark All as Seen');
		await hasBadge('');

		await clickUntil(
			shown(/pushed 1 commit to master/),
			editor().page.locator('.multiDiffEditor').getByText('Commit Message').first(),
		);
		const focused = editor().view('Inbox').locator('.monaco-list:focus');
		await focused.waitFor();
		await editor().page.keyboard.press('Enter');
		await focused.waitFor({ state: 'detached' });
	});

	it('has what others do to a ticket once, not what the user does, and marks it as seen when its page is opened', async () => {
		const { forge } = editor();
		await editor().command('Tildeforge: Refresh');
		await knowsAll(editor(), 'tracker.*~ana.*editor', 'repository.*~ana.*notes');
		await forgeUser(forge, '~ana').update(49, { comment: 'I look into it.' });
		await forgeUser(forge, '~bob').update(49, { comment: 'Thank you.' });
		await editor().command('Tildeforge: Refresh');
		await shown(/^~bob commented on ticket 49, .*unseen$/).waitFor();
		await shown(/^~ana\/editor, tracker, 1 new$/).waitFor();
		await hasRows(2);
		await forgeUser(forge, '~bob').update(49, { comment: 'Again.' });
		await editor().command('Tildeforge: Refresh');
		await shown(/^~ana\/editor, tracker, 2 new$/).waitFor();
		await hasRows(3);
		await editor().view('Inbox').getByRole('tree').focus();
		for (const key of ['Home', 'ArrowDown', 'Enter']) await editor().page.keyboard.press(key);
		await waitForPageFocus(editor());
		await shown(/^~ana\/editor, tracker, seen$/).waitFor();
	});
});
