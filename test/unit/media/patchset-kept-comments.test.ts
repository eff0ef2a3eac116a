import assert from 'node:assert/strict';
import type { CommentPlace, ShownComment } from '../../../src/patches/page/protocol/comment-protocol.ts';
import { violations } from '../../kit/pages/axe.ts';
import { until } from '../../tools/until.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { file, largeDiff, patch, series } from './patchset-sample.ts';

const lineCount = 40;
const snapshot = {
	...series,
	patches: [{ ...patch('1', [file('a', { name: 'a.c', lineCount })]), mail: 101 }],
};
const older = { key: 'series ~ana/editor-devel 317', patches: [] };
const { key, patches } = snapshot;

interface Posted {
	readonly text: {
		readonly id: string;
		readonly revision: number;
		readonly writer: string;
		readonly base: unknown;
		readonly body: { readonly text: string };
	};
	readonly page: string;
	readonly at: CommentPlace;
}
const posted = (page: PatchsetPage): readonly Posted[] => page.asks('draft') as readonly Posted[];
const last = (page: PatchsetPage): Posted => posted(page).at(-1) ?? assert.fail();

/** What the host has after it has kept a comment. */
const kept = ({ text, at }: Posted): ShownComment => {
	const { id, revision, writer, body } = text;
	return { id, revision, writer, body, saved: '08:12', at, origin: '', originVersion: '', sendState: null };
};

const fullDisk = {
	draft: () => {
		throw new Error('The disk is full.');
	},
};

/** A page on which the user writes a comment below a line. */
async function begin(handlers: PatchsetPage['handlers'] = {}): Promise<PatchsetPage> {
	const page = await openPatchset({ ...snapshot, comments: [] }, 'dark', {
		diff: ({ file: name }) => largeDiff(name, lineCount),
		...handlers,
	});
	const row = page.page.locator('.file[data-file=a] .l[data-n="10"]').first();
	await row.scrollIntoViewIfNeeded();
	await row.click();
	await page.page.keyboard.press('c');
	await page.page.keyboard.type('Why?');
	return page;
}

/** A page on which the user has written a comment below a line, and is still in its box. */
async function write(handlers?: PatchsetPage['handlers']): Promise<PatchsetPage> {
	const page = await begin(handlers);
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

/** Moves the caret before the last letter of the comment, and waits until the page has stored that. */
async function moveLeft({ page }: PatchsetPage) {
	await page.keyboard.press('ArrowLeft');
	await page.waitForFunction(() => sessionStorage.getItem('state')?.includes('"selection":[3,3]'));
}

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
	it('is open again with the caret where it was', async () => {
		const page = await write();
		await moveLeft(page);
		await comeBack(page, { comments: [kept(last(page))] });
		await page.page.locator('.comment-draft textarea:focus').waitFor();
		await page.page.keyboard.type('!');
		await page.until('draft', 5, 'Why!?');
	});

	it('is open again with the caret where it was, also if the focus was in another part of VS Code', async () => {
		const page = await write();
		await moveLeft(page);
		// VS Code takes the focus from the field first.
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
