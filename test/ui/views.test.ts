import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { Browser } from '../kit/forge/identity-forge.ts';
import { newToken } from '../kit/forge/new-token.ts';
import { until } from '../tools/until.ts';
import {
	clickUntil,
	InputBox,
	notice,
	notificationCount,
	row,
	setUp,
	signInButton,
	signInWithToken,
} from './editor-driver.ts';
import { viewMessage } from './ticket-driver.ts';
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

	/** ~ana revokes all of her tokens on the pages of the forge. */
	async function revokeTokens(): Promise<void> {
		const path = '/oauth2/personal-token';
		const browser = new Browser(editor().forge.addresses.identity);
		await browser.signIn('ana');
		let page = await browser.get(path);
		for (; page.text.includes(`action="${path}/revoke"`); page = await browser.get(path))
			await browser.submit(page, `${path}/revoke`);
		assert.ok(page.text.includes('You have no tokens.'));
	}

	it('is asked for permissions that it lacks, signed out if its token is revoked, and kept without a connection', async () => {
		const inputBox = new InputBox(editor().page);
		const { forge } = editor();
		await signInWithToken(editor(), await newToken(forge, ['trackers:read', 'tickets:read']));
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
		await inputBox.answer(await newToken(forge));
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		await row(editor(), 'Repositories', /^~ana\/editor/).waitFor();
		await row(editor(), 'Tickets', 'Thank you').waitFor();

		await revokeTokens();
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
		await inputBox.answer(await newToken(forge));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		assert.equal(await row(editor(), 'Tickets', 'Sign in again as').count(), 0);

		await forge.stop();
		await refreshTickets(hasNoConnection('Tickets'));
		for (const view of views) await hasNoConnection(view).waitFor();
		assert.equal(await signInButton(editor()).count(), 0, 'the account is still signed in');
		await hasNoNotification('a missing answer causes no notification');
	});
});
