import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { violations } from '../../kit/pages/axe.ts';
import { long } from './long.ts';
import { openPage, type TicketPage } from './page.ts';

const strip = ({ page }: TicketPage): Locator => page.getByRole('region', { name: 'Summary' });

async function scrollTo({ page }: TicketPage, top: number): Promise<void> {
	await page.evaluate((to) => window.scrollTo(0, to), top);
}

const entryInFocus = ({ page }: TicketPage): Promise<string> =>
	page.evaluate(
		() => document.activeElement?.getAttribute('data-entry') ?? document.activeElement?.className ?? '',
	);

describe('The strip of a page', () => {
	it('replaces the title when it has scrolled away, and moves nothing', async () => {
		const page = await openPage(long);
		const first = page.page.getByText('Comment 0, with a line of text.');
		assert.equal(await strip(page).isVisible(), false);
		const before = (await first.boundingBox())?.y ?? 0;
		await scrollTo(page, 400);
		await strip(page).waitFor();
		assert.equal((await first.boundingBox())?.y, before - 400);
		for (const words of ['In progress', '#42', 'Undo history is lost', 'data loss', '3 of 29', '30 new'])
			await strip(page).getByText(words).waitFor();
		const color = strip(page).locator('.label', { hasText: 'bug' });
		assert.equal(await color.evaluate((one) => getComputedStyle(one).backgroundColor), 'rgb(215, 58, 74)');
		await scrollTo(page, 0);
		await strip(page).waitFor({ state: 'hidden' });
	});

	for (const [name, press] of [
		[
			'its buttons',
			(page: TicketPage, button: string) => strip(page).getByRole('button', { name: button }).click(),
		],
		[
			'keys',
			({ page }: TicketPage, button: string) =>
				page.keyboard.press(button.includes('new') ? '.' : button.includes('end') ? 'Shift+G' : 'g'),
		],
	] as const) {
		it(`goes to what is new, to the end and back to the title by ${name}`, async () => {
			const page = await openPage(long);
			await scrollTo(page, 400);
			await strip(page).waitFor();
			await press(page, '30 new since your last visit');
			assert.equal(await entryInFocus(page), 'since');
			const since = await page.page.locator('.since').boundingBox();
			assert.ok(since && since.y >= 36 && since.y < 60, `below the strip: ${since?.y}`);
			await page.page.keyboard.press('n');
			assert.equal(await entryInFocus(page), 'long30');
			await press(page, 'Go to the end');
			assert.equal(await entryInFocus(page), 'long58');
			await page.page.waitForFunction(
				() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
			);
			await press(page, '#42 Undo history');
			await page.page.waitForFunction(() => scrollY === 0 && document.activeElement?.matches('h1'));
		});
	}

	it('never covers what has the focus', async () => {
		const page = await openPage(long);
		await scrollTo(page, 3000);
		for (let presses = 0; presses < 12; presses++) {
			await page.page.keyboard.press('p');
			const top = await page.page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
			assert.ok(top === undefined || top >= 36, `at ${top}`);
		}
	});

	it('is accessible, and fits into a width of 220 pixels', async () => {
		const page = await openPage(long);
		for (const theme of ['dark', 'light', 'contrast'] as const) {
			await page.theme(theme);
			for (const width of [220, 380, 700, 1400]) {
				await page.page.setViewportSize({ width, height: 900 });
				await scrollTo(page, 1000);
				await strip(page).waitFor();
				const cut = await strip(page)
					.locator('button:visible')
					.evaluateAll((all) =>
						all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML),
					);
				assert.deepEqual(cut, [], `${theme} at ${width}`);
				const wide = await page.page.evaluate(() => document.documentElement.scrollWidth);
				assert.ok(wide <= width, `${theme}: ${wide} of ${width}`);
			}
			assert.deepEqual(await violations(page.page), [], theme);
		}
	});
});
