import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { notificationCount, row } from './editor-driver.ts';
import { badgeOf, hasHooks, inboxLabels, knowsAll, showInbox } from './inbox-driver.ts';
import { savedSignIn } from './saved-sign-ins.ts';
import { forgeUser } from './ticket-driver.ts';
import { editorWindow } from './window.ts';

const views = ['Inbox', 'Tickets'];

describe('Two windows of a user', () => {
	const editor = editorWindow(
		{
			settings: ({ addresses, webhookKey }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
				'tildeforge.inbox.rules': [{ action: 'notify' }],
			}),
			get signIn() {
				return savedSignIn();
			},
		},
		(window) => showInbox(window, { views }),
	);

	it('show an event once, count the same, and mark it as seen in both', async () => {
		const first = editor();
		const second = await first.openAnother();
		await second.openContainer(views);
		await row(second, 'Tickets', /^~ana\/editor,/).waitFor();
		const windows = [first, second];
		await first.command('Tildeforge: Refresh');
		await knowsAll(first, 'tracker.*~ana.*editor');
		await hasHooks(first.forge, ['trackers', 'user/~ana/trackers/editor']);
		await second.page.bringToFront();
		const { id } = await forgeUser(first.forge, '~bob').create({ title: 'The cursor blinks too fast' });
		for (const window of windows) {
			const submitted = row(window, 'Inbox', new RegExp(`submitted ticket ${id}, .*unseen`)).first();
			await submitted.waitFor({ timeout: 60_000 });
			await until(async () => (await badgeOf(window)) === '1', { what: 'the badge counts it' });
		}
		const notifications = async () => {
			let count = 0;
			for (const window of windows) {
				await window.page.bringToFront();
				count += await notificationCount(window);
			}
			return count;
		};
		await until(async () => (await notifications()) > 0, { what: 'a window shows a notification' });
		assert.equal(await notifications(), 1);

		await second.page.bringToFront();
		await second.command('Tildeforge: Mark All as Seen');
		for (const window of windows) {
			await until(async () => (await badgeOf(window)) === '', { what: 'the badge is gone' });
			const isSeen = async () => !(await inboxLabels(window)).some((label) => label.endsWith(', unseen'));
			await until(isSeen, { what: 'the Inbox shows it as seen' });
		}
	});
});
