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

describe('The state that VS Code keeps of a page', () => {
	it('is that of the shown ticket, even if nothing can be written there', async () => {
		const page = await openPage(sample);
		const answer = Promise.withResolvers<null>();
		page.handlers = { send: () => answer.promise };
		await page.page.locator('#text').fill('For the first ticket.');
		await page.page.keyboard.press('ControlOrMeta+Enter');
		await page.until('send');
		const key = 'one ~ana/editor#43';
		await page.show({ key, title: 'Another ticket', composer: null });
		// What is refused now belongs to the other ticket.
		answer.reject(new Error('Not today'));
		await page.settled();
		const state = await page.page.evaluate(() => JSON.parse(sessionStorage.getItem('state') ?? ''));
		assert.deepEqual([state.key, state.text, state.unacknowledged], [key, null, []]);
		assert.doesNotMatch(JSON.stringify(page.asks('draft')), /#43/);
	});
});
