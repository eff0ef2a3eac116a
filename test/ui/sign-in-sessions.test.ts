import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { freePort } from '../tools/ports.ts';
import { tryAgain, until } from '../tools/until.ts';
import {
	chooseForge,
	clickUntil,
	comeBack,
	copied,
	copy,
	Dialogue,
	decide,
	logIn,
	opened,
	row,
	rows,
	setUp,
	signInButton,
	signInWithToken,
	signOut,
	tokenOf,
} from './editor-driver.ts';
import { openSignInProxy, type SignInProxy } from './sign-in-proxy.ts';
import { type EditorWindow, editorWindow } from './window.ts';

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
		const dialogue = await chooseForge(editor());
		await dialogue.choose('Server Addresses…');
		await dialogue.choose('Account service');
		await dialogue.asks('Account service: forge.test');
		await dialogue.answer(signInProxy.address);
		await dialogue.asks('Server addresses: forge.test');
		await dialogue.choose('Back to Sign-In Methods');
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

const reports = [
	/The sign-in of ~ana \(forge\.test\) could not be read\. Sign in again\./g,
	/The sign-in kept as f{24} could not be read\. Sign in again\./g,
];

describe('A session', () => {
	const editor = editorWindow({ installed, settings: setUp() }, (window) => window.openContainer());

	const storage = () => join(editor().host.data, 'user', 'User', 'globalStorage', 'tildeforge.tildeforge');
	const sessionsFolder = () => join(storage(), 'sessions');

	/** The path of the only session file. */
	function sessionFile(): string {
		const names = readdirSync(sessionsFolder()).filter((name) => /^[0-9a-f]{24}-[0-9a-f]{16}$/.test(name));
		assert.equal(names.length, 1);
		return join(sessionsFolder(), ...names);
	}

	it('is given to another extension when the user allows it, and ends when its file is emptied', async () => {
		const { page, forge } = editor();
		await editor().command('Asker: Ask for a Session');
		await page.getByText("The extension 'Asker' wants to sign in using Tildeforge.").waitFor();
		await page.getByRole('button', { name: 'Allow', exact: true }).click();
		const dialogue = new Dialogue(page);
		await dialogue.choose('forge.test');
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(forge, '~ana'));
		await page.getByText('Asker was given ~ana (forge.test).').first().waitFor();
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		// From then on, all windows may use the token at once.
		const known = () =>
			readdirSync(join(storage(), 'first-uses')).filter((name) => /^[0-9a-f]{64}$/.test(name));
		await until(() => known().length === 4, { what: 'four services know the token' });
		writeFileSync(sessionFile(), '');
		await row(editor(), 'Tickets', 'Sign in again as ~ana').waitFor();
	});

	it('that cannot be read is reported once, and the views ask the user to sign in again', async () => {
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		const file = sessionFile();
		const entry = JSON.parse(readFileSync(file, 'utf8'));
		entry.sealed.box = entry.sealed.box.replace(/^.{40}/, 'A'.repeat(40));
		writeFileSync(file, JSON.stringify(entry));
		const key = basename(file).split('-')[1];
		writeFileSync(join(sessionsFolder(), `${'f'.repeat(24)}-${key}`), 'no session at all');
		await editor().reload();
		await editor().openContainer();
		for (const view of ['Tickets', 'Patches', 'Repositories']) {
			await row(editor(), view, 'Sign in again as ~ana, signed out of forge.test').waitFor();
		}
		const counts = () => reports.map((report) => [...editor().console().matchAll(report)].length);
		// The log reaches the console later than the rows reach the view.
		await until(() => !counts().includes(0), { what: 'the log reports both files' });
		const dialogue = new Dialogue(editor().page);
		await clickUntil(row(editor(), 'Tickets', 'Sign in again as'), dialogue.box);
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(editor().forge, '~ana'));
		await row(editor(), 'Tickets', 'Thank you').waitFor();
		assert.deepEqual(counts(), [1, 1]);
	});
});

/** VS Code does not draw rows that are out of sight. */
const tall = { width: 1200, height: 2200 };

const anaHere = ['~ana', 'forge.test'] as const;
const bobHere = ['~bob', 'forge.test'] as const;
const anaThere = ['~ana', 'other.test'] as const;
type Account = readonly [name: string, forge: string];

