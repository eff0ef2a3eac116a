import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { until } from '../tools/until.ts';
import {
	clickRow,
	clickUntil,
	InputBox,
	notice,
	notificationCount,
	row,
	setUp,
	signInButton,
	signInWithToken,
	signOut,
} from './editor-driver.ts';
import { signInOnPages } from './forge-pages.ts';
import { ticketRow, viewMessage } from './ticket-driver.ts';
import { editorWindow } from './window.ts';

const views = ['Tickets', 'Patches', 'Repositories'];

describe('An account', () => {
	const editor = editorWindow({ settings: setUp() }, (window) => window.openContainer());
	/** The window may notice by itself what the refresh would show. Then there may be no button any more. */
	const refreshTickets = async (seen: Locator) => {
		await editor().view('Tickets').hover();
		await clickUntil(editor().view('Tickets').getByRole('button', { name: 'Refresh' }), seen);
	};
	const isSignedOut = (view: string) =>
		row(editor(), view, 'Sign in again as ~ana, signed out of forge.test');
	const hasNoConnection = (view: string) => viewMessage(editor(), view).getByText(/^No connection\. /);
	const hasNoNotification = async (why: string) => assert.equal(await notificationCount(editor()), 0, why);

	it('is asked for permissions that it lacks, signed out if its token is revoked, and kept without a connection', async () => {
		const inputBox = new InputBox(editor().page);
		const ana = await signInOnPages(editor().forge, 'ana');
		await signInWithToken(editor(), await ana.createToken(['trackers:read', 'tickets:read']));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		await row(editor(), 'Patches', 'Missing permissions: lists:read, patches:read, ~ana').waitFor();
		const missing = row(editor(), 'Repositories', 'Missing permissions: info:read, data:read, ~ana');
		await clickUntil(missing, inputBox.box);
		await inputBox.asks('Sign in to forge.test');
		await inputBox.leave();
		await editor().command('Tildeforge: New Tracker…');
		await inputBox.says('Name of the new tracker of ~ana');
		await inputBox.answer('birds');
		await inputBox.says('Description (Markdown, optional)');
		await inputBox.answer('');
		const refused = await notice(editor(), 'trackers:write');
		assert.equal(await notificationCount(editor()), 1);
		await refused.getByRole('button', { name: 'Grant Permissions' }).click();
		await inputBox.asks('Sign in to forge.test');
		await inputBox.chooseToken();
		await inputBox.answer(await ana.createToken(['*']));
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		await row(editor(), 'Repositories', /^~ana\/editor/).waitFor();
		await row(editor(), 'Tickets', 'Thank you').waitFor();

		await ana.revokeTokens();
		await refreshTickets(isSignedOut('Tickets'));
		for (const view of views) {
			await isSignedOut(view).waitFor();
			await until(async () => (await row(editor(), view, /.*/).count()) === 1, {
				what: `${view} has only the row that says so`,
			});
		}
		await hasNoNotification('a revoked token causes no notification');
		await clickUntil(row(editor(), 'Patches', 'Sign in again as ~ana'), inputBox.box);
		await inputBox.chooseToken();
		await inputBox.answer(await ana.createToken(['*']));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		assert.equal(await row(editor(), 'Tickets', 'Sign in again as').count(), 0);

		await editor().forge.stop();
		await refreshTickets(hasNoConnection('Tickets'));
		for (const view of views) await hasNoConnection(view).waitFor();
		assert.equal(await signInButton(editor()).count(), 0, 'the account is still signed in');
		await hasNoNotification('a missing answer causes no notification');
	});
});

describe('The sample forge', () => {
	const editor = editorWindow({}, (window) => window.openContainer());
	const folders = () => readdirSync(join(editor().storage, 'sample-forges'));

	it('says what it is, goes with a sign-out, and stays over a reload with a change made just before', async () => {
		const trySample = async () => {
			await editor().view('Tickets').getByRole('button', { name: 'Try a sample forge' }).click();
			await row(editor(), 'Tickets', 'Thank you').waitFor();
		};
		await trySample();
		await viewMessage(editor(), 'Tickets').getByText('Sample forge. Nothing leaves this machine.').waitFor();
		for (const view of views) await editor().view(view).getByText('Sample forge').first().waitFor();
		assert.equal(await notificationCount(editor()), 0);
		await signOut(editor());
		await signInButton(editor()).waitFor();
		await until(() => folders().length === 0, { what: 'the sample forge is removed' });

		await trySample();
		const before = folders();
		assert.equal(before.length, 1);
		assert.doesNotMatch(editor().host.settings.read(), /tildeforge/);
		// The first row: further ones are drawn only if the view is high enough.
		await clickRow(ticketRow(editor(), 60));
		await row(editor(), 'Inbox', /Half of the last line/)
			.first()
			.waitFor({ timeout: 60_000 });
		await editor().command('Tildeforge: Confirm Ticket');
		await ticketRow(editor(), 60, 'Confirmed \\(unsent\\)').waitFor();
		await editor().reload();
		await ticketRow(editor(), 60, 'Confirmed,').waitFor();
		assert.deepEqual(folders(), before, 'another forge was made');
	});
});
