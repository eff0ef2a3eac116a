import { ticketPage } from '../ui/ticket-driver.ts';
import type { EditorWindow } from '../ui/window.ts';

/** Notes when the mouse was pressed in the window (`clicked`), and when a page got its frame (`framed`). */
export const noteClicks = ({ page }: EditorWindow): Promise<void> =>
	page.evaluate(() => {
		const note = (name: string) => Object.assign(globalThis, { [name]: Date.now() });
		addEventListener('mousedown', () => note('clicked'), true);
		new MutationObserver((changes) => {
			const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
			if (added.some((node) => node instanceof HTMLElement && node.matches('iframe.webview'))) note('framed');
		}).observe(document.body, { childList: true, subtree: true });
	});

export const noted = ({ page }: EditorWindow, name: 'clicked' | 'framed'): Promise<number> =>
	page.evaluate((name) => Number(Reflect.get(globalThis, name)), name);

/** The time of the first paint of text in the page in front. */
export const painted = (editor: EditorWindow): Promise<number> =>
	ticketPage(editor)
		.locator('body')
		.evaluate(async () => {
			const found = () => performance.getEntriesByName('first-contentful-paint')[0];
			while (!found()) await new Promise(requestAnimationFrame);
			return performance.timeOrigin + (found()?.startTime ?? 0);
		});

/**
 * From now on, pages note when elements that match `selector` are painted. A page notes that itself, because a test reaches a new page
 * only some time after its first paint.
 */
export const notePaints = ({ page }: EditorWindow, selector: string): Promise<unknown> =>
	page.context().addInitScript((selector) => {
		if (window === top) return;
		const painted = new Map<string, number>();
		Object.assign(globalThis, { painted });
		let isWaiting = false;
		const look = () => {
			isWaiting = false;
			const shown = new Set([...document.querySelectorAll(selector)].map((one) => one.textContent ?? ''));
			for (const words of painted.keys()) if (!shown.has(words)) painted.delete(words);
			const added = [...shown].filter((words) => !painted.has(words));
			// What is posted in a frame arrives after it was painted.
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => {
				for (const words of added) painted.set(words, Date.now());
			};
			port2.postMessage(null);
		};
		new MutationObserver(() => {
			if (!isWaiting) requestAnimationFrame(look);
			isWaiting = true;
		}).observe(document, { childList: true, subtree: true, characterData: true });
	}, selector);

/** The time at which an element of the page in front with these words was painted, of those that pages note. */
export const paintedWords = (editor: EditorWindow, words: string): Promise<number> =>
	ticketPage(editor)
		.locator('body')
		.evaluate(async (_, words) => {
			const find = () => {
				const painted: ReadonlyMap<string, number> = Reflect.get(globalThis, 'painted') ?? new Map();
				return [...painted].find(([shown]) => shown.includes(words))?.[1];
			};
			while (!find()) await new Promise(requestAnimationFrame);
			return find() ?? 0;
		}, words);
