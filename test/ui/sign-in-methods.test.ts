import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Page } from 'playwright-core';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { tryAgain } from '../tools/until.ts';
import { navigate } from '../unit/signin/navigate.ts';
import {
	askForToken,
	chooseForge,
	comeBack,
	copied,
	copy,
	Dialogue,
	decide,
	logIn,
	notice,
	opened,
	row,
	setUp,
	signInButton,
	tokenOf,
	waitingItem,
	waitUntilUnreachable,
} from './editor-driver.ts';
import {
	approveElsewhere,
	logInToForge,
	type OlderForge,
	olderSecret,
	openedTwice,
	startOlderForge,
} from './sign-in-driver.ts';
import { openSignInProxy, type SignInProxy } from './sign-in-proxy.ts';
import { editorWindow } from './window.ts';

/** A token of ~ana in the newer format, which expired in 2001. */
const ended = (() => {
	const text = (value: string) => Buffer.from([value.length, ...Buffer.from(value)]);
	const seconds = Buffer.alloc(8);
	seconds.writeBigInt64LE(1_000_000_000n);
	return Buffer.concat([
		Buffer.of(0),
		seconds,
		text('tickets:read'),
		text(''),
		text('ana'),
		Buffer.alloc(32, 1),
	]).toString('base64');
})();

describe('Signing in with a token', () => {
	const editor = editorWindow({ settings: setUp() }, (window) => window.openContainer());
	const tickets = () => row(editor(), 'Tickets', 'Thank you');

	it('takes four actions from Sign In to tickets when the token is in the clipboard', async () => {
		const { page, forge } = editor();
		await copy(page, tokenOf(forge, '~ana'));
		let acts = 0;
		const act = async (does: Promise<void>) => {
			acts += 1;
			await does;
		};
		const dialogue = new Dialogue(page);
		await act(signInButton(editor()).click());
		await dialogue.asks('Sign in to a forge');
		await act(page.keyboard.press('Enter'));
		await dialogue.option('Paste a token').waitFor();
		await act(page.keyboard.press('Enter'));
		await dialogue.says('The token in your clipboard. Press Enter to sign in.');
		await act(page.keyboard.press('Enter'));
		await tickets().waitFor();
		assert.equal(acts, 4);
	});

	it('describes a token before it is sent, expired or not, and keeps one that the forge refuses', async () => {
		await copy(editor().page, 'not a token');
		const dialogue = await askForToken(editor());
		for (const [text, words] of [
			['hello', 'This does not look like a token. Press Enter to use it anyway.'],
			['a'.repeat(32), 'A token. Press Enter to sign in.'],
			[ended, 'A token for ~ana, expired on September 9, 2001.'],
		] as const) {
			await dialogue.field.fill(text);
			await dialogue.says(words);
		}
		await dialogue.answer(ended);
		await dialogue.says(
			'forge.test does not accept this token. It may have expired, been revoked, or belong to another forge.',
		);
		assert.equal(await dialogue.field.inputValue(), ended, 'the token is lost');
	});

	it('offers first to create a token, and uses it when the user comes back with it', async () => {
		const { page, forge } = editor();
		await copy(page, '');
		const dialogue = await chooseForge(editor());
		await dialogue.choose('Paste a token');
		const list = dialogue.option('Create Token in Browser…');
		await list.getByText('The required permissions are preselected.').waitFor();
		const tokenPage = await opened(page, () => page.keyboard.press('Enter'));
		assert.match(tokenPage.url(), /\/(login|oauth2\/personal-token)\?/);
		await dialogue.field.and(page.locator('[type=password]')).waitFor();
		await dialogue.box.getByRole('button', { name: 'Back' }).click();
		await list.waitFor();
		await comeBack(tokenPage, editor());
		await copy(page, tokenOf(forge, '~ana'));
		await dialogue.choose('Enter Token…');
		await dialogue.says('The token in your clipboard. Press Enter to sign in.');
		await page.keyboard.press('Enter');
		await tickets().waitFor();
	});

	it('works with the keyboard alone', async () => {
		const { page, forge } = editor();
		await copy(page, '');
		const dialogue = new Dialogue(page);
		await tryAgain(
			() => page.keyboard.press('F1'),
			() => dialogue.box.locator('input:focus').waitFor({ timeout: 1000 }),
			20,
		);
		await page.keyboard.type('Tildeforge: Sign In');
		await dialogue.option('Tildeforge: Sign In…').waitFor();
		await page.keyboard.press('Enter');
		await dialogue.asks('Sign in to a forge');
		await page.keyboard.press('Enter');
		await dialogue.option('Paste a token').waitFor();
		await page.keyboard.press('Enter');
		await dialogue.option('Create Token in Browser…').waitFor();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await dialogue.field.and(page.locator('[type=password]')).waitFor();
		await page.keyboard.type(tokenOf(forge, '~ana'));
		await dialogue.says('A token. Press Enter to sign in.');
		await page.keyboard.press('Enter');
		await tickets().waitFor();
	});
});

