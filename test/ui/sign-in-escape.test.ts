import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../tools/ports.ts';
import {
	comeBack,
	copy,
	Dialogue,
	decide,
	goBack,
	logIn,
	openBox,
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
import { type EditorWindow, editorWindow } from './window.ts';

/** A step of the dialogue: how the user gets there from the step before. */
type Step = readonly [name: string, enter: () => Promise<unknown>];

/** Presses Escape in every step, each time from the beginning, and then takes all steps. */
async function escapeEverywhere(window: EditorWindow, port: number, steps: readonly Step[]): Promise<void> {
	for (const last of steps.keys()) {
		for (const [, enter] of steps.slice(0, last + 1)) await enter();
		await new Dialogue(window.page).leave();
		await isNothingLeft(window, port, steps[last]?.[0] ?? '');
	}
	for (const [, enter] of steps) await enter();
}

async function isNothingLeft(window: EditorWindow, port: number, step: string): Promise<void> {
	const { page, host } = window;
	await waitUntilUnreachable(`http://127.0.0.1:${port}/callback`);
	await signInButton(window).waitFor();
	assert.equal(await page.locator('.quick-input-widget:visible').count(), 0, `a box after ${step}`);
	assert.equal(await waitingItem(window).count(), 0, `an item in the status bar after ${step}`);
	const notifications = page.locator('.notification-toast, .notification-list-item');
	assert.equal(await notifications.count(), 0, `a notification after ${step}`);
	const storage = join(host.data, 'user', 'User', 'globalStorage', 'tildeforge.tildeforge');
	const sessions = readdirSync(join(storage, 'sessions')).filter((name) => /^[0-9a-f]{24}-/.test(name));
	assert.deepEqual(sessions, [], `a session after ${step}`);
}

describe('Escape in each step of signing in', () => {
	let port = 0;
	let page: Page | undefined;
	beforeEach(async () => {
		port = await freePort();
	});

	/** The steps up to the list of methods. */
	const first = (window: EditorWindow, forge: string): readonly Step[] => [
		['the choice of the forge', () => openBox(window, 'Tildeforge: Sign In…', 'Sign in to a forge')],
		[
			'the methods',
			async () => {
				await new Dialogue(window.page).choose(forge);
				await new Dialogue(window.page).asks(`Sign in to ${forge}`);
			},
		],
	];

	/** The step that waits for the browser, whose page stays open. */
	const browserStep = (window: EditorWindow, openPage: () => Promise<Page>): Step => [
		'the wait for the browser',
		async () => {
			await page?.close();
			page = await openPage();
			await window.page.bringToFront();
			await new Dialogue(window.page).says('Approve in your browser.');
		},
	];
	/** The forge knows the application `mine`. */
	const withApplication = () => {
		const redirects = [`http://127.0.0.1:${port}/callback`];
		return { clients: [{ id: 'mine', name: 'Mine', operator: 'ana', secret: null, redirects }] };
	};
	const openLoggedIn = async (window: EditorWindow) => {
		page = undefined;
		await window.openContainer();
		await logInToForge(window);
	};
	const pageOfForge = () => page ?? assert.fail('no page was opened');

	describe('leaves nothing, and then the sign-in works', () => {
		const editor = editorWindow(
			{
				get forge() {
					return withApplication();
				},
				settings: (forge) => setUp({ clientId: 'mine', callbackPort: port })(forge),
			},
			openLoggedIn,
		);
		const dialogue = () => new Dialogue(editor().page);
		const isSignedIn = () => row(editor(), 'Tickets', /^~ana\/editor\b/).waitFor();
		const withBrowser = () =>
			browserStep(editor(), () => opened(editor().page, () => dialogue().choose('Sign in with the browser')));

		it('with a token that is pasted', async () => {
			await copy(editor().page, '');
			await escapeEverywhere(editor(), port, [
				...first(editor(), 'forge.test'),
				[
					'the source of the token',
					async () => {
						await dialogue().choose('Paste a token');
						await dialogue().option('Enter Token…').waitFor();
					},
				],
				[
					'the token',
					async () => {
						await dialogue().choose('Enter Token…');
						await dialogue().field.and(editor().page.locator('[type=password]')).waitFor();
						await dialogue().field.fill(tokenOf(editor().forge, '~ana'));
						await dialogue().says('A token. Press Enter to sign in.');
					},
				],
			]);
			await dialogue().field.press('Enter');
			await isSignedIn();
		});

		it('with a token in the clipboard', async () => {
			await copy(editor().page, tokenOf(editor().forge, '~ana'));
			await escapeEverywhere(editor(), port, [
				...first(editor(), 'forge.test'),
				[
					'the token',
					async () => {
						await dialogue().choose('Paste a token');
						await dialogue().says('The token in your clipboard. Press Enter to sign in.');
					},
				],
			]);
			await dialogue().field.press('Enter');
			await isSignedIn();
		});

		it('with the browser', async () => {
			await escapeEverywhere(editor(), port, [...first(editor(), 'forge.test'), withBrowser()]);
			await decide(pageOfForge(), 'Approve');
			await pageOfForge().getByText('You are being signed in.').waitFor();
			await comeBack(pageOfForge(), editor());
			await isSignedIn();
		});

		it('with a code that is pasted', async () => {
			await escapeEverywhere(editor(), port, [
				...first(editor(), 'forge.test'),
				withBrowser(),
				['the code', () => dialogue().field.fill('half of a code')],
			]);
			const redirected = await approveElsewhere(pageOfForge(), editor());
			await dialogue().answer(new URL(redirected).searchParams.get('code') ?? '');
			await isSignedIn();
		});
	});

	describe('of setting up the browser', () => {
		const editor = editorWindow(
			{
				get forge() {
					return withApplication();
				},
				settings: setUp(),
			},
			openLoggedIn,
		);
		const dialogue = () => new Dialogue(editor().page);

		it('leaves nothing, and then the set-up and the sign-in work', async () => {
			await escapeEverywhere(editor(), port, [
				...first(editor(), 'forge.test'),
				[
					'the addresses',
					async () => {
						await dialogue().choose('Server Addresses…');
						await dialogue().asks('Server addresses: forge.test');
					},
				],
				[
					'an address',
					async () => {
						await dialogue().choose('Mailing lists');
						await dialogue().asks('Mailing lists: forge.test');
						await dialogue().field.fill('https://lists.typed.test');
					},
				],
				[
					'the application',
					async () => {
						await goBack(dialogue());
						await dialogue().asks('Server addresses: forge.test');
						await goBack(dialogue());
						await dialogue().choose('Set Up Browser Sign-In…');
						await dialogue().option('Copy Redirect Address').getByText('http://127.0.0.1/callback').waitFor();
					},
				],
				[
					'the port',
					async () => {
						await dialogue().choose('Change Port…');
						await dialogue().asks('Port for browser sign-in: forge.test');
						await dialogue().field.fill(String(port));
					},
				],
				[
					'the client ID',
					async () => {
						await dialogue().field.press('Enter');
						await dialogue().option('Copy Redirect Address').getByText(`:${port}/callback`).waitFor();
						await dialogue().field.fill('mine');
						await dialogue().option('Use This Client ID').waitFor();
					},
				],
				[
					'the methods with the browser',
					async () => {
						await dialogue().field.press('Enter');
						await dialogue().asks('Sign in to forge.test');
					},
				],
				browserStep(editor(), () =>
					opened(editor().page, () => dialogue().choose('Sign in with the browser')),
				),
			]);
			await decide(pageOfForge(), 'Approve');
			await pageOfForge().getByText('You are being signed in.').waitFor();
			await comeBack(pageOfForge(), editor());
			await row(editor(), 'Tickets', /^~ana\/editor\b/).waitFor();
		});
	});

	describe('of the older method', () => {
		let older: OlderForge;
		beforeEach(async () => {
			older = await startOlderForge(port);
		});
		afterEach(() => older.stop());
		const editor = editorWindow({ settings: () => older.settings }, async (window) => {
			page = undefined;
			await window.openContainer();
		});
		const dialogue = () => new Dialogue(editor().page);

		it('leaves nothing, and then the sign-in works', async () => {
			await escapeEverywhere(editor(), port, [
				...first(editor(), 'older'),
				[
					'the client secret',
					async () => {
						await dialogue().choose('Sign in with the browser (legacy)');
						await dialogue().says('Paste the client secret of older');
						await dialogue().field.fill(olderSecret);
					},
				],
				browserStep(editor(), () => openedTwice(editor(), () => dialogue().field.press('Enter'))),
			]);
			await logIn(pageOfForge(), 'bob');
			await decide(pageOfForge(), 'Approve');
			await pageOfForge().getByText('You are being signed in.').waitFor();
			await comeBack(pageOfForge(), editor());
			await row(editor(), 'Tickets', 'Dark colours').waitFor();
		});
	});
});
