import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { acceptedRows } from './accepted-rows.ts';
import type { LabelRow } from './label-rows.ts';
import { swatch } from './swatch.ts';

interface LabelItem extends vscode.QuickPickItem {
	readonly row?: LabelRow;
}

interface LabelBox {
	readonly title: string;
	readonly placeholder: string;
	readonly rows: readonly LabelRow[];
	readonly colorOf: (name: string) => string;
}

/** Asks which rows to tick. Those of labels that all tickets have are ticked already. Returns undefined if the user cancels. */
export async function tickLabels({
	title,
	placeholder,
	rows,
	colorOf,
}: LabelBox): Promise<readonly LabelRow[] | undefined> {
	const itemOf = (row: LabelRow): LabelItem => ({
		label: escapeIcons(row.name),
		iconPath: vscode.Uri.parse(swatch(colorOf(row.name))),
		...(row.note !== '' && { description: row.note }),
		row,
	});
	const rowsOf = (items: readonly LabelItem[]) => items.flatMap(({ row }) => row ?? []);
	const additions = rows.filter(({ tick }) => tick === 'all').map(itemOf);
	const removals = rows.filter(({ tick }) => tick === 'none').map(itemOf);
	const separator = { label: 'Remove from All', kind: vscode.QuickPickItemKind.Separator };
	const tickedAtFirst = additions.filter(({ row }) => row?.on === 'all');
	const lifetime = new Lifetime();
	try {
		const box = lifetime.add(vscode.window.createQuickPick<LabelItem>());
		box.title = title;
		box.placeholder = placeholder;
		box.canSelectMany = true;
		box.items = [...additions, ...(removals.length > 0 ? [separator, ...removals] : [])];
		box.selectedItems = tickedAtFirst;
		let hasTicked = false;
		lifetime.add(
			box.onDidChangeSelection(() => {
				hasTicked = true;
			}),
		);
		lifetime.add(
			box.onDidChangeValue(() => {
				hasTicked = false;
			}),
		);
		return await new Promise<readonly LabelRow[] | undefined>((resolve) => {
			lifetime.add(
				box.onDidAccept(() => {
					const accepted = acceptedRows(rows, {
						tickedAtFirst: rowsOf(tickedAtFirst),
						ticked: rowsOf(box.selectedItems),
						hasTicked,
						active: rowsOf(box.activeItems)[0],
						typed: box.value,
					});
					// Without a match, closing the box would lose what the user wanted.
					if (accepted) resolve(accepted);
				}),
			);
			lifetime.add(box.onDidHide(() => resolve(undefined)));
			box.show();
		});
	} finally {
		lifetime.dispose();
	}
}
