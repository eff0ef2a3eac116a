import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { visit } from './forge-pages.ts';
import { Dialogue, notice, row, setUp, signInWithToken, signOut, toasts, tokenOf } from './hands.ts';
import { editorWindow } from './window.ts';

const views = ['Tickets', 'Patches', 'Repositories'];

describe('An account in trouble', () => {
	let away: Forge;
	before(async () => {
		away = await startForge({ port: 0 });
	});
	const editor = editorWindow({
		settings: (forge) => {
			const { 'tildeforge.instances': one } = setUp()(forge);
			return { 'tildeforge.instances': [...one, { name: 'away.test', ...away.addresses }] };
		},
	});

	it('whose token may do nothing is told what is missing, and offered to grant it', async () => {
		await editor().openContainer();
		await signInWithToken(editor(), tokenOf(editor().forge, '~eve'));
		const missing = {
			Tickets: 'trackers:read',
			Patches: 'lists:read',
			Repositories: 'info:read',
		};
		for (const [view, scope] of Object.entries(missing)) {
			await row(editor(), view, `Grant access, ~eve needs ${scope}`).waitFor();
		}
		await row(editor(), 'Tickets', 'Grant access').click();
		const dialogue = new Dialogue(editor().page);
		await dialogue.asks('Sign in to forge.test');
		await dialogue.leave();
		await signOut(editor());
	});

	it('whose token only reads sees all that it may', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~dave'));
		await row(editor(), 'Tickets', '~dave has no trackers').waitFor();
		await row(editor(), 'Patches', '~dave has no lists').waitFor();
		await row(editor(), 'Repositories', '~dave has no repositories').waitFor();
		await signOut(editor());
	});

	it('whose token is for one area works there, and the others say what they need', async () => {
		const ana = await visit(editor().forge, 'ana');
		await signInWithToken(editor(), await ana.makeToken(['trackers:read', 'tickets:read']));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		await row(editor(), 'Patches', 'Grant access, ~ana needs lists:read, patches:read').waitFor();
		await row(editor(), 'Repositories', 'Grant access, ~ana needs info:read, data:read').waitFor();
		await editor().command('Tildeforge: New Tracker…');
		const dialogue = new Dialogue(editor().page);
		await dialogue.says('The tracker of ~ana is called');
		await dialogue.answer('birds');
		await dialogue.says('What it is for');
		await dialogue.answer('');
		const refused = await notice(editor(), 'trackers:write');
		await refused.getByRole('button', { name: 'Grant' }).click();
		await dialogue.asks('Sign in to forge.test');
		await dialogue.leave();
		await signOut(editor());
	});

	it('whose token was revoked is signed out, which is said once and without a toast', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~bob'));
		await row(editor(), 'Tickets', 'Dark colours').waitFor();
		await (await visit(editor().forge, 'bob')).revokeTokens();
		await editor().view('Tickets').hover();
		await editor().view('Tickets').getByRole('button', { name: 'Refresh' }).click();
		for (const view of views) {
			await row(editor(), view, 'Sign in again as ~bob, signed out of forge.test').waitFor();
			await row(editor(), view, 'Dark colours').waitFor({ state: 'detached' });
			assert.equal(await row(editor(), view, /.*/).count(), 1);
		}
		assert.equal(await toasts(editor()).count(), 0);
		await row(editor(), 'Patches', 'Sign in again as ~bob').click();
		const dialogue = new Dialogue(editor().page);
		await dialogue.chooseToken();
		const bob = await visit(editor().forge, 'bob');
		await dialogue.answer(await bob.makeToken(['*']));
		await row(editor(), 'Tickets', 'Dark colours').waitFor();
		assert.equal(await row(editor(), 'Tickets', 'Sign in again as').count(), 0);
		await signOut(editor());
	});

	it('whose forge does not answer stays signed in, with words and a way to try again', async () => {
		await signInWithToken(editor(), tokenOf(away, '~ana'), 'away.test');
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		await away.stop();
		await editor().view('Tickets').hover();
		await editor().view('Tickets').getByRole('button', { name: 'Refresh' }).click();
		for (const view of views) await row(editor(), view, /^No connection, /).waitFor();
		assert.equal(await toasts(editor()).count(), 0);
		await signOut(editor());
	});
});
