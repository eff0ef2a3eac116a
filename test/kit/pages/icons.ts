import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Fails unless each icon of a page is drawn in place and has the size of its lines. */
export async function assertIconsAreInPlace(page: Page): Promise<void> {
	const icons = await page.evaluate(() =>
		[...document.querySelectorAll('svg')].map((icon) => [
			icon.childElementCount > 0,
			icon.getAttribute('viewBox')?.startsWith('0 0 ') === true,
		]),
	);
	assert.ok(icons.length > 5);
	assert.deepEqual(
		icons.filter((parts) => parts.includes(false)),
		[],
	);
	assert.equal(await page.locator('use, symbol').count(), 0);
}
