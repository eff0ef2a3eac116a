import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { quirkSets } from '../../src/sandbox/server/drift.ts';
import { dialectOptions } from '../graphql-forge/graphql-api.ts';
import { navigate } from '../kit/window/navigate.ts';
import { freePort } from '../tools/ports.ts';
import { tryAgain } from '../tools/until.ts';
import {
	chooseForge,
	comeBack,
	copied,
	copy,
	Dialogue,
	decide,
	goBack,
	logIn,
	notice,
	notificationCount,
	opened,
	row,
	setUp,
	signInButton,
	signOut,
	tokenOf,
	waitingItem,
	waitUntilUnreachable,
} from './editor-driver.ts';
import {
	logInToForge,
	type OlderForge,
	olderSecret,
	openedTwice,
	sessionFiles,
	startOlderForge,
} from './sign-in-driver.ts';
import { openSignInProxy, type SignInProxy } from './sign-in-proxy.ts';
import { editorWindow } from './window.ts';

describe('Signing in with a token', () => {
	const editor = editorWindow({ settings: setUp() }, (window) => window.openContainer());

	it('needs only the keyboard, and four actions from Sign In to tickets if the token is in the clipboard', async () => {
		const { page, forge } = editor();
		const tickets = row(editor(), 'Tickets', 'Thank you');
		const dialogue = new Dialogue(page);
		await copy(page, '');
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
		const create = dialogue.option('Create Token in Browser…');
		await create.getByText('The required permissions are preselected.').waitFor();
		const tokenPage = await opened(page, () => page.keyboard.press('Enter'));
		assert.match(tokenPage.url(), /\/(login|oauth2\/personal-token)\?/);
		const field = dialogue.field.and(page.locator('[type=password]'));
		await field.waitFor();
		await comeBack(tokenPage, editor());
		await goBack(dialogue);
		await create.waitFor();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await field.waitFor();
		await page.keyboard.type(tokenOf(forge, '~ana'));
		await dialogue.says('A token. Press Enter to sign in.');
		await page.keyboard.press('Enter');
		await tickets.waitFor();

		await signOut(editor());
		await signInButton(editor()).waitFor();
		await copy(page, tokenOf(forge, '~ana'));
		let acts = 0;
		const act = async (does: Promise<void>) => {
			acts += 1;
			await does;
		};
		await act(signInButton(editor()).click());
		await dialogue.asks('Sign in to a forge');
		await act(page.keyboard.press('Enter'));
		await dialogue.option('Paste a token').waitFor();
		await act(page.keyboard.press('Enter'));
		await dialogue.says('The token in your clipboard. Press Enter to sign in.');
		await act(page.keyboard.press('Enter'));
		await tickets.waitFor();
		assert.equal(acts, 4);
	});
});

describe('Signing in with the browser for the first time, to a forge of 2023', () => {
	const editor = editorWindow(
		{ forge: { drift: quirkSets['identity-2023'], ...dialectOptions('graphql') }, settings: setUp() },
		async (window) => {
			await window.openContainer();
			await logInToForge(window);
		},
	);

	it('takes one approval by what the dialog says, and its token can be revoked after signing out', async () => {
		const { page } = editor();
		const dialogue = await chooseForge(editor());
		await dialogue.choose('Set Up Browser Sign-In…');
		await dialogue.choose('Copy Redirect Address');
		const redirect = await copied(page, /^http:/);
		const registration = await opened(page, () => dialogue.option("Open the Forge's Page…").click());
		await registration.getByLabel('Client name').fill('Tildeforge');
		await registration.getByLabel('Redirection URI').fill(redirect);
		await registration.getByRole('button', { name: 'Register client' }).click();
		const clientId = await registration.locator('#client-id').innerText();
		const secret = await registration.locator('#client-secret').innerText();
		await page.bringToFront();
		await dialogue.field.fill(clientId);
		await dialogue.choose('Use This Client ID');
		await dialogue.choose('Sign in with the browser');
		await dialogue.says('Paste the client secret of');
		const approval = await opened(page, () => dialogue.answer(secret));
		await page.bringToFront();
		await dialogue.says(`registered with exactly ${redirect}.`);
		await decide(approval, 'Approve');
		await approval.getByText('You are being signed in. You can close this page.').waitFor();
		await comeBack(approval, editor());
		await row(editor(), 'Tickets', /^~ana\/editor\b/).waitFor();

		await signOut(editor());
		const offer = await notice(editor(), 'but cannot revoke it');
		const revocation = await opened(page, () =>
			offer.getByRole('button', { name: 'Revoke in Browser…' }).click(),
		);
		await revocation.getByRole('button', { name: 'Yes, do it' }).click();
		await revocation.getByText('No applications.').waitFor();
	});
});

