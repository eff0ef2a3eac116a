import * as vscode from 'vscode';
import { separator } from '../../../platform/editor/boxes/search-box.ts';
import { tickItems } from '../../../platform/editor/boxes/tick-box.ts';
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
		picked: row.tick === 'all' && row.on === 'all',
		row,
	});
	const rowsOf = (items: readonly LabelItem[]) => items.flatMap(({ row }) => row ?? []);
	const additions = rows.filter(({ tick }) => tick === 'all').map(itemOf);
	const removals = rows.filter(({ tick }) => tick === 'none').map(itemOf);
	const items: readonly LabelItem[] = [
		...additions,
		...(removals.length > 0 ? [separator('Remove from All'), ...removals] : []),
	];
	const tickedAtFirst = rows.filter(({ tick, on }) => tick === 'all' && on === 'all');
	const ticked = await tickItems(items, {
		title,
		placeholder,
		// Without a match, closing the box would lose what the user wanted.
		accept: ({ ticked, active, ...more }) => {
			const accepted = acceptedRows(rows, {
				tickedAtFirst,
				ticked: rowsOf(ticked),
				active: active?.row,
				...more,
			});
			return accepted && items.filter(({ row }) => row && accepted.includes(row));
		},
	});
	return ticked && rowsOf(ticked);
}
