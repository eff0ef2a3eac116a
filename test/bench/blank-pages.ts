import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { ticketPage } from '../ui/ticket-driver.ts';
import type { EditorWindow } from '../ui/window.ts';
import { noted, painted } from './paint.ts';

/** The extension with the command for a page with one word. */
export const blankExtension = join(root, 'test/bench/blank');

/** How long a page with one word takes from its frame to its first paint. No page of an extension can be faster. */
export async function blankPages(editor: EditorWindow, rounds: number): Promise<number[]> {
	const found: number[] = [];
	for (let nth = -1; nth < rounds; nth++) {
		await editor.command('Bench: Blank Page');
		await ticketPage(editor).getByRole('heading', { name: 'Blank' }).waitFor();
		const at = await painted(editor);
		if (nth >= 0) found.push(at - (await noted(editor, 'framed')));
		await editor.command('View: Close All Editors');
		await ticketPage(editor).locator('body').waitFor({ state: 'detached' });
	}
	return found;
}
