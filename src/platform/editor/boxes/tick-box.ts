import * as vscode from 'vscode';
import { BoxFrame } from './box-frame.ts';

/** What the user has done in a list when they press Enter. */
interface Ticks<Item> {
	readonly ticked: readonly Item[];
	/** Whether they have ticked or unticked an item since they last typed. */
	readonly hasTicked: boolean;
	/** The item that has the focus. There is none until they move from the text to the items. */
	readonly active: Item | undefined;
	readonly typed: string;
}

interface TickOptions<Item> {
	readonly title: string;
	readonly placeholder: string;
	/** The items that Enter chooses: by default, those that are ticked. Undefined if the box stays. */
	readonly accept?: (ticks: Ticks<Item>) => readonly Item[] | undefined;
}

/** Asks which items to tick, of which those that are `picked` are ticked at first. Undefined if the user cancels. */
export function tickItems<Item extends vscode.QuickPickItem>(
	items: readonly Item[],
	{ title, placeholder, accept }: TickOptions<Item>,
): Promise<readonly Item[] | undefined> {
	const input = vscode.window.createQuickPick<Item>();
	const frame = new BoxFrame<readonly Item[]>(input);
	input.title = title;
	input.placeholder = placeholder;
	input.canSelectMany = true;
	input.items = items;
	input.selectedItems = items.filter(({ picked }) => picked);
	let hasTicked = false;
	const setTicked = (isTicked: boolean) => () => {
		hasTicked = isTicked;
	};
	if (accept) {
		frame.lifetime.add(input.onDidChangeSelection(setTicked(true)));
		frame.lifetime.add(input.onDidChangeValue(setTicked(false)));
	}
	frame.lifetime.add(
		input.onDidAccept(() => {
			const { selectedItems: ticked, activeItems, value: typed } = input;
			const chosen = accept ? accept({ ticked, hasTicked, active: activeItems[0], typed }) : ticked;
			if (chosen) frame.answer(chosen);
		}),
	);
	return frame.ask();
}
