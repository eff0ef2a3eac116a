import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain } from '../tools/until.ts';
import { packageExtension } from '../tools/vsix.ts';
import { startWebHost, type WebHost } from '../tools/web-host.ts';
import { openBrowser } from './browser.ts';
import { InputBox, setUp, tokenOf } from './editor-driver.ts';
import { failureFolder, keepPicture, waitUntilStored } from './window.ts';

/** A user who knows no command, and uses only what is on the screen. */
class Newcomer {
	readonly page: Page;
	readonly inputBox: InputBox;

	constructor(page: Page) {
		this.page = page;
		this.inputBox = new InputBox(page);
	}

	async press(...keys: readonly string[]): Promise<void> {
		for (const key of keys) await this.page.keyboard.press(key);
	}

	/** The page of Tildeforge in front. */
	get shown(): FrameLocator {
		return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe');
	}

	/** Opens a step of the walkthrough and presses its button. */
	async begin(step: string, button: string): Promise<void> {
		const tab = this.page.getByRole('tab', { name: /^Welcome/ });
		if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
		const card = this.#card(step);
		if ((await card.getAttribute('aria-expanded')) !== 'true') {
			await card.click();
			await card.and(this.page.locator(':focus')).waitFor();
		}
		await card.getByText(button, { exact: true }).click();
	}

	/** Waits until the walkthrough has ticked a step. */
	async hasDone(step: string): Promise<void> {
		await this.#card(step).locator('[role=checkbox][aria-checked=true]').waitFor({ state: 'attached' });
	}

	async isDone(step: string): Promise<boolean> {
		return (await this.#card(step).locator('[role=checkbox][aria-checked=true]').count()) > 0;
	}

	#card(step: string): Locator {
		return this.page.locator(`[data-step-id="tildeforge.tildeforge#getStarted#${step}"]`);
	}
}

describe('A newcomer who has just installed the package', () => {
	let forge: Forge;
	let host: WebHost;
	let page: Page;
	let user: Newcomer;

	beforeEach(async () => {
		const vsix = join(temporaryFolder('vsix'), 'tildeforge.vsix');
		await packageExtension(vsix);
		forge = await startForge({ port: 0 });
		// VS Code opens walkthroughs by itself only if it has its Welcome page.
		const welcome = { 'workbench.startupEditor': 'welcomePage' };
		host = await startWebHost({ settings: { ...setUp()(forge), ...welcome } });
		// Otherwise the walkthrough takes the focus after an animation, also from a box that is open by then.
		page = await (await openBrowser()).newPage({ reducedMotion: 'reduce' });
		user = new Newcomer(page);
		await page.goto(host.address({ folder: temporaryFolder('workspace') }));
		await page.waitForFunction(() => performance.getEntriesByName('code/didStartWorkbench').length > 0);
		await page
			.getByRole('tab', { name: /^Welcome/ })
			.getByRole('button', { name: /^Close/ })
			.click();
		await install(vsix);
	});
	afterEach(async function () {
		if (!this.currentTest?.isPassed())
			await keepPicture(page, failureFolder(this.currentTest?.fullTitle() ?? ''));
		await page.close();
		await Promise.all([host.stop(), forge.stop()]);
	});

	/** In the open window: VS Code opens a walkthrough by itself only there. */
	async function install(vsix: string): Promise<void> {
		const { inputBox } = user;
		const option = inputBox.option(/^Extensions: Install from VSIX/).first();
		// Perhaps the server is not known yet when the palette opens.
		await inputBox.openPalette('>Extensions: Install from VSIX', () => option.waitFor({ timeout: 2000 }));
		await option.click();
		await inputBox.asks('Install from VSIX');
		await tryAgain(
			async () => {
				if (!(await inputBox.box.isVisible())) return;
				// The box shows the user's folder a moment after it opens, in place of what was written.
				await inputBox.field.fill(vsix);
				await inputBox.field.press('Enter');
			},
			() => page.getByRole('tab', { name: 'Tildeforge' }).waitFor({ timeout: 10_000 }),
		);
	}

	it('sees no tab, is led through five steps without knowing a command, and can read what the extension is for', async () => {
		const { inputBox } = user;
		// VS Code stores this when it has decided whether to open the walkthrough.
		await waitUntilStored(page, /tildeforge\.tildeforge#getStarted/);
		const tabs = page.locator('.editor-group-container').getByRole('tab');
		assert.equal(await tabs.count(), 0, 'a tab has opened by itself');

		await page.getByRole('tab', { name: 'Tildeforge' }).click();
		await page.getByRole('button', { name: 'Get started' }).click();

		await user.begin('sample', 'Try a Sample Forge');
		await page.getByRole('treeitem', { name: 'Thank you' }).waitFor();
		await user.hasDone('sample');

		await user.begin('sign-in', 'Sign In…');
		await inputBox.asks('Sign in to a forge');
		assert.equal(await user.isDone('sign-in'), false, 'the user is not signed in yet');
		await inputBox.option('forge.test').waitFor();
		await user.press('Enter');
		await inputBox.option('Paste a token').waitFor();
		await inputBox.option('Checking…').first().waitFor({ state: 'detached' });
		await user.press('Enter');
		await inputBox.option('Create Token in Browser…').waitFor();
		await user.press('ArrowDown', 'Enter');
		await inputBox.field.and(page.locator('[type=password]')).waitFor();
		await page.keyboard.insertText(tokenOf(forge, '~ana'));
		await user.press('Enter');
		await inputBox.gone();
		await user.hasDone('sign-in');

		await user.begin('files', 'Go to File in Repository…');
		await inputBox.asks('Go to File in Repository');
		await user.press('Escape');
		await inputBox.gone();
		assert.equal(await user.isDone('files'), false, 'the user has opened no file');

		await user.begin('triage', 'Find Ticket…');
		await inputBox
			.option(/Thank you/)
			.first()
			.waitFor();
		await user.press('Enter');
		await user.shown.locator('h1', { hasText: 'Thank you' }).waitFor();
		assert.equal(await user.isDone('triage'), false, 'the user has changed no ticket');
		await user.press('f');
		await user.shown.getByRole('button', { name: /^Status: Confirmed/ }).waitFor();
		await user.press('j');
		await user.shown.locator('h1', { hasText: 'After the update' }).waitFor();

		await user.begin('review', 'Find Patchset…');
		await inputBox
			.option(/~ana\/editor-devel/)
			.first()
			.waitFor();
		await user.press('Enter');
		await user.shown.locator('h1').waitFor();
		await user.shown.locator('.file').first().waitFor();

		await user.begin('files', 'Go to File in Repository…');
		await inputBox.asks('Go to File in Repository');
		await inputBox
			.option(/~ana\/editor/)
			.first()
			.waitFor();
		await user.press('Enter');
		await inputBox.asks('Go to File in ~ana/editor');
		await page.keyboard.type('readme');
		await inputBox
			.option(/README/)
			.first()
			.waitFor();
		await user.press('Enter');
		await page.getByRole('tab', { name: /^README/ }).waitFor();

		await page.getByRole('tab', { name: /^Welcome/ }).click();
		for (const step of ['sample', 'sign-in', 'triage', 'review', 'files']) await user.hasDone(step);

		await page.getByRole('tab', { name: /^Extensions/ }).click();
		await page
			.getByRole('listitem', { name: /^Tildeforge/ })
			.first()
			.click();
		await user.shown.getByRole('heading', { name: 'The first minute' }).waitFor();
	});
});
