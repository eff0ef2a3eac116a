import assert from 'node:assert/strict';

import { violations } from '../../kit/pages/axe.ts';
import { until } from '../../tools/until.ts';
import { refuse } from './page-answers.ts';
import { comment, kept, last, posted } from './patchset-comment.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { file, largeDiff, patch, series } from './patchset-sample.ts';

const lineCount = 40;
const snapshot = {
	...series,
	patches: [{ ...patch('1', [file('a', { name: 'a.c', lineCount })]), mail: 101 }],
};
const older = { key: 'series ~ana/editor-devel 317', patches: [] };
const { key, patches } = snapshot;

const fullDisk = { draft: refuse('The disk is full.') };

/** A page on which the user has written a comment below a line, and is still in its box. */
async function write(handlers: PatchsetPage['handlers'] = {}): Promise<PatchsetPage> {
	const page = await openPatchset({ ...snapshot, comments: [] }, 'dark', {
		diff: ({ file: name }) => largeDiff(name, lineCount),
		...handlers,
	});
	await comment(page);
	await page.page.keyboard.type('Why?');
	await page.until('draft', 4, 'Why?');
	await page.settled();
	return page;
}

const field = (page: PatchsetPage) => page.page.locator('.comment-draft textarea');
const problem = (page: PatchsetPage) => page.page.getByText('Not saved:');
const isSaved = (page: PatchsetPage) =>
	until(async () => (await problem(page).count()) === 0, { what: 'it is saved' });

/** From now on, the page does not save a comment again by itself, which it does after two seconds. */
const stopSavingAgain = ({ page }: PatchsetPage) =>
	page.evaluate(() => {
		const { setTimeout: later } = window;
		const start = (run: () => void, ms = 0) => (ms < 2000 ? later(run, ms) : 0);
		Object.assign(window, { setTimeout: start });
	});

/** The editor discards a hidden page and later makes it again from the state that the page kept. */
async function comeBack(page: PatchsetPage, change: Parameters<PatchsetPage['show']>[0] = {}) {
	page.snapshot = { ...page.snapshot, ...change };
	await page.page.reload();
	await page.page.locator('#page h1').waitFor({ state: 'attached' });
}

describe('A comment that the host could not keep', () => {
	it('is in its box again, and is kept, when the panel has shown another version meanwhile', async () => {
		const page = await write(fullDisk);
		await problem(page).waitFor();
		await page.show(older);
		assert.equal(await field(page).count(), 0);
		await page.show({ key, patches });
		assert.equal(await field(page).inputValue(), 'Why?');
		await problem(page).waitFor();
		page.handlers = {};
		await isSaved(page);
		assert.equal(last(page).text.body.text, 'Why?');
	});
});

describe('A closed comment', () => {
	const status = (page: PatchsetPage) => page.page.locator('article.comment-draft > p > .state');

	it('that could not be kept says so, and is saved again with a button', async () => {
		const page = await write();
		await stopSavingAgain(page);
		page.handlers = fullDisk;
		await page.page.keyboard.type('!');
		await page.page.keyboard.press('Escape');
		await status(page).getByText('Not saved:').waitFor();
		assert.deepEqual(await violations(page.page), []);
		page.handlers = {};
		const before = posted(page).length;
		await status(page).getByRole('button', { name: 'Try Again' }).press('Enter');
		await page.until('draft', before + 1, 'Why?!');
		await isSaved(page);
		await page.page.locator('article.comment-draft:focus').waitFor();
	});

	it('keeps the focus if it is saved by itself while the button to save it has the focus', async () => {
		const page = await write(fullDisk);
		await page.page.keyboard.press('Escape');
		await status(page).getByRole('button', { name: 'Try Again' }).focus();
		page.handlers = {};
		await isSaved(page);
		await page.page.locator('article.comment-draft:focus').waitFor();
	});
});

describe('A box that is open when its page is hidden', () => {
	for (const where of ['the box', 'another part of VS Code'] as const)
		it(`is open again with the caret where it was, if the focus was in ${where}`, async () => {
			const page = await write();
			await page.page.keyboard.press('ArrowLeft');
			await page.page.waitForFunction(() => sessionStorage.getItem('state')?.includes('"selection":[3,3]'));
			// VS Code takes the focus from the field first.
			if (where !== 'the box')
				await page.page.evaluate(() => {
					document.hasFocus = () => false;
					document.querySelector('textarea')?.blur();
					return new Promise((resolve) => setTimeout(resolve));
				});
			await comeBack(page, { comments: [kept(last(page))] });
			await page.page.locator('.comment-draft textarea:focus').waitFor();
			await page.page.keyboard.type('!');
			await page.until('draft', 5, 'Why!?');
		});

	it('stays until the page has read which comments there are', async () => {
		const page = await write();
		const comments = [kept(last(page))];
		await comeBack(page, { comments: [], loadingText: 'Loading mails…' });
		await page.show({ comments, loadingText: null });
		assert.equal(await field(page).inputValue(), 'Why?');
	});

	it('does not take the focus if it did not have it', async () => {
		const page = await write();
		await page.page.locator('.file[data-file=a]').focus();
		// The page looks a moment later whether the whole window has lost the focus.
		await page.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
		await comeBack(page, { comments: [kept(last(page))] });
		assert.equal(await field(page).inputValue(), 'Why?');
		assert.equal(await page.page.locator('textarea:focus').count(), 0);
	});
});
