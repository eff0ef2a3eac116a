import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { until } from '../../tools/until.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { file, patch, series } from './patchset-sample.ts';

const lineCount = 60;
const files = (count: number, from = 0) =>
	Array.from({ length: count }, (_, nth) => file(`file${from + nth}`, { name: `file${nth}.c`, lineCount }));

const withPatches = (patches: PatchsetSnapshot['patches']): PatchsetSnapshot => ({
	...series,
	key: 'series first drawing',
	patches,
	cover: null,
	trailers: [],
	discussion: [],
});

const sixFiles = withPatches([patch('1', files(6))]);

const drawnFiles = ({ page }: PatchsetPage): Promise<number> => page.locator('.file').count();
const drawnRows = ({ page }: PatchsetPage): Promise<number> => page.locator('.diffstat tbody tr').count();
const topOf = (file: Locator): Promise<number> => file.evaluate((one) => one.getBoundingClientRect().top);
const topOfFirstFile = ({ page }: PatchsetPage): Promise<number> => topOf(page.locator('.file').first());

async function fillsWindow({ page }: PatchsetPage): Promise<void> {
	const bottom = await page
		.locator('.file')
		.last()
		.evaluate((one) => one.getBoundingClientRect().bottom - innerHeight);
	assert.ok(bottom >= 0, `${-bottom} pixels are empty`);
}

/** A page on which no diff arrives, so that no height changes. */
const openWithoutDiffs = (snapshot: PatchsetSnapshot): Promise<PatchsetPage> =>
	openPatchset(snapshot, 'dark', { diff: () => new Promise(() => {}) });

/** Shows a snapshot, and keeps the page from drawing more than the first time, until `drawAll`. */
async function holdDrawing(page: PatchsetPage, snapshot: Partial<PatchsetSnapshot>) {
	await page.page.evaluate(() => {
		const held: FrameRequestCallback[] = [];
		const { requestAnimationFrame } = window;
		window.requestAnimationFrame = (callback) => held.push(callback);
		Reflect.set(window, 'drawAll', () => {
			window.requestAnimationFrame = requestAnimationFrame;
			for (const callback of held.splice(0)) requestAnimationFrame(callback);
		});
	});
	await page.show(snapshot);
	return { drawAll: () => page.page.evaluate(() => Reflect.get(window, 'drawAll')()) };
}

/** How many frames the page asks for while five go by. */
const framesAsked = ({ page }: PatchsetPage): Promise<number> =>
	page.evaluate(async () => {
		const { requestAnimationFrame } = window;
		let asked = 0;
		window.requestAnimationFrame = (callback) => {
			asked += 1;
			return requestAnimationFrame(callback);
		};
		for (let nth = 0; nth < 5; nth++)
			await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
		window.requestAnimationFrame = requestAnimationFrame;
		return asked;
	});

/** Loads the page again, and shows only its first drawing, until `drawAll`. */
async function showFirstDrawing(page: PatchsetPage, snapshot: Partial<PatchsetSnapshot> = {}) {
	const times = page.asks('ready').length;
	page.isHostReady = false;
	await page.page.reload();
	await page.until('ready', times + 1);
	await page.theme('dark');
	return holdDrawing(page, snapshot);
}

describe('The first drawing of a patchset', () => {
	it('has the files that fill the window and a row for each of a few files, so that the first file stays where it is', async () => {
		const page = await openWithoutDiffs(series);
		const { drawAll } = await showFirstDrawing(page, sixFiles);
		const [first, top] = [await drawnFiles(page), await topOfFirstFile(page)];
		assert.equal(await drawnRows(page), 6);
		assert.ok(first < 6, `${first} files`);
		await fillsWindow(page);
		await drawAll();
		await until(async () => (await drawnFiles(page)) === 6, { what: 'all files are drawn' });
		assert.equal(await topOfFirstFile(page), top);
		await until(async () => (await framesAsked(page)) === 0, { what: 'nothing more is drawn' });
	});

	it('has the versions and buttons where they are when the mails have arrived', async () => {
		const page = await openWithoutDiffs(series);
		const unread = { cover: null, trailers: [], missingReviews: '', participants: [], discussion: [] };
		const patches = series.patches.map((one) => ({ ...one, files: [], message: [], notes: [], summary: '' }));
		const loadingText = 'Loading mails…';
		await page.show({ ...unread, key: 'series unread', patches, summary: ['3 patches'], loadingText });
		const buttons = page.page
			.locator('.series-head')
			.locator('.version, .head-row > .button, .head-row summary')
			.filter({ visible: true });
		const places = () =>
			buttons.evaluateAll((all) =>
				all.map((one) => {
					const { x, y } = one.getBoundingClientRect();
					return `${one.textContent} at ${x}, ${y + scrollY}`;
				}),
			);
		const before = await places();
		assert.equal(before.length, 6, before.join());
		await page.show({ ...series, key: 'series unread' });
		await page.page.getByText('Participants').waitFor();
		assert.deepEqual(await places(), before);
	});

	it('has no mails until all files are there', async () => {
		const page = await openWithoutDiffs(series);
		const { discussion } = series;
		const { drawAll } = await showFirstDrawing(page, { ...sixFiles, discussion });
		assert.equal(await page.page.locator('.mail').count(), 0);
		await drawAll();
		await page.page
			.locator('.mail')
			.nth(discussion.length - 1)
			.waitFor({ state: 'attached' });
	});

	it('has all files of a short series, at the stored position, if VS Code restores a page that was scrolled', async () => {
		const page = await openWithoutDiffs(sixFiles);
		await until(async () => (await drawnFiles(page)) === 6, { what: 'all files are drawn' });
		await page.page.evaluate(() => window.scrollTo(0, 3000));
		const stored = () =>
			page.page.evaluate(() => JSON.parse(sessionStorage.getItem('state') ?? '{}').scroll?.y);
		const scrolled = await page.page.evaluate(() => window.scrollY);
		await until(async () => (await stored()) === scrolled, { what: 'the position is stored' });
		const last = page.page.locator('.file').last();
		const before = await topOf(last);
		await showFirstDrawing(page);
		assert.equal(await drawnFiles(page), 6);
		const after = await topOf(last);
		assert.ok(scrolled > 1000 && Math.abs(after - before) < 5, `${before} and ${after}`);
	});

	it('has all files of a short series if the panel showed another one before', async () => {
		const page = await openWithoutDiffs(series);
		await holdDrawing(page, sixFiles);
		assert.equal(await drawnFiles(page), 6);
	});
});
