import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import {
	clickRow,
	clickUntil,
	Dialogue,
	notice,
	notificationCount,
	row,
	setUp,
	signInButton,
	signInWithToken,
	signOut,
	tokenOf,
} from './editor-driver.ts';
import { visit } from './forge-pages.ts';
import { ticketRow, viewMessage } from './ticket-driver.ts';
import { editorWindow } from './window.ts';

const views = ['Tickets', 'Patches', 'Repositories'];

describe('The Tildeforge container', () => {
	const editor = editorWindow();

	const welcome = {
		Inbox: 'Updates on your tickets, patches and repositories',
		Tickets: 'Triage tickets from your trackers',
		Patches: 'Review patches sent to your mailing lists',
		Repositories: 'Browse repositories without cloning them',
	};

	it('shows four views, each with a welcome text while the user is signed out, and the log', async () => {
		await editor().openContainer();
		const headers = editor().page.locator('.composite.viewlet .pane-header h3.title');
		await headers.nth(3).waitFor();
		assert.deepEqual(await headers.allInnerTexts(), Object.keys(welcome));
		for (const [name, text] of Object.entries(welcome)) {
			await editor().view(name).getByText(text).waitFor();
		}
		await editor().command('Tildeforge: Show Log');
		await editor().page.getByRole('combobox', { name: 'Output' }).waitFor();
	});
});

describe('An account', () => {
	const editor = editorWindow({ settings: setUp() }, (window) => window.openContainer());
	async function refreshTickets(): Promise<void> {
		await editor().view('Tickets').hover();
		await editor().view('Tickets').getByRole('button', { name: 'Refresh' }).click();
	}

	it('shows what its token may read, and which permissions are missing, and offers to grant them', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~eve'));
		const missing = {
			Tickets: 'trackers:read',
			Patches: 'lists:read',
			Repositories: 'info:read',
		};
		for (const [view, scope] of Object.entries(missing)) {
			await row(editor(), view, new RegExp(`^Missing permissions?: ${scope}`)).waitFor();
		}
		const dialogue = new Dialogue(editor().page);
		await clickUntil(row(editor(), 'Tickets', /^Missing permission/), dialogue.box);
		await dialogue.asks('Sign in to forge.test');
		// The token of this user is read-only.
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(editor().forge, '~dave'));
		await row(editor(), 'Tickets', 'No trackers yet').waitFor();
		await row(editor(), 'Patches', /^~ana\/editor-announce/).waitFor();
		await row(editor(), 'Repositories', 'No repositories yet').waitFor();
	});

	it('without trackers or repositories pins or creates one with a click', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~carol'));
		const dialogue = new Dialogue(editor().page);
		const titles = {
			Tickets: { 'Pin Tracker…': 'Pin Tracker: forge.test', 'New Tracker…': 'New Tracker' },
			Repositories: { 'Pin Repository…': 'Pin Repository: forge.test', 'New Repository…': 'New Repository' },
		};
		for (const [view, boxes] of Object.entries(titles)) {
			for (const [label, title] of Object.entries(boxes)) {
				await clickUntil(row(editor(), view, label), dialogue.box);
				await dialogue.asks(title);
				await editor().page.keyboard.press('Escape');
				await dialogue.gone();
			}
		}
	});

	it('with a token for one service works there, and the other views name the permissions they need', async () => {
		const ana = await visit(editor().forge, 'ana');
		await signInWithToken(editor(), await ana.makeToken(['trackers:read', 'tickets:read']));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		await row(editor(), 'Patches', 'Missing permissions: lists:read, patches:read, ~ana').waitFor();
		await row(editor(), 'Repositories', 'Missing permissions: info:read, data:read, ~ana').waitFor();
		await editor().command('Tildeforge: New Tracker…');
		const dialogue = new Dialogue(editor().page);
		await dialogue.says('Name of the new tracker of ~ana');
		await dialogue.answer('birds');
		await dialogue.says('Description (Markdown, optional)');
		await dialogue.answer('');
		const refused = await notice(editor(), 'trackers:write');
		assert.equal(await notificationCount(editor()), 1);
		await refused.getByRole('button', { name: 'Grant Permissions' }).click();
		await dialogue.asks('Sign in to forge.test');
	});

	it('is signed out if its token is revoked, not if its forge is silent, and only the views say so', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		await (await visit(editor().forge, 'ana')).revokeTokens();
		await refreshTickets();
		for (const view of views) {
			await row(editor(), view, 'Sign in again as ~ana, signed out of forge.test').waitFor();
			await row(editor(), view, 'Thank you').waitFor({ state: 'detached' });
			await until(async () => (await row(editor(), view, /.*/).count()) === 1, {
				what: `${view} has only the row that says so`,
			});
		}
		assert.equal(await notificationCount(editor()), 0, 'a revoked token causes no notification');
		const dialogue = new Dialogue(editor().page);
		await clickUntil(row(editor(), 'Patches', 'Sign in again as ~ana'), dialogue.box);
		await dialogue.chooseToken();
		const ana = await visit(editor().forge, 'ana');
		await dialogue.answer(await ana.makeToken(['*']));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		assert.equal(await row(editor(), 'Tickets', 'Sign in again as').count(), 0);

		await editor().forge.stop();
		await refreshTickets();
		for (const view of views)
			await viewMessage(editor(), view)
				.getByText(/^No connection\. /)
				.waitFor();
		assert.equal(await signInButton(editor()).count(), 0, 'the account is still signed in');
		assert.equal(await notificationCount(editor()), 0, 'a missing answer causes no notification');
	});
});

