import assert from 'node:assert/strict';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain, until } from '../tools/until.ts';
import { row } from './editor-driver.ts';
import {
	badgeOf,
	filledRows,
	fillInbox,
	hasHooks,
	knowsAll,
	showInbox,
	waitForUpdate,
} from './inbox-driver.ts';
import { KeyboardUser } from './keyboard-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { forgeUser, title, waitForPageFocus } from './ticket-driver.ts';
import { editorWindow } from './window.ts';

const rules = 'tildeforge.inbox.rules';

describe('Without a mouse, in the Inbox', () => {
	// Before the window is closed or reset.
	afterEach(async function () {
		if (this.currentTest?.isPassed()) await user.assertNoMouse();
	});
	const editor = editorWindow(
		{
			settings: ({ addresses, webhookKey }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
				[rules]: [{ event: 'commented', action: 'notify' }],
			}),
			signIn: savedSignIn,
		},
		(window) => showInbox(window, { views: ['Inbox', 'Tickets'] }),
	);
	const user: KeyboardUser = new KeyboardUser(editor, 'Inbox');
	const shown = (name: RegExp) => row(editor(), 'Inbox', name);
	const inStatusBar = (words: string) =>
		editor().page.locator('.statusbar').getByRole('button', { name: words, exact: true }).first();
	const focused = (selector: string, name: string) =>
		editor()
			.page.locator(`${selector}:focus`)
			.and(editor().page.getByRole('button', { name, exact: true }));

	it('the user reads updates, marks them as seen and unseen, mutes a ticket, and mutes such updates', async () => {
		const { forge, page } = editor();
		await editor().command('Tildeforge: Refresh');
		await knowsAll(editor(), 'tracker.*~ana.*editor');
		await hasHooks(forge, ['trackers', 'user/~ana/trackers/editor']);
		await user.putMouseAway();
		const bob = forgeUser(forge, '~bob');
		await bob.create({ title: 'The cursor blinks too fast', description: 'It does.' });
		await bob.create({ title: 'The cursor blinks too slowly', description: 'It does.' });
		await bob.update(49, { comment: 'I see it too.' });
		await shown(/^~ana\/editor, tracker, 3 new$/).waitFor();
		// What is seen before its notification is shown has none.
		const commented = page.locator('.notifications-center').getByText(/#49 .* · ~bob commented$/);
		// If the center is opened before the first notification arrives, VS Code keeps that in the closed center.
		await tryAgain(
			() => user.run('Notifications: Show Notifications'),
			() => commented.first().waitFor({ timeout: 5000 }),
		);
		await user.press('Escape');

		await user.showView();
		await user.press('Home');
		await user.focusedRow(/^~ana\/editor, tracker, 3 new$/).waitFor();
		await user.press('ArrowDown');
		await user.focusedRow(/, unseen$/).waitFor();
		await user.run('Tildeforge: Mark as Seen');
		await inStatusBar('Select an update first.').waitFor();
		await user.focusedRow(/, unseen$/).waitFor();

		await user.chooseInMenu(/^~bob submitted ticket 61, /, 'Mark as Seen');
		await user.focusedRow(/^~bob submitted ticket 61, .*, ~ana\/editor, [^,]+$/).waitFor();
		await shown(/^~ana\/editor, tracker, 2 new$/).waitFor();
		await user.moveTo(/^~bob submitted ticket 62, /);
		await user.press('Space');
		await title(editor(), 'The cursor blinks too slowly').waitFor();
		await user.focusedRow(/^~bob submitted ticket 62, (?!.*unseen)/).waitFor();
		await user.chooseInMenu(/^~ana\/editor, tracker, 1 new/, 'Mark as Seen');
		await user.focusedRow(/^~ana\/editor, tracker, seen$/).waitFor();
		// Its page is still visible.
		await user.chooseInMenu(/^~bob submitted ticket 62, /, 'Mark as Unseen');
		await user.focusedRow(/^~bob submitted ticket 62, .*, unseen$/).waitFor();
		await user.moveTo(/^~ana\/editor, tracker, 1 new$/);
		await user.run('Tildeforge: Refresh');
		await user.focusedRow(/^~ana\/editor, tracker, 1 new$/).waitFor();
		await user.run('Tildeforge: Mark All as Seen');
		await user.focusedRow(/^~ana\/editor, tracker, seen$/).waitFor();

		await bob.update(49, { comment: 'Still.' });
		await user.focusedRow(/^~ana\/editor, tracker, 1 new$/).waitFor();
		await bob.update(49, { comment: 'Again.' });
		const comments = /^Ticket 49, .*, 2 comments, last by ~bob, Again\., .*, unseen$/;
		await user.chooseInMenu(comments, 'Mute');
		await user.focusedRow(comments).waitFor({ state: 'detached' });
		await user.run('Notifications: Show Notifications');
		await page.locator('.notifications-center .monaco-list:focus').waitFor();
		const ofTicket = page.locator('.notifications-center .monaco-list-row.focused', {
			hasText: 'Muted “#49 ',
		});
		// Those of earlier events may have come after it.
		let above = 0;
		await tryAgain(
			async () => {
				await user.press('Home');
				for (let row = 0; row < above; row++) await user.press('ArrowDown');
				above++;
			},
			() => ofTicket.waitFor({ timeout: 500 }),
			5,
		);
		await user.press('Tab');
		await focused('.notifications-center *', 'Undo').waitFor();
		await user.press('Enter');
		await user.press('Escape');
		await shown(comments).waitFor();
		await user.showView();
		await user.run('Tildeforge: Mark All as Seen');
		await user.moveTo(/^~ana\/editor, tracker, seen$/);

		await user.run('Tildeforge: Show Live Status');
		await user.inputBox.says(/last delivery/);
		const { box } = user.inputBox;
		// The deliveries may have come by the webhook of its owner.
		const ofTracker = /^~ana\/editor, tracker · live( · last delivery [^,]+)?$/;
		await until(
			async () => {
				const all = await box.getByRole('option').all();
				const labels = await Promise.all(all.map((one) => one.getAttribute('aria-label')));
				return labels.some((label) => ofTracker.test(label ?? ''));
			},
			{ what: 'the tracker is live' },
		);
		await user.press('Escape');
		await user.focusedRow(/^~ana\/editor, tracker, seen$/).waitFor();

		// Those before may have been seen before their notifications were shown.
		await bob.update(49, { comment: 'Once more.' });
		await user.focusedRow(/^~ana\/editor, tracker, 1 new$/).waitFor();
		const center = page.locator('.notifications-center');
		const update = center.locator('.monaco-list-row', { hasText: /updates in|~bob commented/ });
		const muted = 'Muted: comments in ~ana/editor. They still appear in the Inbox.';
		await tryAgain(
			async () => {
				await user.run('Notifications: Show Notifications');
				await center.locator('.monaco-list:focus').waitFor({ timeout: 5000 });
				if ((await update.count()) === 0) return;
				// Keys are lost if a notification arrives at the same time.
				await user.press('Home', 'Tab', 'Tab');
				await focused('.notifications-center *', 'Mute This')
					.waitFor({ timeout: 2000 })
					.then(() => user.press('Enter'))
					.catch(() => {});
			},
			// The center closes with its last notification. If the message arrives before that, VS Code keeps it in the closed center.
			() => page.locator('.notification-list-item').getByText(muted).first().waitFor({ timeout: 5000 }),
		);
		assert.deepEqual(JSON.parse(editor().host.settings.read())[rules][1], {
			...{ event: 'commented', place: '~ana/editor', action: 'inbox' },
		});
	});
});