describe('Signing in with the browser', () => {
	// Other files sign in meanwhile.
	let callbackPort = 0;
	before(async () => {
		callbackPort = await freePort();
	});
	const settings = (forge: Forge) => setUp({ clientId: 'tildeforge', callbackPort })(forge);
	const editor = editorWindow({ settings }, async (window) => {
		await window.openContainer();
		await logInToForge(window);
	});

	/** Goes on from the choice of the forge to the page on which the forge asks for approval. */
	async function openPage(dialogue: Dialogue): Promise<Page> {
		await dialogue.asks('Sign in to a forge');
		await dialogue.choose('forge.test');
		await dialogue.asks('Sign in to forge.test');
		const page = await opened(editor().page, () => dialogue.choose('Sign in with the browser'));
		await dialogue.says('Approve in your browser.');
		return page;
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

	it('leaves nothing if the user declines or presses Escape, and waits in the background otherwise', async () => {
		const dialogue = new Dialogue(editor().page);
		const button = signInButton(editor());
		await button.click();
		const declined = await openPage(dialogue);
		await decide(declined, 'Decline');
		await declined.getByText('You were not signed in. You can close this page.').waitFor();
		await comeBack(declined, editor());
		await dialogue.gone();
		await notice(editor(), "You declined on the forge's website, so you were not signed in.");
		await editor().command('Notifications: Clear All Notifications');

		await button.click();
		const left = await openPage(dialogue);
		const redirect = redirectOf(left);
		assert.match(redirect, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
		await comeBack(left, editor());
		await dialogue.field.fill('half of a code');
		await button.click();
		await editor().page.locator('.quick-input-box input:focus').waitFor();
		assert.equal(await dialogue.field.inputValue(), 'half of a code');
		await hideBox(dialogue);
		await waitingItem(editor()).waitFor();
		await button.click();
		await dialogue.says('Approve in your browser.');
		assert.equal(await dialogue.field.inputValue(), 'half of a code');
		await dialogue.leave();
		await waitUntilUnreachable(redirect);
		assert.equal(await waitingItem(editor()).count(), 0);
		assert.equal(await notificationCount(editor()), 0);
		assert.deepEqual(sessionFiles(editor()), []);

		await button.click();
		const page = await openPage(dialogue);
		const address = page.url();
		for (const query of ['', '?code=abcdefgh&state=another']) {
			const wrong = await navigate(redirectOf(page) + query);
			assert.equal(wrong.status, 400);
			assert.match(await wrong.text(), /Not the expected sign-in/);
		}
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
		assert.equal(sessionFiles(editor()).length, 1);
	});
});

/** VS Code in a browser rewrites addresses of 127.0.0.1 before it opens them, so the proxy needs another one. */
const otherHost = process.platform === 'darwin' ? '::1' : '127.0.0.2';

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
		beforeEach(async () => {
			older = await startOlderForge(await freePort());
		});
		afterEach(() => older.stop());
		const editor = editorWindow({ settings: () => older.settings }, (window) => window.openContainer());

		it('signs the user in with the secret of the application', async () => {
			const dialogue = await chooseForge(editor(), 'older');
			await dialogue.choose('Sign in with the browser (legacy)');
			await dialogue.says('Paste the client secret of older');
			const page = await openedTwice(editor(), () => dialogue.answer(olderSecret));
			await logIn(page, 'bob');
			await decide(page, 'Approve');
			await page.getByText('You are being signed in.').waitFor();
			await comeBack(page, editor());
			await row(editor(), 'Tickets', 'Dark colours').waitFor();
		});
	});
});
