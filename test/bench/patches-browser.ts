import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../tools/chromium.ts';
import { longestTask } from './longest-task.ts';

/** How far each frame scrolls while the user reads, and how often. */
const stepPx = 150;
const steps = 400;
/** In how many frames the user drags the scroll bar to the end. */
const dragSteps = 200;
const categories = ['disabled-by-default-devtools.timeline'];
const address = 'https://page.test';
const blankAddress = `${address}/blank`;
/** Answers the requests of the page. */
const hostAddress = `${address}/host`;
/** How long a browser stays busy after it starts. By the time a page opens, VS Code has been running for longer. */
const startingMs = 1000;

/** A page to measure. */
export interface Candidate {
	readonly body: string;
	/** Answers the requests of the page. */
	readonly answer: (name: string, body: unknown) => unknown;
	/** How many elements of this selector are there when all of it is drawn. */
	readonly whole: { readonly selector: string; readonly count: number };
}

export interface Opened {
	/** From when the browser gets the document until it has painted content. */
	readonly firstPaint: number;
	/** From then on until everything that the page draws without scrolling is there. */
	readonly whole: number;
	/** The processor time of the longest task while the page opens, and while it scrolls. */
	readonly openingTask: number;
	readonly scrollingTask: number;
	/** The processor time of the longest task while the scroll bar is dragged from the beginning to the end. */
	readonly draggingTask: number;
	/** The 95th percentile of the frames while the page scrolls. */
	readonly frame: number;
	/** After scrolling and a collection. */
	readonly heapMb: number;
}

async function newPage(browser: Browser, { body, answer }: Candidate): Promise<Page> {
	// The policy of the page would keep it from asking its host, which VS Code passes messages to.
	const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, bypassCSP: true });
	const page = await context.newPage();
	page.setDefaultTimeout(300_000);
	await page.route('**/*', (route) => route.fulfill({ body, contentType: 'text/html' }));
	await page.route(blankAddress, (route) => route.fulfill({ body: '<p>Blank', contentType: 'text/html' }));
	await page.route(hostAddress, async (route) => {
		const { id, name, body: asked } = route.request().postDataJSON();
		await route.fulfill({ json: { id, answer: await answer(name, asked) } });
	});
	await page.addInitScript((host) => {
		// Not an argument of `evaluate`: the driver decodes it in the page, and its tasks would count as the page's.
		const ask = async (message: unknown) => {
			const answered = await fetch(host, { method: 'POST', body: JSON.stringify(message) });
			postMessage(await answered.json(), '*');
		};
		Object.assign(window, {
			acquireVsCodeApi: () => ({ postMessage: ask, getState: () => undefined, setState: () => {} }),
		});
	}, hostAddress);
	return page;
}

/** Scrolls to the end. The page becomes longer while it is drawn. */
const drag = (page: Page): Promise<void> =>
	page.evaluate(async (count) => {
		for (let nth = 0; nth <= count; nth++) {
			scrollTo(0, (document.documentElement.scrollHeight * nth) / count);
			await new Promise(requestAnimationFrame);
		}
	}, dragSteps);

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

const paintTimes = (page: Page) =>
	page.evaluate(async () => {
		const paint = () => performance.getEntriesByName('first-contentful-paint')[0];
		while (!paint()) await new Promise(requestAnimationFrame);
		const [navigation] = performance.getEntriesByType('navigation');
		const handed = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0;
		return { firstPaint: (paint()?.startTime ?? 0) - handed, whole: performance.now() - handed };
	});

async function heapOf(page: Page): Promise<number> {
	const session = await page.context().newCDPSession(page);
	await session.send('HeapProfiler.collectGarbage');
	const { usedSize } = await session.send('Runtime.getHeapUsage');
	return usedSize / 1e6;
}

/** Opens a page in a browser of its own. */
export async function open(
	candidate: Candidate,
): Promise<{ readonly browser: Browser; readonly page: Page }> {
	const browser = await launchChromium();
	const page = await newPage(browser, candidate);
	await page.goto(blankAddress);
	await page.waitForTimeout(startingMs);
	return { browser, page };
}

export async function load(page: Page, { whole }: Candidate): Promise<void> {
	await page.goto(address, { waitUntil: 'commit' });
	await page.waitForFunction(
		({ selector, count }) => document.querySelectorAll(selector).length >= count,
		whole,
	);
}

/** Not while tasks are recorded, which slows the browser down. */
export async function measureOpening(candidate: Candidate) {
	const { browser, page } = await open(candidate);
	try {
		await load(page, candidate);
		return await paintTimes(page);
	} finally {
		await browser.close();
	}
}

/** Opens a page in one browser to measure the time, and in another one to record its tasks while it opens and scrolls. */
export async function measurePage(candidate: Candidate): Promise<Opened> {
	const { firstPaint, whole } = await measureOpening(candidate);
	const { browser, page } = await open(candidate);
	try {
		await browser.startTracing(page, { categories });
		await load(page, candidate);
		const openingTask = longestTask(await browser.stopTracing());
		await browser.startTracing(page, { categories });
		const frame = await scroll(page);
		const scrollingTask = longestTask(await browser.stopTracing());
		await browser.startTracing(page, { categories });
		await drag(page);
		const draggingTask = longestTask(await browser.stopTracing());
		const heapMb = await heapOf(page);
		return { firstPaint, whole, openingTask, scrollingTask, draggingTask, frame, heapMb };
	} finally {
		await browser.close();
	}
}