describe('The sample forge', () => {
	const editor = editorWindow({}, (window) => window.openContainer());
	const folders = () => {
		const storage = join(editor().host.data, 'user', 'User', 'globalStorage', 'tildeforge.tildeforge');
		return readdirSync(join(storage, 'sample-forges'));
	};

	async function trySample(): Promise<void> {
		await editor().view('Tickets').getByRole('button', { name: 'Try a sample forge' }).click();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
	}

	it('says that it is a sample, in the titles of the views and above the tickets', async () => {
		await trySample();
		await viewMessage(editor(), 'Tickets').getByText('Sample forge. Nothing leaves this machine.').waitFor();
		for (const view of views) await editor().view(view).getByText('Sample forge').first().waitFor();
		assert.equal(await notificationCount(editor()), 0);
	});

	it('shows tickets after one click, and again after a sign-out, which removes it', async () => {
		await trySample();
		await signOut(editor());
		await signInButton(editor()).waitFor();
		await until(() => folders().length === 0, { what: 'the sample forge is removed' });
		await trySample();
		assert.equal(folders().length, 1);
		assert.doesNotMatch(editor().host.settings.read(), /tildeforge/);
	});

	it('is there again after a reload', async () => {
		await trySample();
		const before = folders();
		await editor().reload();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		assert.deepEqual(folders(), before, 'another forge was made');
	});

	it('has a change that was made just before a reload', async () => {
		await trySample();
		await clickRow(ticketRow(editor(), 57));
		await editor().command('Tildeforge: Confirm Ticket');
		await ticketRow(editor(), 57, 'Confirmed \\(unsent\\)').waitFor();
		await editor().reload();
		await ticketRow(editor(), 57, 'Confirmed,').waitFor();
	});

	it('stays in its window, whatever another window does meanwhile', async () => {
		await trySample();
		const before = folders();
		const other = await editor().openAnother({ folder: temporaryFolder('workspace') });
		await other.openContainer();
		await signInButton(other).waitFor();
		await editor().page.bringToFront();
		await editor().reload();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		assert.deepEqual(folders(), before, 'another forge was made');
		assert.equal(await row(other, 'Tickets', 'Thank you').count(), 0);
		assert.equal(await signInButton(other).count(), 1);
	});
});
