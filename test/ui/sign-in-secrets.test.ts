import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../tools/ports.ts';
import {
	chooseForge,
	comeBack,
	copied,
	copy,
	decide,
	logIn,
	opened,
	row,
	setUp,
	signInWithToken,
	tokenOf,
} from './editor-driver.ts';
import { type Front, openFront } from './front.ts';
import { editorWindow } from './window.ts';

const secret = 'the-secret-of-the-application';

/** Reads every file below a folder. Skips files that disappear meanwhile. */
function* files(folder: string): Generator<readonly [path: string, bytes: Buffer]> {
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		const bytes = entry.isFile() ? readIfThere(path) : undefined;
		if (bytes) yield [path, bytes];
	}
}

function readIfThere(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
}

describe('Signing in with an application secret', () => {
	let front: Front | undefined;
	let port = 0;
	beforeEach(async () => {
		port = await freePort();
	});
	const editor = editorWindow({
		get forge() {
			const redirects = [`http://127.0.0.1:${port}/callback`];
			return {
				clients: [{ id: 'confidential', name: 'Test', operator: 'ana', secret, redirects }],
				// Tildeforge renews a token with such a short lifetime before each use.
				lifetimes: { access: 30 },
			};
		},
		settings: (forge) => setUp({ clientId: 'confidential', callbackPort: port })(forge),
	});
	afterEach(() => front?.close());
	const tokenAnswers = (): Record<string, string>[] =>
		(front?.given ?? []).map((answer) => JSON.parse(answer)).filter((answer) => 'access_token' in answer);

	/** Signs ~ana in with the browser, through a front that records the tokens. */
	async function signInWithBrowser(): Promise<Front> {
		const { identity } = editor().forge.addresses;
		front = await openFront({ behind: identity, tell: (text, here) => text.replaceAll(identity, here) });
		await editor().openContainer();
		const dialogue = await chooseForge(editor());
		await dialogue.choose('Account service');
		await dialogue.asks('Account service: forge.test');
		await dialogue.answer(front.address);
		await dialogue.asks('Sign in to forge.test');
		const page = await opened(editor().page, () => dialogue.choose('Sign in with the browser'));
		await logIn(page, 'ana');
		await decide(page, 'Approve');
		await page.getByText('You are being signed in.').waitFor();
		await comeBack(page, editor());
		await dialogue.says('does not know the application, or its secret is wrong.');
		const again = await opened(editor().page, () => dialogue.answer(secret));
		await decide(again, 'Approve');
		await again.getByText('You are being signed in.').waitFor();
		await comeBack(again, editor());
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		return front;
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

	it('asks for the secret when the forge requires it, and renews tokens before they expire', async () => {
		await signInWithBrowser();
		assert.ok(tokenAnswers().length > 1, 'the token was not renewed');
	});

	it('keeps secrets and tokens out of the connection report, the diagnostics, the log and every file', async () => {
		const { address } = await signInWithBrowser();
		const connection = await testConnection();
		for (const words of [
			'Connection of ~ana to forge.test',
			...Object.values({ ...editor().forge.addresses, identity: address }),
			'account: ~ana',
			'✓ trackers:write',
			'✓ patches:read',
		]) {
			assert.ok(connection.includes(words), `${words} is not in:\n${connection}`);
		}
		const diagnostics = await copyDiagnostics();
		assert.match(diagnostics, /Account ~ana at forge\.test: by browser, scopes .+, until .+, renewable/);
		await signInWithToken(editor(), tokenOf(editor().forge, '~bob'));
		await row(editor(), 'Patches', '~bob has no lists').waitFor();

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
