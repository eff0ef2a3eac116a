import assert from 'node:assert/strict';
import { until } from '../../tools/until.ts';
import { type FakeBox, made, passTurns } from './editor.ts';

/** The box of a command that asks for an item, after the user has typed into it. */
export async function typeInItemBox(text: string): Promise<FakeBox> {
	await passTurns();
	const box = made.boxes.at(-1) ?? assert.fail('no box is open');
	box.type(text);
	return box;
}

/** Chooses an item of the box that a command opens, as soon as it is there, and waits for the command. */
export async function chooseInBox(running: Promise<void>, words: string): Promise<void> {
	await until(() => made.boxes.at(-1)?.isShown && made.boxes.at(-1)?.busy === false, {
		what: `the box with ${words}`,
	});
	made.boxes.at(-1)?.choose(words);
	await running;
}

/** Records the rows that a command shows. A row that is shown after the box has closed is marked as `too late`. */
export function shownRows() {
	const shown: string[] = [];
	return {
		shown,
		showRow: async (row: string, left: AbortSignal) => {
			shown.push(left.aborted || !made.boxes.at(-1)?.isShown ? `${row}, too late` : row);
		},
	};
}

/** What the rows of the box say, once one of them has these words. */
export async function itemBoxRows(box: FakeBox, words: string): Promise<readonly string[]> {
	const rows = () =>
		box.items.map(({ label, description, detail }) =>
			[label, description, detail].filter(Boolean).join(' · '),
		);
	await until(() => rows().some((one) => one.includes(words)), { what: `the box shows ${words}` });
	return rows();
}
