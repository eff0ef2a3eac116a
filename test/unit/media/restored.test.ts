import assert from 'node:assert/strict';
import { hostText, sample } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';

describe('A page that VS Code restores to an older state with a new extension host', () => {
	for (const [name, isSent] of [
		['shows the newer text of the host', false],
		['does not show the beginning of a comment that was sent since', true],
	] as const) {
		it(name, async () => {
			const page = await openPage(sample);
			page.handlers = { draft: () => new Promise(() => {}) };
			await page.page.locator('#text').fill('wind amber');
			const { id, revision, writer } = await page.page.evaluate(
				() => JSON.parse(sessionStorage.getItem('state') ?? '').text,
			);
			page.handlers = {};
			const version = { id, revision: revision + 5, writer };
			page.snapshot = {
				...page.snapshot,
				editing: isSent ? [] : [hostText({ text: 'wind amber lamp over' }, version.revision, { id, writer })],
				past: isSent ? [{ ...version, state: 'sent' }] : [],
			};
			// The new host makes new HTML, with a snapshot of what there is now.
			page.first = page.snapshot;
			const saves = page.asks('draft').length;
			await page.page.reload();
			await page.page.waitForSelector('#text');
			assert.equal(await page.page.locator('#text').inputValue(), isSent ? '' : 'wind amber lamp over');
			assert.equal(page.asks('draft').length, saves);
		});
	}
});
