import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain, until } from '../tools/until.ts';
import {
	chooseInMenu,
	clickRow,
	clickUntil,
	expandRow,
	InputBox,
	notice,
	row,
	rows,
} from './editor-driver.ts';
import { push } from './git-pushes.ts';
import { badgeOf, hasHooks, inboxLabels, knowsAll, pinRepository, showInbox } from './inbox-driver.ts';
import { sendMails } from './patches-mails.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { forgeUser, openTicket, waitForPage } from './ticket-driver.ts';
import { editorWindow } from './window.ts';

const views = ['Inbox', 'Tickets', 'Patches', 'Repositories'];
const typed = 'Half a sentence';

/** What the inbox has after all of it, apart from ages and from what the user has seen. */
const expected = [
	'~bob commented on ticket 49, Save keeps the owner but not the mode, I see it too.',
	'~bob commented on ticket 60, Thank you, That would help.',
	'~bob pushed 1 commit to master, Blink slowly',
	'~bob replied, term: three bytes are enough for an arrow, A reply.',
	'~bob started a thread, How fast should it blink?, Well?',
	'~bob submitted ticket 61, The cursor blinks too fast, It does.',
];

describe('What others do', () => {
	let data = '';
	const editor = editorWindow(
		{
			settings: ({ addresses, webhookKey }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
				'tildeforge.inbox.rules': [{ event: 'created', action: 'notify' }],
			}),
			get forge() {
				data = temporaryFolder('inbox');
				return { data };
			},
			signIn: savedSignIn,
		},
		(window) => showInbox(window, { size: { width: 1600, height: 2800 }, views }),
	);
	const shown = (view: string, name: RegExp) => row(editor(), view, name).first();
	const inInbox = (name: RegExp) => shown('Inbox', name).waitFor();
	/** The item of the status bar, which has no words while all is well. */
	const inStatusBar = (...headlines: readonly string[]) =>
		editor().page.locator(
			headlines.map((words) => `.statusbar-item-label[aria-label^="Tildeforge: ${words}"]`).join(),
		);
	const hasBadge = (text: string) =>
		until(async () => (await badgeOf(editor())) === text, { what: `the badge is ${text || 'not there'}` });

	/** Moves the upper edge of a view, at the expense of the view above. */
	async function raise(view: string, top: number): Promise<void> {
		const { mouse } = editor().page;
		const box = await editor().header(view).boundingBox();
		assert.ok(box);
		await mouse.move(box.x + 60, box.y - 1);
		await mouse.down();
		await mouse.move(box.x + 60, top, { steps: 5 });
		await mouse.up();
	}

	async function expand(view: string, ...names: readonly RegExp[]): Promise<void> {
		for (const name of names) await expandRow(shown(view, name));
	}

	const pageIn = (group: number): FrameLocator =>
		editor().page.frameLocator('iframe.webview.ready').nth(group).frameLocator('iframe');

	/** Waits until one of the two pages shows a text. */
	const onPage = (text: string, timeout = 60_000): Promise<void> =>
		Promise.any(
			[0, 1].map((group) =>
				pageIn(group).getByText(text).filter({ visible: true }).first().waitFor({ timeout }),
			),
		);

	/** Opens the page of a ticket with a comment that is being written, next to that of a patch, and rows of all views. */
	async function arrange(): Promise<void> {
		await raise('Tickets', 320);
		await raise('Patches', 980);
		// Above it, Patches has room for all its rows: new ones come last.
		await raise('Repositories', 1860);
		await pinRepository(editor(), '~bob', 'dotfiles');
		await openTicket(editor(), 49, 'Save keeps the owner but not the mode');
		await pageIn(0).locator('#text').fill(typed);
		await expand('Patches', /^~ana\/editor-devel/, /^Discussions/);
		// The view is still being drawn, so a click can reach another row.
		await tryAgain(
			() => shown('Patches', /^term: three bytes/).click(),
			() => onPage('Tested over a modem. Really.', 5000),
		);
		// Such a click may have collapsed it.
		await expand('Patches', /^Discussions/);
		await editor().command('View: Move Editor into Right Group');
		await onPage('Tested over a modem. Really.');
		await expand('Repositories', /^~bob\/dotfiles/, /^Log/);
	}

	/** What the user has expanded, selected and typed. */
	async function arranged() {
		const namesOf = (which: Locator) =>
			which.evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? '').split(',')[0]));
		const rowsWith = (selector: string) =>
			Promise.all(
				views.slice(1).map((view) => namesOf(rows(editor(), view).and(editor().page.locator(selector)))),
			);
		return {
			typed: await pageIn(0).locator('#text').inputValue(),
			expanded: await rowsWith('[aria-expanded=true]'),
			selected: await rowsWith('[aria-selected=true]'),
		};
	}

	/** The Message-ID of the patch that the page shows. */
	async function messageIdOfArrow(): Promise<string> {
		const ana = forgeUser(editor().forge, '~ana');
		const body: unknown = await ana.ask('lists', 'GET', 'user/~ana/lists/editor-devel/posts');
		const found = /"subject":"[^"]*three bytes[^"]*","message_id":"<([^>]*)>/.exec(JSON.stringify(body));
		assert.ok(found, JSON.stringify(body).slice(0, 2000));
		return found[1] ?? '';
	}

	/** Does everything through the API, by SMTP and with git. What ~ana does herself is no news. */
	async function act(): Promise<void> {
		const { forge } = editor();
		const bob = forgeUser(forge, '~bob');
		await bob.create({ title: 'The cursor blinks too fast', description: 'It does.' });
		await forgeUser(forge, '~ana').update(60, { comment: 'I look into it.' });
		await bob.update(60, { comment: 'That would help.' });
		await bob.update(49, { comment: 'I see it too.' });
		const subject = 'Re: [PATCH editor] term: three bytes are enough for an arrow';
		await sendMails(forge, [
			{ id: 'thread@example.org', subject: 'How fast should it blink?', body: 'Well?\n' },
			{ id: 'reply@example.org', subject, body: 'A reply.\n', answers: await messageIdOfArrow() },
		]);
		await push(data, '~bob/dotfiles', 'Blink slowly');
	}

	it('is in the views, on open pages, in the Inbox and in notifications at once, and disturbs nothing of what the user does', async function () {
		this.timeout(240_000);
		const window = editor();
		const { page, forge } = window;
		const inputBox = new InputBox(page);
		await window.view('Inbox').getByText("You're all caught up.").waitFor();
		await arrange();
		await window.command('Tildeforge: Refresh');
		await knowsAll(window, 'list.*editor-devel', 'dotfiles', 'tracker.*~ana.*editor');
		await hasHooks(
			forge,
			['trackers', 'user'],
			['trackers', 'user/~ana/trackers/editor'],
			['lists', 'user/~ana/lists/editor-devel'],
			['repositories', '~bob/repos/dotfiles'],
		);
		await clickUntil(inStatusBar('Checking every'), inputBox.box);
		await inputBox.box.getByText(/^Live Status: Checking every /).waitFor();
		await inputBox.option(/Trackers of ~ana/).waitFor();
		await inputBox.leave();

		const before = await arranged();
		assert.equal(before.typed, typed);
		await act();
		const began = performance.now();
		await Promise.all([
			...expected.map((words) => inInbox(new RegExp(`^${words.replaceAll('?', '\\?')}`))),
			shown('Tickets', /blinks too fast/).waitFor(),
			shown('Patches', /^How fast should/).waitFor(),
			shown('Patches', /^term: three bytes.*, 2 replies/).waitFor(),
			shown('Repositories', /^Blink slowly/).waitFor(),
			onPage('I see it too.'),
			onPage('A reply.'),
			inStatusBar('Live', 'Partly live').waitFor(),
		]);
		console.log(`      seen after ${Math.round(performance.now() - began)} ms`);
		assert.deepEqual(await arranged(), before);
		const events = (await inboxLabels(window)).filter((label) => !/^~\w+\//.test(label));
		const words = events.map((label) =>
			label.replace(/, unseen$/, '').replace(/, ~[^,]*, [^,]*( ago|now)$/, ''),
		);
		assert.deepEqual(words.sort(), expected);

		await window.command('View: Close All Editors');
		const one = await notice(window, /~ana\/editor: #61 The cursor blinks too fast · ~bob submitted this/);
		await one.hover();
		await one.getByRole('button', { name: 'Open', exact: true }).click();
		await waitForPage(window, 'The cursor blinks too fast');
		await inInbox(/submitted ticket 61, (?!.*unseen)/);
		await hasBadge('3');
		await clickRow(shown('Inbox', /commented on ticket 60/));
		await waitForPage(window, 'Thank you');
		await pageIn(0).getByText('That would help.').first().waitFor();
		await inInbox(/commented on ticket 60, (?!.*unseen)/);
		await hasBadge('2');
		await chooseInMenu(shown('Inbox', /^~ana\/editor-devel/), 'Mark as Seen');
		await inInbox(/^~ana\/editor-devel, mailing list, seen$/);
		await hasBadge('1');

		await inInbox(/^~bob pushed 1 commit to master, .*unseen$/);
		await window.command('Tildeforge: Mark All as Seen');
		await hasBadge('');
		const message = page.locator('.multiDiffEditor').getByText('Commit Message').first();
		await clickUntil(shown('Inbox', /pushed 1 commit to master/), message);
		const focused = window.view('Inbox').locator('.monaco-list:focus');
		await focused.waitFor();
		await page.keyboard.press('Enter');
		await focused.waitFor({ state: 'detached' });
	});
});
