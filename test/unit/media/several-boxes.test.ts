import assert from 'node:assert/strict';
import { type BrowserPage, openPageOf } from './browser-page.ts';
import { type LinesAsks, type LinesSnapshot, linesAsks } from './lines-protocol.ts';
import { pageAnswers } from './page-answers.ts';

type LinesPage = BrowserPage<LinesSnapshot, LinesAsks>;

const kind = {
	script: 'test/unit/media/lines-page.ts',
	name: 'patchset',
	key: 'lines',
	table: linesAsks,
	handlers: {
		...pageAnswers,
		draft: ({ text: { id } }: { readonly text: { readonly id: string } }) => ({ id, saved: '08:12' }),
		send: () => null,
		discard: () => null,
		restoreDraft: () => null,
		preview: ({ text }: { readonly text: string }) => ({ html: `<p>As HTML: ${text}</p>` }),
		complete: () => ({ items: [{ insert: '~bob', label: 'bob', detail: 'Bob Ellis' }] }),
	},
};

const lines: LinesSnapshot = {
	key: 'lines',
	version: 'v1',
	lines: ['line 1', 'line 2'],
	editing: [],
	past: [],
};

const openLines = (snapshot = lines): Promise<LinesPage> => openPageOf(kind, snapshot);
const box = ({ page }: LinesPage, nth: number) => page.locator(`#text-${nth}`);
const section = ({ page }: LinesPage, nth: number) => page.getByRole('region', { name: `line ${nth + 1}` });
const values = async (page: LinesPage) => [await box(page, 0).inputValue(), await box(page, 1).inputValue()];
const textOf = (...texts: readonly string[]) => ({
	...{ id: 'text', revision: 1, writer: 'host', saved: '08:12' },
	body: { texts },
});

describe('A page with several text boxes', () => {
	it('saves what the user writes in each of them in one draft, and has it again after a reload', async () => {
		const page = await openLines();
		page.handlers = { draft: () => new Promise<never>(() => {}) };
		await box(page, 1).pressSequentially('two');
		await box(page, 0).pressSequentially('one');
		await page.until('draft', 6, '"texts":["one","two"]');
		await page.page.reload();
		await page.page.waitForSelector('#text-1');
		assert.deepEqual(await values(page), ['one', 'two']);
	});

	it('fills a box that appears later, and leaves the others unchanged', async () => {
		const page = await openLines({ ...lines, lines: ['line 1'], editing: [textOf('one', 'two')] });
		assert.equal(await box(page, 0).inputValue(), 'one');
		await page.show({ lines: ['line 1', 'line 2'] });
		await box(page, 1).waitFor();
		assert.deepEqual(await values(page), ['one', 'two']);
	});

	it('suggests only in the box in which the user types, by keyboard and by mouse', async () => {
		const page = await openLines();
		await box(page, 1).pressSequentially('~b');
		await section(page, 1).getByRole('listbox').waitFor();
		assert.equal(await page.page.getByRole('listbox').count(), 1);
		await page.page.keyboard.press('Enter');
		await box(page, 0).pressSequentially('see ~b');
		await section(page, 0).getByRole('option', { name: 'bob' }).click();
		assert.deepEqual(await values(page), ['see ~bob ', '~bob ']);
		assert.equal(await page.page.getByRole('listbox').count(), 0);
	});

	it('previews each box by itself, by mouse and by keyboard', async () => {
		const page = await openLines({ ...lines, editing: [textOf('one', 'two')] });
		const preview = (nth: number) => section(page, nth).getByText('As HTML');
		await section(page, 1).getByRole('tab', { name: 'Preview' }).click();
		await preview(1).waitFor();
		assert.deepEqual([await preview(0).count(), await preview(1).textContent()], [0, 'As HTML: two']);
		await section(page, 0).getByRole('tab', { name: 'Write' }).press('ArrowRight');
		await preview(0).waitFor();
		assert.equal(await preview(0).textContent(), 'As HTML: one');
		assert.equal(await page.page.evaluate(() => document.activeElement?.id), 'tab-preview-0');
		await page.page.keyboard.press('ArrowLeft');
		await box(page, 0).waitFor();
		assert.deepEqual([await preview(0).count(), await preview(1).count()], [0, 1]);
	});

	it('never previews an earlier text while it waits for the preview of the current one', async () => {
		const page = await openLines({ ...lines, editing: [textOf('one')] });
		const preview = section(page, 0).getByRole('tab', { name: 'Preview' });
		await preview.click();
		await section(page, 0).getByText('As HTML: one').waitFor();
		await section(page, 0).getByRole('tab', { name: 'Write' }).click();
		await box(page, 0).fill('new');
		page.handlers = { preview: () => new Promise<never>(() => {}) };
		await preview.click();
		await page.until('preview', 2);
		assert.equal(await section(page, 0).getByText('As HTML').count(), 0);
	});

	it('never previews a text that was discarded before its preview arrived', async () => {
		const page = await openLines({ ...lines, editing: [textOf('one')] });
		const answer = Promise.withResolvers<{ readonly html: string }>();
		page.handlers = { preview: () => answer.promise };
		const preview = section(page, 0).getByRole('tab', { name: 'Preview' });
		await preview.click();
		await page.until('preview');
		await page.page.getByRole('button', { name: 'Discard' }).click();
		await page.page.getByText('Draft discarded.').waitFor();
		answer.resolve({ html: '<p>As HTML: one</p>' });
		await page.settled();
		page.handlers = { preview: () => new Promise<never>(() => {}) };
		await box(page, 0).fill('new');
		await preview.click();
		await page.until('preview', 2);
		assert.equal(await section(page, 0).getByText('As HTML').count(), 0);
	});

	it('empties all of them when they are sent', async () => {
		const page = await openLines({ ...lines, editing: [textOf('one', 'two')] });
		await page.page.getByRole('button', { name: 'Send all' }).click();
		await page.until('send');
		assert.deepEqual(await values(page), ['', '']);
		await box(page, 1).fill('two more');
		await page.until('draft', 1, '"texts":["","two more"]');
	});

	it('empties all of them when they are discarded, and restores all', async () => {
		const page = await openLines({ ...lines, editing: [textOf('one', 'two')] });
		await page.page.getByRole('button', { name: 'Discard' }).click();
		await page.page.getByText('Draft discarded.').waitFor();
		await page.show({ editing: [] });
		assert.deepEqual(await values(page), ['', '']);
		await page.page.getByRole('button', { name: 'Undo' }).click();
		await page.until('restoreDraft');
		await page.show({ editing: [textOf('one', 'two')] });
		assert.deepEqual(await values(page), ['one', 'two']);
	});

	it('lists its own keys, and focuses the box that it names', async () => {
		const page = await openLines();
		await page.page.keyboard.press('?');
		await page.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
		assert.deepEqual(await page.page.locator('#keys dd').allTextContents(), [
			'Leave field (draft is kept), or go back to the list',
			'Start writing',
			'Send',
			'Show keyboard shortcuts',
		]);
		await page.page.keyboard.press('Escape');
		await page.page.keyboard.press('c');
		assert.equal(await page.page.evaluate(() => document.activeElement?.id), 'text-0');
	});
});
