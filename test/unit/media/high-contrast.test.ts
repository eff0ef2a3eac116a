import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { drafted, newTicket, sample } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';
import { openPatchset } from './patchset-page.ts';
import { compared } from './patchset-sample.ts';

const pages = {
	'a patchset': () =>
		openPatchset({ ...compared, options: { ...compared.options, wrapsLines: true } }, 'contrast'),
	'a ticket': () => openPage({ ...sample, editing: [drafted] }, 'contrast'),
	'a new ticket': () => openPage(newTicket, 'contrast'),
};

/** The controls that look the same with the focus as without it. */
async function controlsWithoutFocusStyle(page: Page): Promise<readonly string[]> {
	// What gets the focus from now on looks as if the keyboard had moved it there.
	await page.keyboard.press('Tab');
	return page.evaluate(() => {
		/** The outline of a control. A field of the comment box may show the focus by the border of the box instead. */
		const focusStyle = (control: HTMLElement): string => {
			const { outline, outlineOffset, outlineStyle } = getComputedStyle(control);
			const box = control.matches('textarea, .title') ? control.closest('.composer') : null;
			const border = box ? getComputedStyle(box).borderColor : '';
			return outlineStyle === 'none' ? border : `${outline} ${outlineOffset} ${border}`;
		};
		const found: string[] = [];
		const controls = document.querySelectorAll<HTMLElement>(
			'a:not(.skip), :is(button, input, select, textarea):enabled',
		);
		for (const control of controls) {
			if (!control.checkVisibility({ visibilityProperty: true })) continue;
			if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
			const before = focusStyle(control);
			control.focus();
			if (focusStyle(control) === before) found.push(control.outerHTML.slice(0, 120));
		}
		return found;
	});
}

/** Opens a page while the system forces its colors. The page is shared, so they are not forced afterwards. */
async function withForcedColors(page: Page, act: () => Promise<void>): Promise<void> {
	await page.emulateMedia({ forcedColors: 'active' });
	await act().finally(() => page.emulateMedia({ forcedColors: null }));
}

describe('High contrast', () => {
	for (const [name, open] of Object.entries(pages)) {
		it(`shows which control of ${name} has the focus`, async () => {
			const { page } = await open();
			assert.deepEqual(await controlsWithoutFocusStyle(page), []);
		});

		it(`shows which control of ${name} has the focus if the system forces its colors`, async () => {
			const { page } = await open();
			await withForcedColors(page, async () => assert.deepEqual(await controlsWithoutFocusStyle(page), []));
		});
	}

	it('shows that a button has the focus while the mouse is over it', async () => {
		const { page } = await pages['a patchset']();
		const button = page.getByRole('button', { name: 'Review' });
		const outline = () => button.evaluate((one) => getComputedStyle(one).outline);
		await button.hover();
		const hovered = await outline();
		await page.keyboard.press('Tab');
		await button.focus();
		assert.notEqual(await outline(), hovered);
	});

	it('shows which buttons are pressed, also with the focus', async () => {
		const { page } = await pages['a patchset']();
		const styles = () =>
			page.locator('.version').evaluateAll((all) =>
				all.map((one) => {
					one.focus();
					const { borderTopStyle, backgroundColor } = getComputedStyle(one);
					return `${borderTopStyle} ${backgroundColor}`;
				}),
			);
		const assertLastDiffers = async () => {
			const [first, second, pressed] = await styles();
			assert.equal(first, second);
			assert.notEqual(pressed, first);
		};
		await assertLastDiffers();
		await withForcedColors(page, assertLastDiffers);
	});

	it('outlines what is chosen in another way than what has the focus', async () => {
		const { page } = await pages['a patchset']();
		await page.keyboard.press('Tab');
		await page.locator('.version').first().focus();
		const outlines = () =>
			page
				.locator('.version:focus, .version[aria-pressed=true]')
				.evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));
		assert.deepEqual(await outlines(), ['solid', 'dotted']);
		await page
			.locator('.file')
			.first()
			.evaluate((one) => one.scrollIntoView());
		const current = page.locator('.jump [aria-current]');
		assert.equal(await current.evaluate((one) => getComputedStyle(one).outlineStyle), 'dotted');
	});

	it('shows what is new and which patches are viewed in part if the system forces its colors', async () => {
		const { page } = await pages['a patchset']();
		await page.locator('.mail .fresh').waitFor({ state: 'attached' });
		const colors = () =>
			page.evaluate(() => {
				const colorOf = (selector: string, pseudo?: string) =>
					getComputedStyle(document.querySelector(selector) ?? document.body, pseudo).backgroundColor;
				return [
					colorOf('body'),
					colorOf('.mail .fresh', '::before'),
					colorOf('[aria-checked=mixed] .box', '::before'),
				];
			});
		await withForcedColors(page, async () => {
			const [background, ...marks] = await colors();
			assert.ok(!marks.includes(background ?? ''), `${marks} on ${background}`);
		});
	});
});
