import assert from 'node:assert/strict';
import { emptyBody } from '../../../src/tickets/model/ticket-draft.ts';
import { sample } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';

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
		assert.deepEqual([state.key, state.boxes], [key, []]);
		assert.doesNotMatch(JSON.stringify(page.asks('draft')), /#43/);
	});

	it('is read as earlier versions have written it', async () => {
		const page = await openPage(sample);
		const text = (id: string, words: string) => ({
			...{ id, revision: 2, writer: 'earlier load', base: null, body: { ...emptyBody, text: words } },
		});
		const old = {
			...{ key: sample.key, text: text('a', 'In the box.'), isSaved: false },
			...{ unacknowledged: [text('b', 'Being sent.')], removed: null, scroll: { y: 0, part: '', top: 0 } },
		};
		// After the page has stored its position.
		await page.page.evaluate((state) => {
			addEventListener('pagehide', () => sessionStorage.setItem('state', JSON.stringify(state)));
		}, old);
		await page.page.reload();
		await page.until('draft', 2);
		assert.equal(await page.page.locator('#text').inputValue(), 'In the box.');
		await page.page.getByText('Another draft: Being sent.').waitFor();
	});
});
