import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
	cancelWaiting,
	chooseForge,
	comeBack,
	type Dialogue,
	decide,
	logIn,
	opened,
	row,
	setUp,
	signOut,
	waiting,
} from './hands.ts';
import { editorWindow } from './window.ts';

describe('Signing in with the browser', () => {
	const editor = editorWindow({ settings: setUp({ clientId: 'tildeforge' }) });

	/** Begins to sign in, and comes to the page on which the forge asks. */
	async function begin(): Promise<{ dialogue: Dialogue; page: Page }> {
		const dialogue = await chooseForge(editor());
		const page = await opened(editor().page, () => dialogue.choose('Sign in with the browser'));
		await dialogue.says('Approve in the browser.');
		return { dialogue, page };
	}

	const redirectOf = (page: Page) => new URL(page.url()).searchParams.get('redirect_uri') ?? '';

	const signedOut = () =>
		editor().view('Tickets').getByRole('button', { name: 'Sign In', exact: true }).waitFor();

	before(async () => {
		await editor().openContainer();
		const page = await editor().page.context().newPage();
		await page.goto(`${editor().forge.addresses.identity}/login`);
		await logIn(page, 'ana');
		await comeBack(page, editor());
	});

	it('ends with words and nobody signed in when it is declined on the page of the forge', async () => {
		const { dialogue, page } = await begin();
		await decide(page, 'Decline');
		await page.getByText('Nobody was signed in. You can close this page.').waitFor();
		await comeBack(page, editor());
		await dialogue.gone();
		await editor()
			.page.getByText('You declined on the page of the forge, so nobody was signed in.')
			.first()
			.waitFor();
		await signedOut();
		await editor().command('Notifications: Clear All Notifications');
	});

	it('closes the place to come back to when it is left', async () => {
		const { dialogue, page } = await begin();
		const redirect = redirectOf(page);
		assert.match(redirect, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
		assert.equal((await fetch(redirect)).status, 400);
		await comeBack(page, editor());
		await dialogue.leave();
		await cancelWaiting(editor());
		await unanswered(redirect);
		await signedOut();
	});

	it('takes the address that the browser ended at, pasted, and says what is no such thing', async () => {
		const { dialogue, page } = await begin();
		// As if the browser were on another machine, where nobody waits for it.
		let came = '';
		await page.route('**/oauth2/authorize', async (route) => {
			const { location = '' } = (await route.fetch({ maxRedirects: 0 })).headers();
			came = location;
			await route.fulfill({ body: 'This page cannot be reached.' });
		});
		await decide(page, 'Approve');
		await page.getByText('This page cannot be reached.').waitFor();
		const foreign = new URL(came);
		foreign.searchParams.set('state', 'another');
		await dialogue.answer(foreign.href);
		await dialogue.says('This is not what this sign-in waits for.');
		await dialogue.answer(came);
		await comeBack(page, editor());
		await row(editor(), 'Tickets', /^~ana\/editor\b/).waitFor();
		await editor().command('Tildeforge: Sign Out…');
		await editor().page.getByRole('button', { name: 'Sign Out', exact: true }).click();
		await signedOut();
	});

	it('says that a pasted code is not good, and goes on waiting', async () => {
		const { dialogue, page } = await begin();
		await comeBack(page, editor());
		await dialogue.answer('not-a-good-code');
		await dialogue.says('This code is not accepted: it works once, and only for a few minutes.');
		await editor().page.keyboard.press('Escape');
		await cancelWaiting(editor());
	});

	it('goes on when another box hides its own, which can be shown again', async () => {
		const { dialogue, page } = await begin();
		const address = page.url();
		await comeBack(page, editor());
		const { keyboard } = editor().page;
		await keyboard.press('F1');
		await keyboard.press('Escape');
		await (await waiting(editor())).getByText('paste the code').click();
		await dialogue.says('Approve in the browser.');
		await keyboard.press('F1');
		await keyboard.press('Escape');
		// The command is there from the moment on at which the box is put aside.
		await waiting(editor());
		await editor().command('Tildeforge: Paste the Code from the Browser…');
		await dialogue.says('Approve in the browser.');
		await keyboard.press('F1');
		await keyboard.press('Escape');
		const left = await waiting(editor());
		const again = await editor().page.context().newPage();
		await again.goto(address);
		await decide(again, 'Approve');
		await again.getByText('You are being signed in.').waitFor();
		await comeBack(again, editor());
		await row(editor(), 'Tickets', /^~ana\/editor\b/).waitFor();
		await left.waitFor({ state: 'detached' });
		await signOut(editor());
		await signedOut();
	});

	it('answers a wrong return with 400 and goes on to the right one', async () => {
		const { page } = await begin();
		const wrong = await fetch(`${redirectOf(page)}?code=abcdefgh&state=another`);
		assert.equal(wrong.status, 400);
		assert.match(await wrong.text(), /This is not the sign-in that the editor waits for/);
		await decide(page, 'Approve');
		await page.getByText('You are being signed in. You can close this page.').waitFor();
		await comeBack(page, editor());
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		await row(editor(), 'Repositories', 'notes').waitFor();
	});
});

/** Asks until nobody answers, or the test's time is over. */
async function unanswered(address: string): Promise<void> {
	try {
		while (true) await fetch(address);
	} catch {
		// Nobody is there.
	}
}
