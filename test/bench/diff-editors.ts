import type { Locator } from 'playwright-core';
import { until } from '../tools/until.ts';
import type { EditorWindow } from '../ui/window.ts';

/** Opens a page, and finds its button that opens a diff editor. */
type OpenPage = () => Promise<Locator>;

/**
 * How long it takes from clicks on such buttons to the first lines of the diff editors. The pages take turns, because the speed of the
 * machine varies.
 */
export async function diffEditors(
	editor: EditorWindow,
	rounds: number,
	pages: readonly OpenPage[],
): Promise<readonly (readonly number[])[]> {
	const found: number[][] = pages.map(() => []);
	for (let nth = -2; nth < rounds; nth++) {
		for (const [index, openPage] of pages.entries()) {
			const time = await openDiff(editor, await openPage());
			if (nth >= 0) found[index]?.push(time);
		}
	}
	return found;
}

async function openDiff(editor: EditorWindow, button: Locator): Promise<number> {
	const { page } = editor;
	await button.hover();
	const shown = page.evaluate(async () => {
		const isThere = () =>
			[...document.querySelectorAll('.multiDiffEditor .view-line')].some((line) =>
				line.textContent?.includes('int'),
			);
		while (!isThere()) await new Promise(requestAnimationFrame);
		// What exists before a frame is painted by the end of the frame.
		await new Promise(requestAnimationFrame);
		return Date.now();
	});
	// The frame of the page is hidden afterwards, so it cannot tell when the mouse was pressed.
	const pressed = Date.now();
	await page.mouse.down();
	await page.mouse.up();
	const time = (await shown) - pressed;
	await editor.command('View: Close All Editors');
	await until(async () => (await page.locator('.multiDiffEditor').count()) === 0);
	return time;
}
