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

/**
 * The time of the first paint of text in the page in front. A page notes that itself: a test reaches a new page only some time after
 * it was painted.
 */
export const painted = (editor: EditorWindow): Promise<number> =>
	ticketPage(editor)
		.locator('body')
		.evaluate(async () => {
			const found = () => performance.getEntriesByName('first-contentful-paint')[0];
			while (!found()) await new Promise(requestAnimationFrame);
			return performance.timeOrigin + (found()?.startTime ?? 0);
		});

/** Whether the page in front contained these words when VS Code got it, so that its first paint shows them. */
export const startsWith = (editor: EditorWindow, words: string): Promise<boolean> =>
	ticketPage(editor)
		.locator('body')
		.evaluate(
			(_, words) => document.querySelector('#first-snapshot')?.textContent?.includes(words) === true,
			words,
		);

/** The time at which an element of the page in front with these words is painted. */
export const paintedWords = (editor: EditorWindow, selector: string, words: string): Promise<number> =>
	ticketPage(editor)
		.locator('body')
		.evaluate(
			async (_, [selector, words]) => {
				const isThere = () =>
					[...document.querySelectorAll(selector)].some((one) => one.textContent?.includes(words));
				while (!isThere()) await new Promise(requestAnimationFrame);
				// What exists before a frame is painted by the end of the frame.
				await new Promise(requestAnimationFrame);
				return Date.now();
			},
			[selector, words] as const,
		);
