import type * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';
import { itemUpdater } from '../../../platform/editor/boxes/item-updater.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import type { TrackerKey } from '../../../platform/model/keys.ts';
import { collectFieldValues, labelsByUse } from '../../model/query/field-values.ts';
import type { Tickets } from '../../state/tickets.ts';
import type { TrackerCache } from '../../state/tracker-cache.ts';
import { type DescribeApplying, type FilterContext, type FilterRow, filterRows } from './filter-rows.ts';
import { helpItem } from './help-item.ts';

export interface FilterItem extends vscode.QuickPickItem {
	readonly row: FilterRow;
}

interface QueryQuestion<Button> {
	readonly title: string;
	readonly value: string;
	/** Whether what the user types is added to the value. By default it replaces the value, as in VS Code's own boxes. */
	readonly isContinued?: boolean;
	/** What the query does when it is applied; by default, it filters. */
	readonly describe?: DescribeApplying;
	/** Other ways out of the box. */
	readonly buttons?: readonly Button[];
}

interface QueryAnswer<Button> {
	/** Without space around it. */
	readonly text: string;
	/** The button that the user pressed instead of Enter. */
	readonly button?: Button;
}

/**
 * Asks for a query. While the user types, counts the matching tickets and proposes completions. Returns undefined if
 * the user cancels. Without `key`, no tickets are known.
 */
export async function askQuery<Button extends vscode.QuickInputButton>(
	input: vscode.QuickPick<FilterItem>,
	tickets: Pick<Tickets, 'of' | 'trackerCache'>,
	key: TrackerKey | undefined,
	{ title, value, isContinued = false, describe, buttons = [] }: QueryQuestion<Button>,
): Promise<QueryAnswer<Button> | undefined> {
	const lifetime = new Lifetime();
	lifetime.add(input);
	const account = key && tickets.of(key.account);
	const trackerCache = key && tickets.trackerCache(key, lifetime);
	input.title = title;
	input.placeholder = 'status:open label:bug assigned:me "some words" sort:updated';
	input.value = isContinued ? '' : value;
	input.buttons = buttons;
	const readContext = () => contextOf(trackerCache, account?.session.account);
	try {
		let context = readContext();
		const update = itemUpdater(input, (item) => item && identityOf(item.row));
		const show = (options?: { readonly keepsActive: boolean }) =>
			update(filterRows(input.value, context, describe).map(itemOf), options);
		const answer = new Promise<QueryAnswer<Button> | undefined>((resolve) => {
			if (trackerCache) {
				lifetime.add(
					trackerCache.onDidChange(() => {
						context = readContext();
						show();
					}),
				);
			}
			lifetime.add(input.onDidChangeValue(() => show({ keepsActive: false })));
			lifetime.add(
				input.onDidAccept(() => {
					// The selection is empty if the chosen row has just disappeared. Do not accept another row instead.
					const row = input.selectedItems[0]?.row;
					if (row?.kind === 'apply') return resolve({ text: input.value.trim() });
					if (row?.kind !== 'completion') return;
					input.value = row.text;
					show({ keepsActive: false });
				}),
			);
			lifetime.add(
				input.onDidTriggerButton((pressed) => {
					const button = buttons.find((one) => one === pressed);
					if (button) resolve({ text: input.value.trim(), button });
				}),
			);
			lifetime.add(input.onDidHide(() => resolve(undefined)));
			show();
			// Show the input before reading from the disk: letters that the user types meanwhile would go to the tree.
			input.show();
			if (!isContinued) return;
			// VS Code selects the value that a box opens with. After one that it gets later, there is only the cursor.
			input.value = value;
			show({ keepsActive: false });
		});
		await trackerCache?.open();
		return await answer;
	} finally {
		lifetime.dispose();
	}
}

/** What is known of a tracker. */
function contextOf(trackerCache: TrackerCache | undefined, me: string | undefined): FilterContext {
	const tickets = [...(trackerCache?.tickets.values() ?? [])];
	const labels = trackerCache?.labels.value?.map(({ name }) => name);
	const known = { ...collectFieldValues(tickets), ...(labels && { labels: labelsByUse(labels, tickets) }) };
	return { tickets, isComplete: trackerCache?.isComplete ?? false, known, me };
}

/** The label of the row that applies the query has a count that changes, so it does not identify the row. */
const identityOf = (row: FilterRow): string => (row.kind === 'apply' ? 'apply' : `${row.kind} ${row.label}`);

function itemOf(row: FilterRow): FilterItem {
	if (row.kind !== 'apply') return { row, ...helpItem(row) };
	return {
		row,
		alwaysShow: true,
		label: `$(${row.icon}) ${escapeIcons(row.label)}`,
		...(row.note !== undefined && { description: escapeIcons(row.note) }),
	};
}
