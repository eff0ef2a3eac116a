import type { TicketEvent } from '../../src/forge/shapes/trackers.ts';
import { highlight } from '../../src/platform/model/highlight.ts';
import { renderer } from '../../src/platform/model/markdown/renderer.ts';
import { pageHtml } from '../../src/platform/page/html.ts';
import { entriesOfPart } from '../../src/tickets/page/timeline-parts.ts';
import { snapshotOf, view } from '../kit/pages/ticket-view.ts';
import { launchChromium } from '../tools/chromium.ts';
import { pageScript } from '../tools/page-script.ts';
import { pageStyle } from '../tools/page-style.ts';
import { longestTask } from './longest-task.ts';
import { median, type Table } from './table.ts';

const eventCount = 10_000;
const rounds = 3;
const longestMs = 50;
const address = 'https://page.test';

const words = 'A comment with *words*, `code`, #12 and a name, which ~bob has read. ';
const bob = { type: 'user', canonical_name: '~bob', name: 'bob' } as const;

/** A list of events with new objects, as it comes from the disk or the forge. Each third one is a comment with a few lines. */
const makeEvents = (): TicketEvent[] =>
	Array.from({ length: eventCount }, (_, nth) => {
		const created = new Date(Date.parse('2024-01-01T00:00:00Z') + nth * 3_600_000).toISOString();
		const isComment = nth % 3 > 0;
		const text = `${nth}. ${words.repeat(1 + (nth % 5))}\n\n- one\n- two\n\n> quoted\n`;
		return {
			id: nth + 1,
			created,
			event_type: [isComment ? 'comment' : 'label_added'],
			old_status: null,
			old_resolution: null,
			new_status: null,
			new_resolution: null,
			user: bob,
			ticket: null,
			comment: isComment ? { id: nth, created, submitter: bob, text } : null,
			label: isComment ? null : ['bug'],
			by_user: null,
			from_ticket: null,
		};
	});

interface Round {
	/** The longest task of the page by the clock, with what the browser does in it; 0 if none takes 50 ms. */
	readonly task: number;
	/** The processor time of the task of the page that needs most. */
	readonly taskCpu: number;
	/** The processor time of the longest work of the host. */
	readonly host: number;
	readonly firstPaint: number;
	readonly whole: number;
}

/** Measures the page of a ticket with 10,000 events in a browser, with the host's own code. */
export async function longPage(): Promise<Table> {
	const code = {
		script: await pageScript('media/ticket.ts', { production: true }),
		style: pageStyle('ticket'),
	};
	const found: Round[] = [];
	// The first round loads what all rounds share.
	for (let nth = -1; nth < rounds; nth++) {
		const measured = await measure(code);
		if (nth >= 0) found.push(measured);
	}
	const rows = [
		['the longest task of the page, ms of processor time', found.map(({ taskCpu }) => taskCpu)],
		['the longest work of the host, ms of processor time', found.map(({ host }) => host)],
		['the longest task of the page by the clock, ms', found.map(({ task }) => task)],
		['first paint, ms', found.map(({ firstPaint }) => firstPaint)],
		['all of the timeline is on the page, ms', found.map(({ whole }) => whole)],
	] as const;
	const [task, host] = [rows[0], rows[1]].map(([, values]) => median(values));
	const goal = (what: string, ms = 0) => ({
		goal: `${what} for more than ${longestMs} ms: ${ms.toFixed(0)} ms`,
		met: ms <= longestMs,
	});
	return {
		about: `The page of a ticket with ${eventCount} events, median and worst of ${rounds}`,
		columns: ['median', 'worst'],
		rows: rows.map(([name, values]) => ({ name, values: [median(values), Math.max(...values)] })),
		goals: [goal('no task of the page runs', task), goal('the host is never busy', host)],
	};
}

async function measure(code: { readonly script: string; readonly style: string }): Promise<Round> {
	const addresses = { trackers: 'https://todo.example.org' };
	const render = renderer({ addresses, currentTracker: { owner: '~ana', tracker: 'editor' }, highlight });
	const shown = { ...view, events: makeEvents(), render, seenUpTo: '2025-01-10T00:00:00Z' };
	let host = 0;
	const timed = <T>(work: () => T): T => {
		const start = process.threadCpuUsage();
		const result = work();
		const { user, system } = process.threadCpuUsage(start);
		host = Math.max(host, (user + system) / 1000);
		return result;
	};
	const snapshot = timed(() => snapshotOf(shown));
	const body = pageHtml({
		...code,
		nonce: 'bm9uY2U',
		title: 'Ticket',
		page: 'ticket',
		hasLetterKeys: true,
		imageHosts: [],
		key: snapshot.key,
		snapshot,
	});
	const browser = await launchChromium();
	try {
		const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
		await page.route('**/*', (route) => route.fulfill({ body, contentType: 'text/html' }));
		await page.exposeBinding('toHost', async (_, { id, name, body }) => {
			const ok = name === 'entries' ? { entries: timed(() => entriesOfPart(shown, body.part)) } : null;
			const message =
				name === 'ready' ? { snapshot: timed(() => snapshotOf(shown)) } : { id, answer: { ok } };
			await page.evaluate((told) => postMessage(told, '*'), message);
		});
		await page.addInitScript(() => {
			const tasks: number[] = [];
			new PerformanceObserver((list) => {
				for (const { duration } of list.getEntries()) tasks.push(duration);
			}).observe({ type: 'longtask', buffered: true });
			Object.assign(window, {
				tasks,
				acquireVsCodeApi: () => ({
					postMessage: (message: unknown) => Reflect.get(window, 'toHost')(message),
					getState: () => undefined,
					setState: () => {},
				}),
			});
		});
		await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
		await page.goto(address);
		const isWhole = () => document.querySelector('.part') && !document.querySelector('.pending');
		await page.waitForFunction(isWhole, undefined, { timeout: 300_000, polling: 200 });
		const [task, firstPaint, whole] = await page.evaluate(() => [
			Math.max(0, ...(Reflect.get(window, 'tasks') as number[])),
			performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
			performance.now(),
		]);
		const taskCpu = longestTask(await browser.stopTracing());
		return { task: task ?? 0, taskCpu, host, firstPaint: firstPaint ?? 0, whole: whole ?? 0 };
	} finally {
		await browser.close();
	}
}
