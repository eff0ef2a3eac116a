import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { pageOptions } from '../../build.mjs';
import { pageHtml } from '../../src/platform/page/html.ts';
import { launchChromium } from '../tools/chromium.ts';
import { pageStyle } from '../tools/page-style.ts';
import { largeDiff, largeSeries } from '../unit/media/patchset-sample.ts';
import { longestTask } from './longest-task.ts';
import { median, type Table } from './table.ts';

const fileCount = 500;
const lineCount = 50_000;
const rounds = 3;
const firstPaintMs = 200;
const longestMs = 50;
/** How far each frame scrolls, and how often. */
const stepPx = 150;
const steps = 400;
const categories = ['disabled-by-default-devtools.timeline'];

interface Round {
	readonly firstPaint: number;
	/** The processor time of the longest task while the page opens, and while it scrolls. */
	readonly openingTask: number;
	readonly scrollingTask: number;
	/** The 95th percentile of the frames while the page scrolls. */
	readonly frame: number;
	/** The same on a page that only has the lines as text. */
	readonly plainFrame: number;
}

async function html(): Promise<string> {
	const options = await pageOptions({ production: true });
	const { outputFiles } = await build({ ...options, entryPoints: ['media/patchset.ts'], write: false });
	const snapshot = largeSeries(fileCount, lineCount);
	return pageHtml({
		script: outputFiles[0]?.text ?? '',
		style: pageStyle('patchset'),
		nonce: 'bm9uY2U',
		title: 'Series',
		page: 'patchset',
		hasLetterKeys: true,
		key: snapshot.key,
		snapshot,
	});
}

const plain = (): string => {
	const lines = Array.from({ length: lineCount }, (_, nth) => `int value_${nth} = compute(${nth});`);
	return `<!doctype html><title>Lines</title><pre>${lines.join('\n')}</pre>`;
};

async function openPage(browser: Browser, body: string): Promise<Page> {
	const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
	await page.route('**/*', (route) => route.fulfill({ body, contentType: 'text/html' }));
	await page.exposeBinding('toHost', async (_, { id, name, body }) => {
		const ok = name === 'diff' ? largeDiff(body.file, lineCount / fileCount) : null;
		const answer = name === 'mails' ? { problem: 'No text.' } : { ok };
		await page.evaluate((told) => postMessage(told, '*'), { id, answer });
	});
	await page.addInitScript(() =>
		Object.assign(window, {
			acquireVsCodeApi: () => ({
				postMessage: (message: unknown) => Reflect.get(window, 'toHost')(message),
				getState: () => undefined,
				setState: () => {},
			}),
		}),
	);
	return page;
}

/** Scrolls down, and returns the 95th percentile of the frames. */
const scroll = (page: Page): Promise<number> =>
	page.evaluate(
		async ([step, count]) => {
			const frames: number[] = [];
			let last = performance.now();
			while (frames.length < count) {
				scrollBy(0, step);
				await new Promise(requestAnimationFrame);
				const now = performance.now();
				frames.push(now - last);
				last = now;
			}
			frames.sort((a, b) => a - b);
			return frames[Math.floor(count * 0.95)] ?? 0;
		},
		[stepPx, steps] as const,
	);

async function measure(body: string): Promise<Round> {
	const browser = await launchChromium();
	try {
		const plainPage = await openPage(browser, plain());
		await plainPage.goto('https://page.test');
		const plainFrame = await scroll(plainPage);
		await plainPage.close();
		const page = await openPage(browser, body);
		await browser.startTracing(page, { categories });
		await page.goto('https://page.test');
		await page.waitForFunction((count) => document.querySelectorAll('.file').length === count, fileCount);
		const openingTask = longestTask((await browser.stopTracing()).toString());
		const firstPaint = await page.evaluate(
			() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
		);
		await browser.startTracing(page, { categories });
		const frame = await scroll(page);
		const scrollingTask = longestTask((await browser.stopTracing()).toString());
		return { firstPaint, openingTask, scrollingTask, frame, plainFrame };
	} finally {
		await browser.close();
	}
}

/** Measures the page of a large series in a browser. */
export async function patchsetPage(): Promise<Table> {
	const body = await html();
	const found: Round[] = [];
	// The first round loads what all rounds share.
	for (let nth = -1; nth < rounds; nth++) {
		const measured = await measure(body);
		if (nth >= 0) found.push(measured);
	}
	const rows = [
		['first paint, ms', found.map(({ firstPaint }) => firstPaint)],
		['the longest task while opening, ms of processor time', found.map(({ openingTask }) => openingTask)],
		[
			'the longest task while scrolling, ms of processor time',
			found.map(({ scrollingTask }) => scrollingTask),
		],
		['95 % of frames while scrolling, ms', found.map(({ frame }) => frame)],
		['95 % of frames of a page with the lines as text, ms', found.map(({ plainFrame }) => plainFrame)],
	] as const;
	const [paint = 0, , task = 0] = rows.map(([, values]) => median(values));
	return {
		about: `The page of a series with ${fileCount} files and ${lineCount} lines, median and worst of ${rounds}`,
		columns: ['median', 'worst'],
		rows: rows.map(([name, values]) => ({ name, values: [median(values), Math.max(...values)] })),
		goals: [
			{ goal: `first paint within ${firstPaintMs} ms: ${paint.toFixed(0)} ms`, met: paint <= firstPaintMs },
			{
				goal: `no task while scrolling runs for more than ${longestMs} ms: ${task.toFixed(0)} ms`,
				met: task <= longestMs,
			},
		],
	};
}
