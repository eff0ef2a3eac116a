import * as vscode from 'vscode';
import { sleep } from '../base/backoff.ts';

interface Rowed {
	readonly id: string;
}

/** While a tree is being drawn anew the editor names none of the rows that have just gone, or tells of a selection late. */
const tries = 5;
const between = 40;

/**
 * The rows that a key is meant for: the selected ones if the row with the focus is among them, otherwise that one alone, as for
 * a menu. The editor tells extensions what is selected and not what has the focus; selecting that and taking it back tells. Nothing else
 * may move the focus meanwhile.
 */
export async function rowsInFocus<Row extends Rowed>(view: vscode.TreeView<Row>): Promise<readonly Row[]> {
	for (let nth = 0; nth < tries; nth++) {
		if (nth > 0) await sleep(between);
		const before = view.selection;
		await vscode.commands.executeCommand('list.toggleSelection');
		const during = view.selection;
		await vscode.commands.executeCommand('list.toggleSelection');
		const [focused, ...others] = [...without(during, before), ...without(before, during)];
		const isTakenBack = without(view.selection, before).length + without(before, view.selection).length === 0;
		if (focused && others.length === 0 && isTakenBack) {
			return without([focused], before).length === 0 ? before : [focused];
		}
	}
	return view.selection;
}

/** A row may be another object each time that it is shown. */
const without = <Row extends Rowed>(rows: readonly Row[], others: readonly Rowed[]): readonly Row[] =>
	rows.filter(({ id }) => !others.some((one) => one.id === id));