describe('Signing in with the browser', () => {
	const editor = editorWindow({ settings: setUp({ clientId: 'tildeforge' }) }, async (window) => {
		await window.openContainer();
		await logInToForge(window);
	});

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

	it('signs no account in if the user declines or cancels, which frees the redirect address', async () => {
		const declined = await begin();
		await decide(declined.page, 'Decline');
		await declined.page.getByText('You were not signed in. You can close this page.').waitFor();
		await comeBack(declined.page, editor());
		await declined.dialogue.gone();
		await notice(editor(), "You declined on the forge's website, so you were not signed in.");
		await signInButton(editor()).waitFor();

		const { dialogue, page } = await begin();
		const redirect = redirectOf(page);
		assert.match(redirect, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
		assert.equal((await navigate(redirect)).status, 400);
		await comeBack(page, editor());
		await dialogue.leave();
		await waitUntilUnreachable(redirect);
		await signInButton(editor()).waitFor();
	});

	it('is brought back by another click on Sign In, in front of the page or in the background', async () => {
		const { dialogue, page } = await begin();
		const redirect = redirectOf(page);
		await comeBack(page, editor());
		await dialogue.field.fill('half of a code');
		await signInButton(editor()).click();
		await editor().page.locator('.quick-input-box input:focus').waitFor();
		assert.equal(await dialogue.field.inputValue(), 'half of a code');
		await hideBox(dialogue);
		await waitingItem(editor()).waitFor();
		await signInButton(editor()).click();
		await dialogue.says('Approve in your browser.');
		assert.equal(await dialogue.field.inputValue(), 'half of a code');
		await dialogue.leave();
		await waitUntilUnreachable(redirect);
		await signInButton(editor()).click();
		await dialogue.asks('Sign in to a forge');
		await dialogue.leave();
	});

	it('takes a pasted redirect address, and keeps waiting after a wrong code or address', async () => {
		const { dialogue, page } = await begin();
		const redirected = await approveElsewhere(page, editor());
		await dialogue.answer('not-a-good-code');
		await dialogue.says('This code was rejected. A code works only once, and only for a few minutes.');
		const foreign = new URL(redirected);
		foreign.searchParams.set('state', 'another');
		await dialogue.answer(foreign.href);
		await dialogue.says('This address or code is not for this sign-in.');
		await dialogue.answer(redirected);
		await row(editor(), 'Tickets', /^~ana\/editor\b/).waitFor();
	});

	it('goes on after the redirect of another one, and while its box is hidden, which can be shown again', async () => {
		const { dialogue, page } = await begin();
		const address = page.url();
		const wrong = await navigate(`${redirectOf(page)}?code=abcdefgh&state=another`);
		assert.equal(wrong.status, 400);
		assert.match(await wrong.text(), /Not the expected sign-in/);
		await comeBack(page, editor());
		await hideBox(dialogue);
		await waitingItem(editor()).click();
		await dialogue.says('Approve in your browser.');
		await waitingItem(editor()).waitFor({ state: 'detached' });
		await editor().command('Tildeforge: Enter Sign-In Code…');
		await dialogue.says('Approve in your browser.');
		await hideBox(dialogue);
		await waitingItem(editor()).waitFor();
		const again = await editor().page.context().newPage();
		await again.goto(address);
		await decide(again, 'Approve');
		await again.getByText('You are being signed in. You can close this page.').waitFor();
		await comeBack(again, editor());
		await row(editor(), 'Tickets', /^~ana\/editor\b/).waitFor();
		await row(editor(), 'Patches', 'editor-devel').waitFor();
		await row(editor(), 'Repositories', 'notes').waitFor();
		await waitingItem(editor()).waitFor({ state: 'detached' });
	});
});

/** VS Code in a browser rewrites addresses of 127.0.0.1 before it opens them, so the proxy needs another one. */
const otherHost = process.platform === 'darwin' ? '::1' : '127.0.0.2';

async function listen(): Promise<{ readonly server: Server; readonly port: number }> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { server, port: (server.address() as AddressInfo).port };
}

