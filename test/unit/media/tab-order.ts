import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Goes through a page with Tab. Fails unless it reaches these controls in this order, and each one shows that it has the focus. */
export async function assertTabOrder(page: Page, wanted: readonly string[]): Promise<void> {
	const reached: string[] = [];
	for (let tries = 0; tries < 200; tries++) {
		await page.keyboard.press('Tab');
		const [name, isSeen] = await page.evaluate(() => {
			const at = document.activeElement;
			if (!(at instanceof HTMLElement) || at === document.body) return ['', true];
			const { outlineStyle, outlineWidth } = getComputedStyle(at);
			const isOutlined = outlineStyle !== 'none' && outlineWidth !== '0px';
			// The comment box shows the focus of its field.
			const isText = at.matches('textarea') && at.closest('.composer') !== null;
			const name = at.getAttribute('aria-label') ?? at.textContent?.trim() ?? '';
			return [name, at.checkVisibility({ opacityProperty: true }) && (isOutlined || isText)];
		});
		if (name === '') break;
		assert.ok(isSeen, `${name} does not show that it has the focus`);
		reached.push(String(name));
	}
	const places = wanted.map((name) => reached.indexOf(name));
	assert.ok(!places.includes(-1), `${wanted[places.indexOf(-1)]} is not among ${reached.join(', ')}`);
	assert.deepEqual(
		places,
		places.toSorted((a, b) => a - b),
	);
}