describe('Several accounts', () => {
	let other: Forge;
	beforeEach(async () => {
		other = await startForge({ port: 0 });
	});
	const editor = editorWindow(
		{
			installed,
			settings: (forge) => {
				const { 'tildeforge.instances': one } = setUp()(forge);
				return {
					'tildeforge.instances': [...one, { name: 'other.test', ...other.addresses }],
					// Otherwise the tickets of the first account leave no room for the other accounts.
					'tildeforge.ticketQueries': [{ name: 'Nothing', query: 'label:nothing' }],
				};
			},
		},
		openTall,
	);
	afterEach(() => other.stop());

	async function openTall(window: EditorWindow): Promise<void> {
		await window.page.setViewportSize(tall);
		await window.openContainer();
	}

	async function openSecondWindow(): Promise<EditorWindow> {
		const second = await editor().openAnother();
		await openTall(second);
		return second;
	}

	const accountRow = (window: EditorWindow, view: string, [name, forge]: Account) =>
		row(window, view, `${name}, ${forge}`);

	/** Waits for the rows of accounts in every view. */
	async function shown(window: EditorWindow, ...accounts: readonly Account[]): Promise<void> {
		await window.page.bringToFront();
		for (const view of ['Tickets', 'Patches', 'Repositories']) {
			// VS Code does not draw rows that are out of sight.
			await window.openContainer([view]);
			for (const account of accounts) await accountRow(window, view, account).waitFor();
		}
		await window.openContainer();
	}

	async function signIn(...accounts: readonly Account[]): Promise<void> {
		await editor().page.bringToFront();
		for (const [name, forge] of accounts) {
			const home = forge === 'other.test' ? other : editor().forge;
			await signInWithToken(editor(), tokenOf(home, name), forge);
		}
	}

	it('list their own items in every window, stay after a reload, and sign out one at a time', async () => {
		// A window that is open at the first sign-in has to reload, because VS Code does not rewriteMetadata it the new secret.
		await signIn(anaHere);
		await row(editor(), 'Tickets', '~ana/editor').waitFor();
		const second = await openSecondWindow();
		await row(second, 'Tickets', '~ana/editor').waitFor();
		await signIn(bobHere);
		await row(editor(), 'Tickets', '~bob/website').waitFor();
		await signIn(anaThere);
		await shown(second, anaHere, bobHere, anaThere);
		await shown(editor(), anaHere, bobHere, anaThere);
		// VS Code does not draw rows that are out of sight.
		await editor().openContainer(['Tickets', 'Patches', 'Repositories']);
		await row(editor(), 'Repositories', 'editor').nth(1).waitFor();
		await row(editor(), 'Repositories', 'dotfiles').waitFor();
		const labels = await rows(editor(), 'Repositories').locator('.label-name').allInnerTexts();
		const ofAna = ['~ana', '~ana/editor', '~ana/notes'];
		assert.deepEqual(labels, [...ofAna, '~bob', '~bob/dotfiles', ...ofAna]);

		await editor().reload();
		await editor().openContainer();
		await shown(editor(), anaHere, bobHere, anaThere);

		const { page } = editor();
		await editor().command('Tildeforge: Sign Out…');
		await page.getByRole('option', { name: '~bob' }).click();
		const asked = page.getByRole('dialog', { name: 'Sign out ~bob (forge.test)?' });
		await asked
			.getByText('Cached tickets, patches and files of this account are removed from this machine.')
			.waitFor();
		await asked.getByText('Your unsent drafts and changes are kept.').waitFor();
		await asked.getByRole('button', { name: 'Cancel' }).click();
		await asked.waitFor({ state: 'detached' });
		await shown(editor(), anaHere, bobHere, anaThere);
		await signOut(editor(), '~bob');
		for (const window of [second, editor()]) {
			await window.page.bringToFront();
			await accountRow(window, 'Tickets', bobHere).waitFor({ state: 'detached' });
			await row(window, 'Tickets', '~bob/website').waitFor({ state: 'detached' });
			await shown(window, anaHere, anaThere);
		}

		await signOutFromMenu('~ana (other.test) (Tildeforge)');
		await accountRow(editor(), 'Tickets', anaThere).waitFor({ state: 'detached' });
		await row(editor(), 'Tickets', '~ana/editor').waitFor();
		await signOutFromMenu('~ana (forge.test) (Tildeforge)');
		await signInButton(editor()).waitFor();
		assert.equal(await rows(editor(), 'Tickets').count(), 0);
	});

	async function signOutFromMenu(name: string): Promise<void> {
		const { page } = editor();
		await page.getByRole('button', { name: 'Accounts' }).click();
		await page.getByRole('menuitem', { name }).hover();
		await page.getByRole('menuitem', { name: 'Sign Out', exact: true }).hover();
		// VS Code ignores a click soon after a menu has opened: it takes it for the end of the click that opened the menu.
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
	}
});
