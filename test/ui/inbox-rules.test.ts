import assert from 'node:assert/strict';
import { notice, row } from './editor-driver.ts';
import { knowsAll } from './inbox-driver.ts';
import { forgeUser, ticketPage, ticketWindow, title } from './ticket-driver.ts';
import type { EditorWindow } from './window.ts';

const name = 'tildeforge.inbox.rules';
const rulesOf = ({ host }: EditorWindow): unknown => JSON.parse(host.settings.read())[name];

describe('Rules of the inbox', () => {
	const { editor } = ticketWindow({ more: { [name]: [{ action: 'notify' }] } });
	const bob = () => forgeUser(editor().forge, '~bob');
	const inboxRow = (words: RegExp) => row(editor(), 'Inbox', words).first();

	beforeEach(async () => {
		await editor().openContainer(['Inbox', 'Tickets']);
		await knowsAll(editor(), 'tracker.*~ana.*editor');
	});

	async function comment(ticket: number): Promise<void> {
		await bob().update(ticket, { comment: 'I see this too.' });
		await editor().command('Tildeforge: Refresh');
	}

	it('notify of an event, and the notification opens it', async () => {
		await comment(60);
		const one = await notice(editor(), /~ana\/editor: #60 ~bob commented · /);
		await inboxRow(/^~bob commented on ticket 60, .*unseen/).waitFor();
		await one.hover();
		await one.getByRole('button', { name: 'Open', exact: true }).click();
		await title(editor(), /./).waitFor();
		await ticketPage(editor()).getByText('I see this too.').first().waitFor();
		await inboxRow(/^~bob commented on ticket 60, (?!.*unseen)/).waitFor();
	});

	it('are added by Mute This, after which such events of the place only enter', async () => {
		await comment(60);
		const one = await notice(editor(), /~ana\/editor: #60 ~bob commented · /);
		await one.hover();
		await one.getByRole('button', { name: 'Mute This' }).click();
		await editor().page.getByText('Muted. Such updates still enter the Inbox.').waitFor();
		assert.deepEqual(rulesOf(editor()), [
			{ action: 'notify' },
			{ event: 'commented', place: '~ana/editor', action: 'inbox' },
		]);
		await comment(59);
		await inboxRow(/^~bob commented on ticket 59, .*unseen/).waitFor();
		// If the comment were to be notified too, both would be counted.
		await bob().create({ title: 'Scrolling is slow' });
		await editor().command('Tildeforge: Refresh');
		const other = await notice(editor(), /~ana\/editor: #\d+ Scrolling is slow · submitted by ~bob/);
		await other.hover();
		await other.getByRole('button', { name: 'Open', exact: true }).click();
		await title(editor(), 'Scrolling is slow').waitFor();
	});

	it('change the inbox at once, and are named once if they are invalid', async () => {
		await comment(60);
		await inboxRow(/^~bob commented on ticket 60/).waitFor();
		const settings = JSON.parse(editor().host.settings.read());
		const rules = [{ action: 'ignore' }, { event: 'comented', action: 'inbox' }];
		await editor().writeSettings(JSON.stringify({ ...settings, [name]: rules }));
		await inboxRow(/^~bob commented on ticket 60/).waitFor({ state: 'detached' });
		const warning = await notice(
			editor(),
			/Rule 2 of the setting tildeforge\.inbox\.rules is ignored: "event"/,
		);
		await warning.hover();
		await warning.getByRole('button', { name: 'Open Settings' }).click();
		await editor().page.getByRole('tab', { name: 'Settings' }).waitFor();
		await editor().page.getByText('What enters the Inbox, and what shows a notification.').waitFor();
		await editor().writeSettings(JSON.stringify({ ...settings, [name]: [] }));
		await inboxRow(/^~bob commented on ticket 60, .*unseen/).waitFor();
	});
});
