import assert from 'node:assert/strict';
import { newTicket, sample } from '../../kit/pages/sample.ts';
import { openPage, type TicketPage } from './page.ts';

const focused = (page: TicketPage) =>
	page.page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);

describe('A key in the title of a new ticket', () => {
	const cases: readonly [what: string, keys: readonly string[], title: string, focus: string | RegExp][] = [
		['is text', ['a', 'Shift+B', '?'], 'aB?', 'title'],
		['leads on to the text: Enter', ['a', 'Enter'], 'a', 'text'],
		['leads on to the text: Tab', ['a', 'Tab'], 'a', 'text'],
		['leads back: Shift+Tab', ['a', 'Shift+Tab'], 'a', /^(?!text|title)/],
	];
	for (const [what, keys, title, focus] of cases) {
		it(what, async () => {
			const page = await openPage(newTicket);
			await page.page.locator('#title').focus();
			for (const key of keys) await page.page.keyboard.press(key);
			assert.match((await focused(page)) ?? '', typeof focus === 'string' ? new RegExp(`^${focus}$`) : focus);
			assert.equal(await page.page.locator('#title').inputValue(), title);
			assert.deepEqual(page.asks('send'), []);
		});
	}
});

describe('A ticket that is sent too early', () => {
	const cases: readonly [what: string, title: string, text: string, focus: string][] = [
		['moves the focus to a title that is too short', 'ab', 'Text.', 'title'],
		['leaves the focus in a text that is too long', 'A title', 'x'.repeat(16_384), 'text'],
	];
	for (const [what, title, text, focus] of cases) {
		it(what, async () => {
			const page = await openPage(newTicket);
			await page.page.locator('#title').fill(title);
			await page.page.locator('#text').fill(text);
			await page.page.locator('#text').press('ControlOrMeta+Enter');
			await page.page.getByText(/at least 3|16,383/).waitFor();
			assert.equal(await focused(page), focus);
			assert.deepEqual(page.asks('send'), []);
		});
	}
});

it('What a key has done is announced at once, and shown at its button for a moment, also if the key is pressed again', async () => {
	const page = await openPage(sample);
	const said = page.page.locator('.screen-reader-only', { hasText: 'Copied' });
	const tooltip = () =>
		page.page.locator('[data-do=copy-ref]').evaluate((button) => {
			const { content, display } = getComputedStyle(button, '::after');
			return display === 'none' ? null : content;
		});
	const before = await tooltip();
	await page.page.keyboard.press('y');
	await said.waitFor();
	assert.equal(await tooltip(), '"Copied" / ""');
	await page.page.keyboard.press('y');
	await page.until('copyRef', 2);
	await page.settled();
	assert.equal(await tooltip(), '"Copied" / ""');
	await said.waitFor({ state: 'detached' });
	assert.deepEqual([before, await tooltip()], [null, null]);
});
