import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { violations } from '../../kit/pages/axe.ts';
import { sample, user } from '../../kit/pages/sample.ts';
import { openPage, type TicketPage } from './page.ts';
import { refuse } from './page-answers.ts';

const card = ({ page }: TicketPage): Locator => page.getByRole('complementary', { name: 'About ~bob' });
const author = ({ page }: TicketPage): Locator =>
	page.getByRole('article', { name: 'New comment by ~bob' }).getByRole('link', { name: '~bob' });

/** Gives a link the focus as the keyboard does. */
async function tabTo(page: TicketPage, link: Locator): Promise<void> {
	await page.page.keyboard.press('Tab');
	await link.focus();
}

describe('The card of a user', () => {
	for (const [where, find] of [
		['the author of a comment', author],
		[
			'a user among the details',
			({ page }: TicketPage) => page.locator('.facts').getByRole('link', { name: '~bob' }),
		],
	] as const) {
		it(`appears while the pointer is on ${where}, and can be reached with it`, async () => {
			const page = await openPage(sample);
			await find(page).hover();
			await card(page).waitFor();
			for (const words of ['Bob Ellis', '~bob', 'Writes editors.', 'Utrecht'])
				await card(page).getByText(words).waitFor();
			await card(page).getByRole('link', { name: 'bob.example.org' }).click();
			await page.until('open', 1, 'https://bob.example.org/');
			assert.deepEqual(page.asks('user'), [{ open: 'user:~bob' }]);
			await page.page.mouse.move(5, 5);
			await card(page).waitFor({ state: 'hidden' });
			assert.deepEqual(page.broken, []);
		});
	}

	it('closes when the page shows another ticket, or when its name is gone or that of another user', async () => {
		const page = await openPage(sample);
		const shown = async () => {
			await page.page.mouse.move(5, 5);
			await author(page).hover();
			await card(page).waitFor();
		};
		await shown();
		await page.show({ title: 'Another title' });
		assert.equal(await card(page).isVisible(), true);
		for (const change of [
			{ key: 'one ~ana/editor#43' },
			{ timeline: sample.timeline.slice(0, 1) },
			{
				timeline: sample.timeline.map((entry) =>
					entry.kind === 'comment' ? { ...entry, by: user('~eve') } : entry,
				),
			},
		]) {
			await page.show({ ...sample, key: 'one ~ana/editor#42' });
			await shown();
			await page.show(change);
			await card(page).waitFor({ state: 'hidden' });
		}
	});

	it('appears on focus, is part of the tab order, and closes by Escape', async () => {
		const page = await openPage(sample);
		await tabTo(page, author(page));
		await card(page).waitFor();
		assert.equal(await author(page).getAttribute('aria-describedby'), 'user-card');
		await page.page.keyboard.press('Tab');
		assert.equal(await page.page.evaluate(() => document.activeElement?.textContent), 'bob.example.org');
		await page.page.keyboard.press('Shift+Tab');
		assert.equal(await page.page.evaluate(() => document.activeElement?.textContent), '~bob');
		await page.page.keyboard.press('Escape');
		await card(page).waitFor({ state: 'hidden' });
		assert.equal(await author(page).getAttribute('aria-describedby'), null);
		assert.equal(await page.page.evaluate(() => document.activeElement?.textContent), '~bob');
		await page.page.keyboard.press('Tab');
		assert.equal(await page.page.evaluate(() => document.activeElement?.ariaLabel), 'Quote in a comment');
	});

	it('stays while its name has the focus, whatever the pointer does', async () => {
		const page = await openPage(sample);
		await page.page.mouse.move(5, 5);
		await tabTo(page, author(page));
		await card(page).waitFor();
		for (const y of [40, 80, 120]) await page.page.mouse.move(60, y);
		await page.page.waitForTimeout(400);
		assert.equal(await card(page).isVisible(), true);
	});

	it('shows text as text, and says if there is none', async () => {
		const page = await openPage(sample);
		page.handlers = {
			user: () => ({ user: '~bob', name: '', bio: '<img src=x onerror=alert(1)>', location: '', link: null }),
		};
		await author(page).hover();
		await card(page).getByText('<img src=x').waitFor();
		assert.equal(await card(page).locator('img, a').count(), 0);
		await page.page.mouse.move(5, 5);
		await card(page).waitFor({ state: 'hidden' });
		page.handlers = { user: refuse('This user does not exist.') };
		await author(page).hover();
		await card(page).getByText('This user does not exist.').waitFor();
	});

	it('is accessible and inside the window in three themes', async () => {
		const page = await openPage(sample);
		for (const theme of ['dark', 'light', 'contrast'] as const) {
			await page.theme(theme);
			await author(page).hover();
			await card(page).waitFor();
			assert.deepEqual(await violations(page.page), [], theme);
			await page.page.mouse.move(5, 5);
			await card(page).waitFor({ state: 'hidden' });
		}
		await page.page.setViewportSize({ width: 220, height: 500 });
		await author(page).hover();
		const box = await card(page).boundingBox();
		assert.ok(box && box.x >= 0 && box.x + box.width <= 220 && box.y >= 0 && box.y + box.height <= 500);
	});
});
