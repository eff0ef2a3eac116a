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
	decide,
	InputBox,
	logIn,
	notice,
	notificationCount,
	opened,
	row,
	setUp,
	signInButton,
	signOut,
	waitingItem,
	waitUntilUnreachable,
} from './editor-driver.ts';
import { sessionFiles } from './sign-in-driver.ts';
import { openSignInProxy, type SignInProxy } from './sign-in-proxy.ts';
import { type EditorWindow, editorWindow } from './window.ts';

/** Logs ~ana in to the pages of the forge, so that they ask only for approval. */
async function logInToForge(window: EditorWindow): Promise<void> {
	const page = await window.page.context().newPage();
	await page.goto(`${window.forge.addresses.identity}/login`);
	await logIn(page, 'ana');
	await page.getByText('~ana').first().waitFor();
	await comeBack(page, window);
}

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
		const inputBox = await chooseForge(editor());
		await inputBox.choose('Set Up Browser Sign-In…');
		await inputBox.choose('Copy Redirect Address');
		const redirect = await copied(page, /^http:/);
		const registration = await opened(page, () => inputBox.option("Open the Forge's Page…").click());
		await registration.getByLabel('Client name').fill('Tildeforge');
		await registration.getByLabel('Redirection URI').fill(redirect);
		await registration.getByRole('button', { name: 'Register client' }).click();
		const clientId = await registration.locator('#client-id').innerText();
		const secret = await registration.locator('#client-secret').innerText();
		await page.bringToFront();
		await inputBox.field.fill(clientId);
		await inputBox.choose('Use This Client ID');
		await inputBox.choose('Sign in with the browser');
		await inputBox.says('Paste the client secret of');
		const approval = await opened(page, () => inputBox.answer(secret));
		await page.bringToFront();
		await inputBox.says(`registered with exactly this redirect address: ${redirect}.`);
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
	async function openPage(inputBox: InputBox): Promise<Page> {
		await inputBox.asks('Sign in to a forge');
		await inputBox.choose('forge.test');
		await inputBox.asks('Sign in to forge.test');
		const page = await opened(editor().page, () => inputBox.choose('Sign in with the browser'));
		await inputBox.says('Approve in your browser.');
		return page;
	}

	const redirectOf = (page: Page) => new URL(page.url()).searchParams.get('redirect_uri') ?? '';

	/** Shows the palette in place of the sign-in box, and closes the palette. */
	async function hideBox(inputBox: InputBox): Promise<void> {
		const prompt = inputBox.box.getByText('Approve in your browser.').first();
		await tryAgain(
			() => editor().page.keyboard.press('F1'),
			() => prompt.waitFor({ state: 'hidden', timeout: 1000 }),
			20,
		);
		await inputBox.leave();
	}

	it('leaves nothing if the user declines or presses Escape, and waits in the background otherwise', async () => {
		const inputBox = new InputBox(editor().page);
		const button = signInButton(editor());
		await button.click();
		const declined = await openPage(inputBox);
		await decide(declined, 'Decline');
		await declined.getByText('You were not signed in. You can close this page.').waitFor();
		await comeBack(declined, editor());
		await inputBox.gone();
		await notice(editor(), "You declined on the forge's website, so you were not signed in.");
		await editor().command('Notifications: Clear All Notifications');

		await button.click();
		const left = await openPage(inputBox);
		const redirect = redirectOf(left);
		assert.match(redirect, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
		await comeBack(left, editor());
		await inputBox.field.fill('half of a code');
		await button.click();
		await editor().page.locator('.quick-input-box input:focus').waitFor();
		assert.equal(await inputBox.field.inputValue(), 'half of a code');
		await hideBox(inputBox);
		await waitingItem(editor()).waitFor();
		await button.click();
		await inputBox.says('Approve in your browser.');
		assert.equal(await inputBox.field.inputValue(), 'half of a code');
		await inputBox.leave();
		await waitUntilUnreachable(redirect);
		assert.equal(await waitingItem(editor()).count(), 0);
		assert.equal(await notificationCount(editor()), 0);
		assert.deepEqual(sessionFiles(editor()), []);

		await button.click();
		const page = await openPage(inputBox);
		const address = page.url();
		for (const query of ['', '?code=abcdefgh&state=another']) {
			const wrong = await navigate(redirectOf(page) + query);
			assert.equal(wrong.status, 400);
			assert.match(await wrong.text(), /Not the expected sign-in/);
		}
		await comeBack(page, editor());
		await hideBox(inputBox);
		await waitingItem(editor()).click();
		await inputBox.says('Approve in your browser.');
		await waitingItem(editor()).waitFor({ state: 'detached' });
		await editor().command('Tildeforge: Enter Sign-In Code…');
		await inputBox.says('Approve in your browser.');
		await hideBox(inputBox);
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

describe('Coming back from the browser through the URI of VS Code', () => {
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
	async function leave(inputBox: InputBox): Promise<void> {
		await inputBox.choose('Sign in with the browser');
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
