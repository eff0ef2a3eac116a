import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root, temporaryFolder } from '../tools/places.ts';
import { Background } from '../tools/processes.ts';
import { openBrowser } from './browser.ts';
import { waitUntilUnreachable } from './editor-driver.ts';
import { failureFolder, keepPicture } from './window.ts';

describe('npm start', () => {
	let temporary: string;
	let started: Background;
	let page: Page;
	beforeEach(async () => {
		temporary = temporaryFolder('start');
		started = new Background(process.execPath, [join(root, 'test/scripts/run.mjs'), 'start', '--web'], {
			env: { CI: 'true', TMPDIR: temporary, TEMP: temporary, TMP: temporary },
		});
		page = await (await openBrowser()).newPage();
	});
	afterEach(async function () {
		if (!this.currentTest?.isPassed()) {
			console.log(started.tail());
			await keepPicture(page, failureFolder(this.currentTest?.fullTitle() ?? 'npm start'));
		}
		await Promise.all([page.close(), started.stop()]);
	});

	/** Opens the address that `npm start` prints. The views appear only after the extension host has started. */
	async function openPrintedAddress(): Promise<void> {
		const [address] = await started.waitForLine(/http:\/\/127\.0\.0\.1:\d+\/\?\S+/);
		await page.goto(address);
		await page.waitForFunction(() => performance.getEntriesByName('code/didStartWorkbench').length > 0);
		await page.getByRole('tab', { name: 'Tildeforge' }).click();
		for (const name of ['Inbox', 'Tickets', 'Patches', 'Repositories']) {
			await page.getByRole('button', { name: `${name} Section` }).waitFor();
		}
	}

	it('serves a window with the views, and leaves no server and no file when it is interrupted', async () => {
		await openPrintedAddress();
		const [, editor = ''] = await started.waitForLine(/(http:\/\/127\.0\.0\.1:\d+)\/\?/);
		const [, forge = ''] = await started.waitForLine(/identity +(http:\S+)/);
		const [, encoded = ''] = await started.waitForLine(/folder=([^&]+)/);
		assert.ok(existsSync(decodeURIComponent(encoded)));
		for (const address of [editor, forge]) await fetch(address);
		await started.stop('SIGINT', 20_000);
		for (const address of [editor, forge]) await waitUntilUnreachable(address);
		assert.deepEqual(readdirSync(temporary), [], 'files are left');
	});
});
