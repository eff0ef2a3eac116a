import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { Background } from '../tools/processes.ts';
import { openBrowser } from './window.ts';

describe('npm start', () => {
	const started = new Background(process.execPath, [join(root, 'test/scripts/run.mjs'), 'start', '--web'], {
		env: { CI: 'true' },
	});
	after(() => started.stop());

	it('serves a window in which Tildeforge and its views are seen', async () => {
		const [address] = await started.line(/http:\/\/127\.0\.0\.1:\d+\/\?\S+/);
		const page = await (await openBrowser()).newPage();
		await page.goto(address);
		await page.getByRole('tab', { name: 'Tildeforge' }).click();
		for (const name of ['Inbox', 'Tickets', 'Patches', 'Repositories']) {
			await page.getByRole('button', { name: `${name} Section` }).waitFor();
		}
		await page.close();
	});

	it('ends with all that it started when it is interrupted', async () => {
		const [, address = ''] = await started.line(/(http:\/\/127\.0\.0\.1:\d+)\/\?/);
		await fetch(address);
		await started.stop('SIGINT');
		await assert.rejects(fetch(address), 'the editor is still there');
	});
});