describe('An Inbox with rows of all kinds', () => {
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
			signIn: savedSignIn,
		},
		(window) => showInbox(window),
	);
	const user: KeyboardUser = new KeyboardUser(editor, 'Inbox');

	it('is emptied with one key for each row, in one tab, and Escape leads back to the row', async () => {
		await fillInbox(editor(), data);
		await user.showView();
		await user.press('Home', 'ArrowDown', 'Enter');
		const isLeft = (count: number) => async () => (await badgeOf(editor())) === (count > 0 ? `${count}` : '');
		const kinds: string[] = [];
		for (let left = filledRows - 1; ; left--) {
			await until(isLeft(left), { what: `${left} rows are new` });
			kinds.push(await waitForUpdate(editor(), filledRows - left));
			assert.equal(await editor().page.locator('.tabs-container .tab').count(), 1);
			if (left === 0) break;
			await user.press(left % 2 === 0 ? 'j' : 'e');
		}
		assert.deepEqual([...new Set(kinds)].sort(), ['diff', 'page']);
		await user.press('Escape');
		await user.focusedRow(/, just now$/).waitFor();
		await user.press('Enter');
		await waitForPageFocus(editor());
		await user.press('e');
		const words = 'Nothing new is left in the Inbox.';
		await editor().page.locator('.statusbar').getByText(words).first().waitFor();
		await user.focusedRow(/, just now$/).waitFor();
	});
});
