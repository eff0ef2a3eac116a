import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { violations } from '../../kit/pages/axe.ts';
import { comment, kept, last, row } from './patchset-comment.ts';
import { openPatchset } from './patchset-page.ts';
import { file, largeDiff, patch, series } from './patchset-sample.ts';

const name = 'the-name-of-a-file-that-says-what-is-in-it.c';
const longPath = {
	...series,
	patches: [
		patch('1', [file('long', { folder: 'src/a-folder-with-a-rather-long-name/and-another/', name })]),
	],
};

/** The part of a text that is in view, of an element that cuts what does not fit. */
const visibleText = (clipped: Locator): Promise<string> =>
	clipped.evaluate((element) => {
		const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
		const { left, right } = element.getBoundingClientRect();
		const range = document.createRange();
		return [...text.data]
			.filter((_, at) => {
				range.setStart(text, at);
				range.setEnd(text, at + 1);
				const box = range.getBoundingClientRect();
				return box.left >= left - 1 && box.right <= right + 1;
			})
			.join('');
	});

const right = (one: Locator): Promise<number> =>
	one.evaluate((element) => element.getBoundingClientRect().right);

describe('The page of a patchset', () => {
	it('shows the end of a path that does not fit, in the contents, the diffstat and the strip', async () => {
		const page = await openPatchset(longPath);
		const inContents = await visibleText(page.page.locator('.jump .path'));
		assert.ok(inContents.length < name.length && name.endsWith(inContents), inContents);
		await page.page.setViewportSize({ width: 500, height: 900 });
		const inDiffstat = await visibleText(page.page.locator('.diffstat .path'));
		assert.ok(
			inDiffstat.length > 5 && `${longPath.patches[0]?.files[0]?.folder}${name}`.endsWith(inDiffstat),
		);
		await page.page.locator('.file').evaluate((one) => one.scrollIntoView());
		const strip = page.page.locator('#current-place');
		await strip.getByText(name).waitFor();
		const inStrip = await visibleText(strip);
		assert.ok(inStrip.length > 5 && name.endsWith(inStrip.slice(-name.length)), inStrip);
	});

	it('shows its controls, and tables without scrolling, without accessibility violations at a width of 220 pixels', async () => {
		const page = await openPatchset({ ...series, undoable: 'one' });
		await page.page.setViewportSize({ width: 220, height: 700 });
		await page.settled();
		const cut = await page.page
			.locator('.table-wrap')
			.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
		assert.equal(cut, 0);
		const controls = await page.page.locator('.series-head :is(button, summary)').all();
		assert.ok(Math.max(...(await Promise.all(controls.map(right)))) <= 220);
		assert.deepEqual(await violations(page.page), []);
	});

	it('has the button that sends a review in view in a window of 250 × 390 pixels', async () => {
		const verdicts = ['Comment', 'Reviewed-by', 'Acked-by', 'Tested-by', 'Needs revision'].map((label) => ({
			...{ value: label, label, tip: '', isChosen: false },
		}));
		const review = {
			...{ id: 1, revision: 0, problem: '', verdicts, patches: verdicts, statuses: verdicts },
			...{
				to: '~ana/editor-devel@lists.forge.test',
				mails: [],
				copies: [],
				actions: [{ id: 'send', label: 'Send Mails as Ana, not ~bob', detail: '' }],
			},
		};
		const page = await openPatchset({
			...series,
			review,
			owner: { account: '~ana', instance: 'forge.test' },
		});
		await page.page.setViewportSize({ width: 250, height: 390 });
		const box = await page.page.getByRole('button', { name: 'Send Mails' }).boundingBox();
		assert.ok(box && box.y + box.height <= 390, JSON.stringify(box));
	});

	for (const width of [1000, 500])
		it(`does not move by a pixel when a comment begins, and when its review does, at a width of ${width} pixels`, async () => {
			const patches = [patch('1', [file('a', { lineCount: 40 })])];
			const page = await openPatchset({ ...series, patches }, 'dark', {
				diff: ({ file: key }) => largeDiff(key, 40),
			});
			await page.page.setViewportSize({ width, height: 700 });
			const places = async () => {
				await page.settled();
				return page.page
					.locator('h1, .file, .file-head, .l[data-n="10"], .l[data-n="12"], .mail')
					.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
			};
			await row(page, 'a', 12).scrollIntoViewIfNeeded();
			const before = await places();
			await comment(page);
			const open = await places();
			const above = await row(page, 'a', 10).evaluate((one) => one.getBoundingClientRect().bottom);
			assert.deepEqual(
				open.filter((top) => top < above),
				before.filter((top) => top < above),
			);
			await page.page.keyboard.insertText('Why?');
			await page.until('draft');
			assert.deepEqual(await places(), open, 'the first letter');
			await page.show({ comments: [kept(last(page))] });
			await page.page.locator('.review-bar').waitFor();
			assert.deepEqual(await places(), open, 'the review bar');
		});

	it('breaks no line of a mail with 72 letters at a width of 900 pixels', async () => {
		const line = 'm'.repeat(72);
		const text = { blocks: [{ kind: 'text' as const, level: 0, line: 0, pieces: [line] }], attachments: [] };
		const page = await openPatchset({ ...series, cover: { mail: 200, answered: [], text } });
		await page.page.setViewportSize({ width: 900, height: 700 });
		const boxes = await page.page.getByText(line).evaluate((element) => {
			const range = document.createRange();
			range.selectNodeContents(element);
			return range.getClientRects().length;
		});
		assert.equal(boxes, 1);
	});

	for (const width of [300, 340, 380, 480, 640]) {
		it(`shows all controls of a file with marks, replies and drafts at a width of ${width} pixels`, async () => {
			const marks = ['executable', 'changed since you viewed it'].map((text, nth) => ({
				text,
				isWarning: nth === 0,
			}));
			const marked = file('marked', { marks, replyCount: 12, draftCount: 3 });
			const page = await openPatchset({ ...series, patches: [patch('1', [marked])] });
			await page.page.setViewportSize({ width, height: 700 });
			const ends = await Promise.all((await page.page.locator('.file-head button').all()).map(right));
			assert.ok(Math.max(...ends) <= width, ends.join());
			const mark = page.page.getByText('changed since you viewed it');
			assert.equal(await mark.getAttribute('title'), 'changed since you viewed it');
		});
	}

	it('shortens only the folders of a path if that makes room for the name and a mark', async () => {
		const folder = 'src/a-folder-with-a-rather-long-name/and-another/';
		const added = file('added', { folder, marks: [{ text: 'new', isWarning: false }] });
		const page = await openPatchset({ ...series, patches: [patch('1', [added])] });
		await page.page.setViewportSize({ width: 500, height: 700 });
		const cut = await page.page
			.locator('.file-head :is(.dir, .base, .clip)')
			.evaluateAll((all) =>
				all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className),
			);
		assert.deepEqual(cut, ['dir']);
	});

	it('has no tip over the items of an open menu', async () => {
		const { page } = await openPatchset(series);
		const menu = page.locator('.series-head .menu > summary');
		await menu.click();
		assert.equal(await menu.evaluate((one) => getComputedStyle(one, '::after').display), 'none');
	});

	it('scrolls a line that the keys go to below the head of a file with marks at a width of 380 pixels', async () => {
		const marked = file('marked', { marks: [{ text: 'renamed', isWarning: false }], lineCount: 60 });
		const page = await openPatchset({ ...series, patches: [patch('1', [marked])] }, 'dark', {
			diff: ({ file: key }) => largeDiff(key, 60),
		});
		await page.page.setViewportSize({ width: 380, height: 400 });
		await page.page.locator('.file-head').scrollIntoViewIfNeeded();
		await page.page.locator('.l').last().click();
		for (let step = 0; step < 30; step++) await page.page.keyboard.press('ArrowUp');
		const covered = await page.page.evaluate(() => {
			const head = document.querySelector('.file-head')?.getBoundingClientRect();
			const line = document.querySelector('.l.here')?.getBoundingClientRect();
			return (head?.bottom ?? 0) - (line?.top ?? 0);
		});
		assert.ok(covered <= 0, `${covered} px of the line are covered`);
	});
});
