import assert from 'node:assert/strict';
import { tryAgain } from '../tools/until.ts';
import { hostileMails } from './hostile-mails.ts';
import { patchesWindow } from './patches-driver.ts';
import { sendMails } from './patches-mails.ts';

describe('The page of a hostile patchset', () => {
	const { editor, patches, open, page, tab } = patchesWindow({
		forge: { drift: ['mails-unchecked'] },
	});

	/** The addresses outside of this machine that the window asks for. */
	function recordForeignRequests(): readonly string[] {
		const found: string[] = [];
		editor().page.on('request', (request) => {
			const { protocol, hostname } = new URL(request.url());
			const isLocal =
				hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.vscode-cdn.net');
			if (/^https?:$/.test(protocol) && !isLocal) found.push(request.url());
		});
		return found;
	}

	it('shows HTML and script in each field, in hovers and in the original mail as text, runs nothing and requests nothing', async () => {
		const requests = recordForeignRequests();
		await sendMails(editor().forge, hostileMails);
		await editor().command('Tildeforge: Refresh');
		await open(/markup in the title/, /<script>.*markup in the title/);
		for (const place of ['in the cover letter', 'in the patch', 'in the notes', 'at a line'])
			await page().getByText(place, { exact: false }).first().waitFor({ state: 'attached' });
		await page().locator('.l', { hasText: '<svg onload=alert(1)>' }).waitFor();
		await page().locator('.mail').last().scrollIntoViewIfNeeded();
		await page()
			.locator('.mail', { hasText: 'Approved' })
			.getByText('here', { exact: false })
			.first()
			.waitFor();
		await page().locator('.attachments', { hasText: '<img src=x onerror=alert(1)>.html' }).waitFor();
		assert.equal(
			await page().locator('.series :is(script, img, svg[onload], iframe, object, style)').count(),
			0,
		);
		assert.equal(await page().locator('[href^="javascript:" i], [data-open^="javascript:" i]').count(), 0);

		const hover = editor().page.locator('.monaco-hover', { hasText: /<script>.*markup in the title/ });
		const series = patches(/markup in the title/);
		await tryAgain(
			async () => {
				await editor().page.mouse.move(700, 20);
				await series.hover();
			},
			() => hover.waitFor({ timeout: 3000 }),
		);
		await hover.getByText('*Mallory* [b]', { exact: false }).waitFor();
		assert.equal(await hover.locator('script, img, iframe, style, a[href^="javascript:" i]').count(), 0);
		await editor().page.mouse.move(700, 20);
		await page()
			.getByRole('button', { name: /^Show original/ })
			.first()
			.click();
		await tab(/\.eml/).waitFor();
		await editor().page.locator('.view-line', { hasText: '<script>' }).first().waitFor();
		for (const frame of editor().page.frames())
			assert.equal(await frame.evaluate(() => document.querySelector('[data-ran]')), null);
		assert.deepEqual(requests, []);
	});
});