describe('Coming back from the browser', () => {
	describe('through the URI of VS Code', () => {
		let forge: Forge;
		let signInProxy: SignInProxy;
		let redirects: string[];
		afterEach(async () => {
			signInProxy.close();
			await forge.stop();
		});
		beforeEach(async () => {
			redirects = ['http://127.0.0.1/elsewhere'];
			const client = { id: 'by-uri', name: 'By URI', operator: 'ana', secret: null, redirects };
			forge = await startForge({ port: 0, clients: [client] });
			const { identity } = forge.addresses;
			const rewriteMetadata = (text: string, here: string) => text.replaceAll(identity, here);
			signInProxy = await openSignInProxy({ host: otherHost, behind: identity, rewriteMetadata });
		});
		const editor = editorWindow(
			{
				settings: () => {
					const addresses = { ...forge.addresses, identity: signInProxy.address };
					const instance = { name: 'by-uri', ...addresses, clientId: 'by-uri', callback: 'editor' };
					return { 'tildeforge.instances': [instance] };
				},
			},
			(window) => window.openContainer(),
		);

		/** VS Code asks the user before it opens a page of another host. */
		async function leave(dialogue: Dialogue): Promise<void> {
			await dialogue.choose('Sign in with the browser');
			await editor().page.getByRole('button', { name: 'Open', exact: true }).click();
		}

		it('signs the user in after the forge knows the redirect address, which is part of the copied address', async () => {
			const first = await chooseForge(editor(), 'by-uri');
			const refused = await opened(editor().page, () => leave(first));
			await refused.getByText('Wrong redirect address').waitFor();
			await comeBack(refused, editor());
			await editor().page.getByRole('button', { name: 'Copy Page Address' }).click();
			const address = new URL(await copied(editor().page, /redirect_uri/));
			assert.equal(address.origin, signInProxy.address);
			const redirect = address.searchParams.get('redirect_uri') ?? '';
			const [, number] = /^http:[^?]+\/callback\?vscode-reqid=(\d+)&/.exec(redirect) ?? [];
			assert.ok(number, `${redirect} has no number`);
			await first.leave();

			// VS Code numbers the sign-ins of a window. The forge compares each redirect address with its list.
			const next = Number(number) + 1;
			redirects.push(redirect.replace(`vscode-reqid=${number}&`, `vscode-reqid=${next}&`));
			const second = await chooseForge(editor(), 'by-uri');
			const page = await opened(editor().page, () => leave(second));
			await logIn(page, 'ana');
			await decide(page, 'Approve');
			await page.waitForURL((url) => url.search.startsWith(`?vscode-reqid=${next}&`));
			await comeBack(page, editor());
			await row(editor(), 'Tickets', 'Thank you').waitFor();
		});
	});

	describe('with a forge that predates OAuth 2.0', () => {
		let older: OlderForge;
		let server: Server;
		let port: number;
		beforeEach(async () => {
			({ server, port } = await listen());
			older = await startOlderForge(port);
		});
		afterEach(async () => {
			server.close();
			await older.stop();
		});
		const editor = editorWindow({ settings: () => older.settings }, (window) => window.openContainer());

		async function chooseLegacyMethod(): Promise<Dialogue> {
			const dialogue = await chooseForge(editor(), 'older');
			await dialogue.choose('Sign in with the browser (legacy)');
			await dialogue.says('Paste the client secret of older');
			return dialogue;
		}

		it('reports a taken port, keeps the secret while the settings change, and asks until it is right', async () => {
			const taken = await chooseLegacyMethod();
			await taken.answer(olderSecret);
			await editor().page.getByText(`Another program uses port ${port} of this machine`).first().waitFor();
			server.close();
			await once(server, 'close');

			const { settings } = editor().host;
			const dialogue = await chooseLegacyMethod();
			await dialogue.field.fill('half of a secret');
			const good = settings.read();
			await editor().writeSettings('{ "tildeforge.instances": [', { 'tildeforge.instances': [] });
			await row(editor(), 'Inbox', 'Invalid setting').or(signInButton(editor())).first().waitFor();
			await editor().writeSettings(good);
			await dialogue.says('Paste the client secret of older');
			assert.equal(await dialogue.field.inputValue(), 'half of a secret');

			const page = await openedTwice(editor(), () => dialogue.answer('not-the-secret'));
			await logIn(page, 'bob');
			await decide(page, 'Approve');
			await page.getByText('You are being signed in.').waitFor();
			await comeBack(page, editor());
			await dialogue.says('Invalid client secret');
			const last = await openedTwice(editor(), () => dialogue.answer(olderSecret));
			await decide(last, 'Approve');
			await last.getByText('You are being signed in.').waitFor();
			await comeBack(last, editor());
			await row(editor(), 'Tickets', 'Dark colours').waitFor();
		});
	});
});
