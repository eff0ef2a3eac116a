import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { sample } from '../../kit/pages/sample.ts';
import { until } from '../../tools/until.ts';
import { long } from './long.ts';
import { openPage } from './page.ts';
import { comment, kept, last, row } from './patchset-comment.ts';
import { openPatchset } from './patchset-page.ts';
import { diffOf, file, largeDiff, patch, series } from './patchset-sample.ts';

/** VS Code moves the focus to an input box. The page keeps its active element. */
const leave = (page: Page) =>
	page.evaluate(() => {
		document.hasFocus = () => false;
		const from = document.activeElement;
		from?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
		dispatchEvent(new Event('blur'));
		addEventListener('focusin', () => document.body.classList.add('took-focus'));
	});

/** VS Code returns the focus to the page, but to no element of it. Returns how far that scrolls the page. */
const comeBack = (page: Page) =>
	page.evaluate(() => {
		scrollTo(0, document.documentElement.scrollHeight);
		const before = scrollY;
		document.hasFocus = () => true;
		dispatchEvent(new Event('focus'));
		return scrollY - before;
	});

/** An element loses the focus while another part of VS Code has it. It, or what replaces it, has it again only when the page has. */
async function losesFocus(page: Page, act: () => Promise<unknown>, selector: string): Promise<void> {
	await leave(page);
	await act();
	await page.evaluate(() => new Promise(requestAnimationFrame));
	assert.equal(await page.locator('body.took-focus').count(), 0, 'The page takes the focus.');
	assert.equal(await comeBack(page), 0, 'The page scrolls.');
	await page.locator(`${selector}:focus`).waitFor({ state: 'attached' });
}

describe('A page without the focus does not take it', () => {
	it('when its strip disappears', async () => {
		const { page } = await openPage(long);
		await page.evaluate(() => window.scrollTo(0, 400));
		const strip = page.getByRole('region', { name: 'Summary' });
		await strip.getByRole('button', { name: 'Show keyboard shortcuts' }).focus();
		const act = async () => {
			await page.evaluate(() => window.scrollTo(0, 0));
			await strip.waitFor({ state: 'hidden' });
		};
		await losesFocus(page, act, 'h1');
	});

	it('when the card of a user closes', async () => {
		const { page } = await openPage(sample);
		await page.keyboard.press('Tab');
		const name = page.locator('.timeline a[data-open^="user:"]').first();
		await name.focus();
		const card = page.locator('#user-card:popover-open');
		await card.waitFor();
		await page.keyboard.press('Tab');
		await card.locator('a:focus').waitFor();
		await losesFocus(page, () => card.waitFor({ state: 'detached' }), '.timeline a[data-open^="user:"]');
	});

	it('when an image arrives', async () => {
		const data = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
		const answer = Promise.withResolvers<{ readonly data: string }>();
		const { page } = await openPage(sample, 'dark', { showImage: () => answer.promise });
		await page.getByRole('button', { name: 'Show image from example.org' }).focus();
		await page.keyboard.press('Enter');
		const act = async () => {
			answer.resolve({ data });
			await page.getByRole('img', { name: 'A screen' }).waitFor({ state: 'attached' });
		};
		await losesFocus(page, act, 'img');
	});

	it('when a quote arrives', async () => {
		const answer = Promise.withResolvers<{ readonly text: string }>();
		const { page } = await openPage(sample, 'dark', { quote: () => answer.promise });
		await page.locator('[data-entry=e3]').focus();
		await page.keyboard.press('q');
		const act = async () => {
			answer.resolve({ text: '> quoted' });
			await until(async () => (await page.locator('#text').inputValue()) === '> quoted\n\n');
		};
		await losesFocus(page, act, '#text');
	});

	it('when the diff with the next reply arrives', async () => {
		const answer = Promise.withResolvers<ReturnType<typeof diffOf>>();
		const files = [file('undo', { lineCount: 13, replyCount: 2 })];
		const { page } = await openPatchset({ ...series, patches: [patch('1', files)] }, 'dark', {
			diff: () => answer.promise,
		});
		await page.locator('.patch').focus();
		await page.keyboard.press('n');
		const act = async () => {
			answer.resolve(diffOf('undo'));
			await page.locator('.reply[tabindex="-1"]').first().waitFor();
		};
		await losesFocus(page, act, '.lines .reply');
	});

	it('when a diff with the current line is replaced again and again', async () => {
		const files = (version: string) => ({
			patches: [patch('1', [file('undo', { lineCount: 13, replyCount: 2, version })])],
		});
		const shown = await openPatchset({ ...series, ...files('a') });
		const { page } = shown;
		await page.locator('.l').first().waitFor();
		for (const key of ['h', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
		const act = async () => {
			const { hunks } = diffOf('undo');
			const lines = hunks[0]?.lines ?? [];
			for (const version of ['b', 'c']) {
				const header = `@@ ${version} @@`;
				shown.handlers = { diff: () => ({ hunks: [{ header, lineCount: 9, lines }], threads: [] }) };
				await shown.show(files(version));
				await page.getByText(header).waitFor();
			}
		};
		await losesFocus(page, act, '.l.here');
	});

	it('when a comment that is being written moves', async () => {
		const lineCount = 40;
		const patches = [{ ...patch('1', [file('a', { lineCount })]), mail: 101 }];
		const shown = await openPatchset({ ...series, patches }, 'dark', {
			diff: ({ file: key }) => largeDiff(key, lineCount),
		});
		const { page } = shown;
		await comment(shown);
		await page.keyboard.type('Why?');
		await shown.until('draft', 4, 'Why?');
		await shown.settled();
		const line = { oldLine: null, newLine: 12 };
		const at = { kind: 'lines', file: 'a', first: line, last: line } as const;
		const isBelow = () =>
			row(shown, 'a', 12).evaluate((one) => one.nextElementSibling?.querySelector('textarea') !== null);
		const act = async () => {
			await shown.show({ comments: [{ ...kept(last(shown)), at }] });
			await until(isBelow, { what: 'the comment has moved' });
		};
		await losesFocus(page, act, '.comment-draft textarea');
	});
});
