import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Page } from 'playwright-core';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import {
	cancelWaiting,
	chooseForge,
	comeBack,
	copied,
	type Dialogue,
	decide,
	logIn,
	opened,
	row,
	signInButton,
} from './editor-driver.ts';
import { type Front, openFront } from './front.ts';
import { editorWindow } from './window.ts';

/** VS Code in a browser rewrites addresses of 127.0.0.1 before it opens them, so the proxy needs another one. */
const otherHost = process.platform === 'darwin' ? '::1' : '127.0.0.2';

async function listen(): Promise<{ readonly server: Server; readonly port: number }> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { server, port: (server.address() as AddressInfo).port };
}

describe('Coming back from the browser', () => {
	let forge: Forge;
	let front: Front;
	afterEach(async () => {
		front.close();
		await forge.stop();
	});

	describe('through the URI of VS Code', () => {
		let redirects: string[];
		beforeEach(async () => {
			redirects = ['http://127.0.0.1/elsewhere'];
			const client = { id: 'by-uri', name: 'By URI', operator: 'ana', secret: null, redirects };
			forge = await startForge({ port: 0, clients: [client] });
			const { identity } = forge.addresses;
			const tell = (text: string, here: string) => text.replaceAll(identity, here);
			front = await openFront({ host: otherHost, behind: identity, tell });
		});
		const editor = editorWindow(
			{
				settings: () => {
					const addresses = { ...forge.addresses, identity: front.address };
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
			assert.equal(address.origin, front.address);
			const redirect = address.searchParams.get('redirect_uri') ?? '';
			assert.match(redirect, /^http:[^?]+\/callback\?vscode-reqid=1&/);
			await first.leave();
			await cancelWaiting(editor());

			// VS Code numbers the sign-ins of a window. The forge compares each redirect address with its list.
			redirects.push(redirect.replace('vscode-reqid=1&', 'vscode-reqid=2&'));
			const second = await chooseForge(editor(), 'by-uri');
			const page = await opened(editor().page, () => leave(second));
			await logIn(page, 'ana');
			await decide(page, 'Approve');
			await page.waitForURL(/callback[?]vscode-reqid=2/);
			await comeBack(page, editor());
			await row(editor(), 'Tickets', 'Thank you').waitFor();
		});
	});

	describe('with a forge that predates OAuth 2.0', () => {
		let server: Server;
		let port: number;
		beforeEach(async () => {
			({ server, port } = await listen());
			const secret = 'the-secret-of-older';
			const redirects = [`http://127.0.0.1:${port}/callback`];
			const client = { id: 'older', name: 'Older', operator: 'ana', secret, redirects };
			forge = await startForge({ port: 0, clients: [client] });
			front = await openFront({ behind: forge.addresses.identity, tell: () => '' });
		});
		afterEach(() => server.close());
		const editor = editorWindow(
			{
				settings: () => {
					const addresses = { ...forge.addresses, identity: front.address };
					const instance = { name: 'older', ...addresses, clientId: 'older', callbackPort: port };
					return { 'tildeforge.instances': [instance] };
				},
			},
			(window) => window.openContainer(),
		);

		async function chooseLegacyMethod(): Promise<Dialogue> {
			const dialogue = await chooseForge(editor(), 'older');
			await dialogue.choose('Sign in with the browser (legacy)');
			await dialogue.says('Paste the client secret of older');
			return dialogue;
		}

		/** The older method refuses unknown scopes without naming them, so a second page opens. */
		async function openedTwice(act: () => Promise<unknown>): Promise<Page> {
			const pages: Page[] = [];
			const both = editor()
				.page.context()
				.waitForEvent('page', (page) => pages.push(page) === 2);
			await Promise.all([both, act()]);
			// Both pages load at the same time, so the browser may report the second one first.
			const first = await Promise.any(
				pages.map(async (page) => {
					await page.getByText('Sign-in continues on another page.').waitFor();
					return page;
				}),
			);
			await first.close();
			return pages.find((page) => page !== first) ?? assert.fail();
		}

		it('says that another program uses the callback port', async () => {
			const dialogue = await chooseLegacyMethod();
			await dialogue.answer('the-secret-of-older');
			await editor().page.getByText(`Another program uses port ${port} of this machine`).first().waitFor();
		});

		it('keeps the step for the client secret and its text while the settings change', async () => {
			const { settings } = editor().host;
			const dialogue = await chooseLegacyMethod();
			await dialogue.field.fill('half of a secret');
			const good = settings.read();
			settings.write('{ "tildeforge.instances": [');
			await row(editor(), 'Inbox', 'Invalid setting').or(signInButton(editor())).first().waitFor();
			settings.write(good);
			await dialogue.says('Paste the client secret of older');
			assert.equal(await dialogue.field.inputValue(), 'half of a secret');
		});

		it('asks for the client secret until it is right', async () => {
			server.close();
			await once(server, 'close');
			const dialogue = await chooseLegacyMethod();
			const page = await openedTwice(() => dialogue.answer('not-the-secret'));
			await logIn(page, 'bob');
			await decide(page, 'Approve');
			await page.getByText('You are being signed in.').waitFor();
			await comeBack(page, editor());
			await dialogue.says('Invalid client secret');
			const last = await openedTwice(() => dialogue.answer('the-secret-of-older'));
			await decide(last, 'Approve');
			await last.getByText('You are being signed in.').waitFor();
			await comeBack(last, editor());
			await row(editor(), 'Tickets', 'Dark colours').waitFor();
		});
	});
});
