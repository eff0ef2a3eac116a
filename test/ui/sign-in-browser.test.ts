import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { tryAgain } from '../tools/until.ts';
import {
	cancelWaiting,
	chooseForge,
	comeBack,
	type Dialogue,
	decide,
	logIn,
	notice,
	opened,
	row,
	setUp,
	signInButton,
	unreachable,
	waiting,
} from './editor-driver.ts';
import { type EditorWindow, editorWindow } from './window.ts';

describe('Signing in with the browser', () => {
	const editor = editorWindow({ settings: setUp({ clientId: 'tildeforge' }) }, logInToForge);

	/** Logs ~ana in to the pages of the forge, so that they ask only for approval. */
	async function logInToForge(window: EditorWindow): Promise<void> {
		await window.openContainer();
		const page = await window.page.context().newPage();
		await page.goto(`${window.forge.addresses.identity}/login`);
		await logIn(page, 'ana');
		await page.getByText('~ana').first().waitFor();
		await comeBack(page, window);
	}

	/** Starts to sign in, and returns the page on which the forge asks for approval. */
	async function begin(): Promise<{ dialogue: Dialogue; page: Page }> {
		const dialogue = await chooseForge(editor());
		const page = await opened(editor().page, () => dialogue.choose('Sign in with the browser'));
		await dialogue.says('Approve in your browser.');
		return { dialogue, page };
	}

	const redirectOf = (page: Page) => new URL(page.url()).searchParams.get('redirect_uri') ?? '';

	/** Shows the palette in place of the sign-in box, and closes the palette. */
	async function hideBox(dialogue: Dialogue): Promise<void> {
		const prompt = dialogue.box.getByText('Approve in your browser.').first();
		await tryAgain(
			() => editor().page.keyboard.press('F1'),
			() => prompt.waitFor({ state: 'hidden', timeout: 1000 }),
			20,
		);
		await dialogue.leave();
	}

	it('tells the user and signs no account in if the user declines on the page of the forge', async () => {
		const { dialogue, page } = await begin();
		await decide(page, 'Decline');
		await page.getByText('You were not signed in. You can close this page.').waitFor();
		await comeBack(page, editor());
		await dialogue.gone();
		await notice(editor(), "You declined on the forge's website, so you were not signed in.");
		await signInButton(editor()).waitFor();
	});

	it('stops listening at the redirect address when the user cancels', async () => {
		const { dialogue, page } = await begin();
		const redirect = redirectOf(page);
		assert.match(redirect, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
		assert.equal((await fetch(redirect)).status, 400);
		await comeBack(page, editor());
		await dialogue.leave();
		await cancelWaiting(editor());
		await unreachable(redirect);
		await signInButton(editor()).waitFor();
	});

	it('takes the redirect address that the user pastes, and refuses that of another sign-in', async () => {
		const { dialogue, page } = await begin();
		// As if the browser ran on another machine, where nothing listens at the redirect address.
		let redirected = '';
		await page.route('**/oauth2/authorize', async (route) => {
			const { location = '' } = (await route.fetch({ maxRedirects: 0 })).headers();
			redirected = location;
			await route.fulfill({ body: 'This page cannot be reached.' });
		});
		await decide(page, 'Approve');
		await page.getByText('This page cannot be reached.').waitFor();
		await comeBack(page, editor());
		const foreign = new URL(redirected);
		foreign.searchParams.set('state', 'another');
		await dialogue.answer(foreign.href);
		await dialogue.says('This address or code is not for this sign-in.');
		await dialogue.answer(redirected);
		await row(editor(), 'Tickets', /^~ana\/editor\b/).waitFor();
	});

	it('keeps waiting when the user pastes a code that the forge does not accept', async () => {
		const { dialogue, page } = await begin();
		await comeBack(page, editor());
		await dialogue.answer('not-a-good-code');
		await dialogue.says('This code was rejected. A code works only once, and only for a few minutes.');
		await dialogue.leave();
		await waiting(editor());
	});

	it('goes on while its box is hidden, and shows the box again from the notification and by command', async () => {
		const { dialogue, page } = await begin();
		const address = page.url();
		await comeBack(page, editor());
		await hideBox(dialogue);
		await (await waiting(editor())).getByText('enter the code').click();
		await dialogue.says('Approve in your browser.');
		await hideBox(dialogue);
		// The command is available only while the box is hidden.
		await waiting(editor());
		await editor().command('Tildeforge: Enter Sign-In Code…');
		await dialogue.says('Approve in your browser.');
		await hideBox(dialogue);
		const notification = await waiting(editor());
		const again = await editor().page.context().newPage();
		await again.goto(address);
		await decide(again, 'Approve');
		await again.getByText('You are being signed in.').waitFor();
		await comeBack(again, editor());
		await row(editor(), 'Tickets', /^~ana\/editor\b/).waitFor();
		await notification.waitFor({ state: 'detached' });
	});

	it('answers a redirect of another sign-in with 400, and waits for its own', async () => {
		const { page } = await begin();
		const wrong = await fetch(`${redirectOf(page)}?code=abcdefgh&state=another`);
		assert.equal(wrong.status, 400);
		assert.match(await wrong.text(), /Not the expected sign-in/);
		await decide(page, 'Approve');
		await page.getByText('You are being signed in. You can close this page.').waitFor();
		await comeBack(page, editor());
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		await row(editor(), 'Repositories', 'notes').waitFor();
	});
});
