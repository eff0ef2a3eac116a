import assert from 'node:assert/strict';
import type { OpenSource } from '../../../src/platform/items/open-items.ts';
import { until } from '../../tools/until.ts';
import { made, takeCalls } from './editor.ts';

const { open } = await import('../../../src/platform/commands/open.ts');

/** Opens what a text names, as *Open…* and links do, from these sources. */
export async function openText(sources: readonly OpenSource[], text?: string, account?: string) {
	made.boxes.length = 0;
	await open(() => sources, text, account);
}

/** Opens a text that cannot be opened at once, and waits for the rows of the box that asks. */
export async function openBox(sources: readonly OpenSource[], text?: string) {
	const running = openText(sources, text);
	await until(() => made.boxes[0]?.isShown && !made.boxes[0].busy);
	const box = made.boxes[0] ?? assert.fail();
	const rows = () =>
		box.items.map(({ label, description, detail }) =>
			[label, description, detail].filter(Boolean).join(' · '),
		);
	return { box, rows, running };
}

/** What was done besides showing that something is opened. */
export const takeOpened = (): readonly string[] =>
	takeCalls().filter((call) => !call.startsWith('progress: Opening'));
