import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../tools/ports.ts';
import { tryAgain, until } from '../tools/until.ts';
import {
	chooseForge,
	comeBack,
	copied,
	copy,
	decide,
	InputBox,
	logIn,
	opened,
	row,
	setUp,
	signInWithToken,
	tokenOf,
} from './editor-driver.ts';
import { openSignInProxy, type SignInProxy } from './sign-in-proxy.ts';
import { editorWindow } from './window.ts';

/** An extension that asks for a session. All windows of this file have it, so that the tests can share one. */
const installed = join(import.meta.dirname, 'fixtures', 'asker');

const secret = 'the-secret-of-the-application';

/** Reads every file below a folder. Skips files and folders that disappear meanwhile. */
function* files(folder: string): Generator<readonly [path: string, bytes: Buffer]> {
	for (const entry of ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) yield* files(path);
		const bytes = entry.isFile() ? ifThere(() => readFileSync(path)) : undefined;
		if (bytes) yield [path, bytes];
	}
}

function ifThere<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
}

describe('Signing in with an application secret', () => {
	let signInProxy: SignInProxy | undefined;
	let port = 0;
	beforeEach(async () => {
		port = await freePort();
	});
	const editor = editorWindow({
		installed,
		get forge() {
			const redirects = [`http://127.0.0.1:${port}/callback`];
			return {
				clients: [{ id: 'confidential', name: 'Test', operator: 'ana', secret, redirects }],
				// In its last second, Tildeforge renews a token with this lifetime before it uses it.
				lifetimes: { access: 5 },
			};
		},
		settings: (forge) => setUp({ clientId: 'confidential', callbackPort: port })(forge),
	});
	afterEach(() => signInProxy?.close());
	const tokenAnswers = (): Record<string, string>[] =>
		(signInProxy?.tokenAnswers ?? [])
			.map((answer) => JSON.parse(answer))
			.filter((answer) => 'access_token' in answer);

	/** Signs ~ana in with the browser, through a proxy that records the tokens. */
	async function signInWithBrowser(): Promise<SignInProxy> {
		const { identity } = editor().forge.addresses;
		signInProxy = await openSignInProxy({
			behind: identity,
			rewriteMetadata: (text, here) => text.replaceAll(identity, here),
		});
		await editor().openContainer();
		const inputBox = await chooseForge(editor());
		await inputBox.choose('Server Addresses…');
		await inputBox.choose('Account service');
		await inputBox.asks('Account service: forge.test');
		await inputBox.answer(signInProxy.address);
		await inputBox.asks('Server addresses: forge.test');
		await inputBox.choose('Back to Sign-In Methods');
		await inputBox.asks('Sign in to forge.test');
		const page = await opened(editor().page, () => inputBox.choose('Sign in with the browser'));
		await logIn(page, 'ana');
		await decide(page, 'Approve');
		await page.getByText('You are being signed in.').waitFor();
		await comeBack(page, editor());
		await inputBox.says('does not know the application, or its secret is wrong.');
		// The approval is still good.
		await inputBox.answer(secret);
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		return signInProxy;
	}

	/** The text of the connection report. */
	async function testConnection(): Promise<string> {
		await editor().command('Tildeforge: Test Connection');
		const lines = editor().page.locator('.editor-group-container .view-lines');
		await lines.getByText('Connection of').waitFor();
		return (await lines.innerText()).replaceAll('\u00a0', ' ');
	}

	async function copyDiagnostics(): Promise<string> {
		await copy(editor().page, '');
		await editor().command('Tildeforge: Copy Diagnostics');
		return copied(editor().page, /^Tildeforge \d/);
	}

	it('renews tokens, and keeps all secrets out of the reports, the log and every file', async () => {
		const { address } = await signInWithBrowser();
		const connection = await testConnection();
		for (const words of [
			'Connection of ~ana to forge.test',
			...Object.values({ ...editor().forge.addresses, identity: address }),
			'✓ reachable, version ',
			'account: ~ana',
			'✓ trackers:write',
			'✓ patches:read',
		]) {
			assert.ok(connection.includes(words), `${words} is not in:\n${connection}`);
		}
		const diagnostics = await copyDiagnostics();
		assert.match(diagnostics, /Account ~ana at forge\.test: by browser, scopes .+, until .+, renewable/);
		await signInWithToken(editor(), tokenOf(editor().forge, '~bob'));
		await row(editor(), 'Patches', /^~bob, /).waitFor();

		await tryAgain(
			() => editor().command('Tildeforge: Refresh'),
			() => until(() => tokenAnswers().length > 1, { what: 'the token is renewed', seconds: 3 }),
		);
		const tokens = tokenAnswers().flatMap(({ access_token = '', refresh_token = '' }) => [
			access_token,
			refresh_token,
		]);
		const secrets = [...tokens, tokenOf(editor().forge, '~bob'), secret];
		assert.ok(secrets.length >= 6 && secrets.every((one) => one.length >= secret.length));
		const texts = {
			connection,
			diagnostics,
			console: editor().console(),
			server: editor().host.tail(),
			localStorage: await editor().page.evaluate(() => JSON.stringify({ ...localStorage })),
		};
		assert.match(texts.console, /is signed in/, 'the log is missing');
		for (const [where, text] of Object.entries(texts)) {
			for (const one of secrets) assert.ok(!text.includes(one), `${one} is in ${where}`);
		}
		let count = 0;
		for (const [path, bytes] of files(editor().host.data)) {
			count += 1;
			for (const one of secrets) assert.ok(!bytes.includes(one), `${one} is in ${path}`);
		}
		assert.ok(count > 5, 'the files are missing');
	});
});

describe('A session', () => {
	const editor = editorWindow({ installed, settings: setUp() }, (window) => window.openContainer());

	it('is given to an extension that the user allows', async () => {
		const { page, forge } = editor();
		await editor().command('Asker: Ask for a Session');
		await page.getByText("The extension 'Asker' wants to sign in using Tildeforge.").waitFor();
		await page.getByRole('button', { name: 'Allow', exact: true }).click();
		const inputBox = new InputBox(page);
		await inputBox.choose('forge.test');
		await inputBox.chooseToken();
		await inputBox.answer(tokenOf(forge, '~ana'));
		await page.getByText('Asker was given ~ana (forge.test).').first().waitFor();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
	});
});
