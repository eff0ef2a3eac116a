import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../tools/ports.ts';
import { type Front, openFront } from './front.ts';
import {
	chooseForge,
	comeBack,
	copied,
	decide,
	logIn,
	opened,
	row,
	setUp,
	signInWithToken,
	tokenOf,
} from './hands.ts';
import { editorWindow } from './window.ts';

const secret = 'the-secret-of-the-application';

/** Every file below a folder, with what is in it. */
function* files(folder: string): Generator<readonly [path: string, bytes: Buffer]> {
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isFile()) yield [path, readFileSync(path)];
	}
}

describe('What is secret of a sign-in', () => {
	let front: Front;
	let port = 0;
	before(async () => {
		port = await freePort();
	});
	const editor = editorWindow({
		get forge() {
			const redirects = [`http://127.0.0.1:${port}/callback`];
			return {
				clients: [{ id: 'confidential', name: 'Test', operator: 'ana', secret, redirects }],
				// Renewed at each use.
				lifetimes: { access: 30 },
			};
		},
		settings: (forge) => setUp({ clientId: 'confidential', callbackPort: port })(forge),
	});
	after(() => front.close());
	const said: Record<string, string> = {};
	const given = (): Record<string, string>[] =>
		front.given.map((answer) => JSON.parse(answer)).filter((answer) => 'access_token' in answer);

	it('is asked for when the forge wants it, and tokens are renewed before they end', async () => {
		const { identity } = editor().forge.addresses;
		front = await openFront({ behind: identity, tell: (text, here) => text.replaceAll(identity, here) });
		await editor().openContainer();
		const dialogue = await chooseForge(editor());
		await dialogue.choose('Sign-in');
		await dialogue.asks('Sign-in of forge.test');
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
		assert.ok(given().length > 1, 'the token was not renewed');
	});

	it('does not stand in the page of a tested connection, which tells each area and right', async () => {
		const { page } = editor();
		await editor().command('Tildeforge: Test Connection');
		const lines = page.locator('.editor-group-container .view-lines');
		await lines.getByText('Connection of').waitFor();
		const text = (await lines.innerText()).replaceAll('\u00a0', ' ');
		for (const words of [
			'Connection of ~ana to forge.test',
			...Object.values({ ...editor().forge.addresses, identity: front.address }),
			'account: ~ana',
			'✓ trackers:write',
			'✓ patches:read',
		]) {
			assert.ok(text.includes(words), `${words} is not in:\n${text}`);
		}
		said.connection = text;
	});

	it('does not stand in the diagnostics', async () => {
		await editor().command('Tildeforge: Copy Diagnostics');
		said.diagnostics = await copied(editor().page, /^Tildeforge \d/);
		assert.match(said.diagnostics, /Account ~ana at forge\.test: by browser, scopes .+, until .+, renewable/);
	});

	it('stands nowhere but in the secret storage', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~bob'));
		await row(editor(), 'Patches', '~bob has no lists').waitFor();
		const tokens = given().flatMap(({ access_token = '', refresh_token = '' }) => [
			access_token,
			refresh_token,
		]);
		const secrets = [...tokens, tokenOf(editor().forge, '~bob'), secret];
		assert.ok(secrets.length >= 6 && secrets.every((one) => one.length >= secret.length));
		said.console = editor().console();
		said.server = editor().host.tail();
		said.localStorage = await editor().page.evaluate(() => JSON.stringify({ ...localStorage }));
		for (const [where, text] of Object.entries(said)) {
			for (const one of secrets) assert.ok(!text.includes(one), `${one} is in ${where}`);
		}
		let looked = 0;
		for (const [path, bytes] of files(editor().host.data)) {
			looked += 1;
			for (const one of secrets) assert.ok(!bytes.includes(one), `${one} is in ${path}`);
		}
		assert.ok(looked > 5, 'the files are not there');
		assert.match(said.console, /is signed in/, 'the log is not there');
	});
});
