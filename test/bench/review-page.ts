import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ShownComment } from '../../src/patches/page/protocol/comment-protocol.ts';
import { until } from '../tools/until.ts';
import { longestTask, timesOfKeys } from './longest-task.ts';
import { load, measureOpening, open } from './patches-browser.ts';
import type { LargeSeries } from './patches-data.ts';
import { patchsetPage } from './patches-page.ts';

const letters = ' The old one did the same without it, and was shorter.';
const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
/** Between two keys, so that all that one causes is done before the next. */
const pauseMs = 150;

export interface Written {
	/** The processor time of the page's main thread for each letter. */
	readonly letters: readonly number[];
	/** The processor time of the longest task when the page gets the snapshot with a new comment. */
	readonly newComment: number;
	/** The processor time of the longest task while all diffs are drawn. */
	readonly drawing: number;
}

/** A line in the middle of the series without another comment. */
const line = '.file[data-file="4.0.5"] .l.added >> nth=5';

/** What the page asks the host to keep. */
type Asked = Pick<ShownComment, 'at'> & {
	readonly text: Omit<ShownComment, 'at' | 'saved' | 'origin' | 'originVersion' | 'sendState'>;
};

/** The time to the first paint of a series whose user has written these comments. */
export async function firstPaint(series: LargeSeries, comments: readonly ShownComment[]): Promise<number> {
	const opened = await measureOpening(await patchsetPage(series, series.snapshotWith(comments)));
	return opened.firstPaint;
}

/** Draws the diffs of all files, which are drawn when they come into view. */
async function drawAll(page: Page): Promise<void> {
	for (const file of await page.locator('.file').all()) {
		await file.evaluate((one) => one.scrollIntoView());
		await file.locator('.l').first().waitFor({ state: 'attached' });
	}
}

/** Writes a comment on the page of a series on which all diffs are drawn. */
export async function writeComment(series: LargeSeries, comments: readonly ShownComment[]): Promise<Written> {
	const asked: Asked[] = [];
	const candidate = await patchsetPage(series, series.snapshotWith(comments), (name, body) => {
		if (name !== 'draft') return null;
		asked.push(body as Asked);
		return { id: (body as Asked).text.id, saved: '08:12' };
	});
	const { browser, page } = await open(candidate);
	try {
		await browser.startTracing(page, { categories });
		await load(page, candidate);
		await drawAll(page);
		const drawing = longestTask(await browser.stopTracing());
		await page.locator(line).scrollIntoViewIfNeeded();
		await page.locator(line).click();
		await page.keyboard.press('c');
		await page.keyboard.press('A');
		await until(() => asked.length > 0);
		const [{ text, at } = assert.fail()] = asked;
		const written = { ...text, at, saved: '08:12', origin: '', originVersion: '', sendState: null };
		const told = { snapshot: series.snapshotWith([...comments, written]) };
		await browser.startTracing(page, { categories });
		await page.evaluate((message) => postMessage(message, '*'), told);
		await page.waitForTimeout(pauseMs);
		const newComment = longestTask(await browser.stopTracing());
		await browser.startTracing(page, { categories });
		for (const letter of letters) {
			await page.keyboard.press(letter);
			await page.waitForTimeout(pauseMs);
		}
		const times = timesOfKeys(await browser.stopTracing());
		await until(() => asked.length === letters.length + 1);
		assert.equal(times.length, letters.length);
		return { letters: times, newComment, drawing };
	} finally {
		await browser.close();
	}
}
