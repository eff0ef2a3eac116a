import assert from 'node:assert/strict';
import {
	Dialogue,
	notice,
	notificationCount,
	row,
	setUp,
	signInButton,
	signInWithToken,
	tokenOf,
} from './editor-driver.ts';
import { visit } from './forge-pages.ts';
import { editorWindow } from './window.ts';

const views = ['Tickets', 'Patches', 'Repositories'];

describe('An account', () => {
	const editor = editorWindow({ settings: setUp() }, (window) => window.openContainer());

	async function refreshTickets(): Promise<void> {
		await editor().view('Tickets').hover();
		await editor().view('Tickets').getByRole('button', { name: 'Refresh' }).click();
	}

	it('with a token without permissions shows which ones are missing, and offers to grant them', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~eve'));
		const missing = {
			Tickets: 'trackers:read',
			Patches: 'lists:read',
			Repositories: 'info:read',
		};
		for (const [view, scope] of Object.entries(missing)) {
			await row(editor(), view, new RegExp(`^Missing permissions?: ${scope}`)).waitFor();
		}
		await row(editor(), 'Tickets', /^Missing permission/).click();
		await new Dialogue(editor().page).asks('Sign in to forge.test');
	});

	it('with a read-only token shows everything that the token may read', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~dave'));
		await row(editor(), 'Tickets', '~dave has no trackers').waitFor();
		await row(editor(), 'Patches', '~dave has no lists').waitFor();
		await row(editor(), 'Repositories', '~dave has no repositories').waitFor();
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

	it('with a revoked token is signed out, and each view says so once, without a notification', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~bob'));
		await row(editor(), 'Tickets', 'Dark colours').waitFor();
		await (await visit(editor().forge, 'bob')).revokeTokens();
		await refreshTickets();
		for (const view of views) {
			await row(editor(), view, 'Sign in again as ~bob, signed out of forge.test').waitFor();
			await row(editor(), view, 'Dark colours').waitFor({ state: 'detached' });
			assert.equal(await row(editor(), view, /.*/).count(), 1);
		}
		assert.equal(await notificationCount(editor()), 0);
		await row(editor(), 'Patches', 'Sign in again as ~bob').click();
		const dialogue = new Dialogue(editor().page);
		await dialogue.chooseToken();
		const bob = await visit(editor().forge, 'bob');
		await dialogue.answer(await bob.makeToken(['*']));
		await row(editor(), 'Tickets', 'Dark colours').waitFor();
		assert.equal(await row(editor(), 'Tickets', 'Sign in again as').count(), 0);
	});

	it('on a forge that does not answer stays signed in, and each view says so, without a notification', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		await editor().forge.stop();
		await refreshTickets();
		for (const view of views) await row(editor(), view, /^No connection, /).waitFor();
		assert.equal(await signInButton(editor()).count(), 0);
		assert.equal(await notificationCount(editor()), 0);
	});
});
