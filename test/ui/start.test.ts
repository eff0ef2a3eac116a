import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, temporaryFolder } from '../tools/places.ts';
import { Background } from '../tools/processes.ts';
import { openBrowser } from './window.ts';

describe('npm start', () => {
	const place = temporaryFolder('start');
	let started: Background;
	before(() => {
		started = new Background(process.execPath, [join(root, 'test/scripts/run.mjs'), 'start', '--web'], {
			env: { CI: 'true', TMPDIR: place, TEMP: place, TMP: place },
		});
	});
	afterEach(function () {
		if (!this.currentTest?.isPassed()) console.log(started.tail());
	});
	after(() => started.stop());

	it('serves a window in which Tildeforge and its views are seen', async () => {
		const [address] = await started.line(/http:\/\/127\.0\.0\.1:\d+\/\?\S+/);
		const page = await (await openBrowser()).newPage();
		await page.goto(address);
		await page.waitForFunction(() => performance.getEntriesByName('code/didStartWorkbench').length > 0);
		await page.getByRole('tab', { name: 'Tildeforge' }).click();
		for (const name of ['Inbox', 'Tickets', 'Patches', 'Repositories']) {
			await page.getByRole('button', { name: `${name} Section` }).waitFor();
		}
		await page.close();
	});

	it('ends with all that it started when it is interrupted', async () => {
		const [, editor = ''] = await started.line(/(http:\/\/127\.0\.0\.1:\d+)\/\?/);
		const [, forge = ''] = await started.line(/identity +(http:\S+)/);
		const [, encoded = ''] = await started.line(/folder=([^&]+)/);
		const folder = decodeURIComponent(encoded);
		assert.ok(existsSync(folder));
		for (const address of [editor, forge]) await fetch(address);
		await started.stop('SIGINT');
		for (const address of [editor, forge]) await gone(address);
		assert.deepEqual(readdirSync(place), [], 'something is left');
	});
});

/** The parent's end and its children's are not one moment: asks until nobody answers, or the test's time is over. */
async function gone(address: string): Promise<void> {
	try {
		while (true) await fetch(address);
	} catch {
		// Nobody is there.
	}
}
