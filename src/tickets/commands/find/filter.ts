import type * as vscode from 'vscode';
import { helpItem } from '../../../platform/editor/boxes/help-item.ts';
import { type BoxRow, SearchBox } from '../../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import type { TrackerKey } from '../../../platform/model/keys.ts';
import { collectFieldValues, labelsByUse } from '../../model/query/field-values.ts';
import type { Tickets } from '../../state/tickets.ts';
import type { TrackerCache } from '../../state/tracker-cache.ts';
import { type DescribeApplying, type FilterContext, type FilterRow, filterRows } from './filter-rows.ts';

interface QueryQuestion<Button> {
	readonly title: string;
	readonly value: string;
	/** Whether the user goes on with the value, which stays in the box while they do something elsewhere. By default they replace it. */
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
export function askQuery<Button extends vscode.QuickInputButton>(
	tickets: Pick<Tickets, 'of' | 'trackerCache'>,
	key: TrackerKey | undefined,
	{ title, value, isContinued = false, describe, buttons = [] }: QueryQuestion<Button>,
): Promise<QueryAnswer<Button> | undefined> {
	const box: SearchBox<QueryAnswer<Button>> = new SearchBox<QueryAnswer<Button>>({
		title,
		placeholder: 'status:open label:bug assigned:me "some words" sort:updated',
		text: isContinued ? '' : value,
		ignoresFocusOut: isContinued,
		buttons: buttons.map((button) => ({ ...button, press: () => ({ text: box.text.trim(), button }) })),
		read: async () => trackerCache?.open(),
		rows: (text) => filterRows(text, context, describe).map(rowOf),
	});
	const trackerCache = key && tickets.trackerCache(key, box.lifetime);
	const me = key && tickets.of(key.account)?.session.account;
	let context = contextOf(trackerCache, me);
	const follow = () => {
		context = contextOf(trackerCache, me);
		box.draw();
	};
	if (trackerCache) box.lifetime.add(trackerCache.onDidChange(follow));
	function rowOf(row: FilterRow): BoxRow<QueryAnswer<Button>> {
		if (row.kind === 'problem') return helpItem(row);
		if (row.kind === 'apply')
			return {
				// The label has a count that changes, so it does not identify the row.
				id: 'apply',
				alwaysShow: true,
				label: `$(${row.icon}) ${escapeIcons(row.label)}`,
				...(row.note !== undefined && { description: escapeIcons(row.note) }),
				enter: () => ({ text: box.text.trim() }),
			};
		const enter = (): undefined => {
			box.text = row.text;
		};
		return { ...helpItem(row), id: `${row.kind} ${row.label}`, enter };
	}
	const answer = box.ask();
	// VS Code selects the value that a box opens with. A value that is set later is not selected, so the user can go on typing.
	if (isContinued) box.text = value;
	return answer;
}

/** What is known of a tracker. */
function contextOf(trackerCache: TrackerCache | undefined, me: string | undefined): FilterContext {
	const tickets = [...(trackerCache?.tickets.values() ?? [])];
	const labels = trackerCache?.labels.value?.map(({ name }) => name);
	const known = { ...collectFieldValues(tickets), ...(labels && { labels: labelsByUse(labels, tickets) }) };
	return { tickets, isComplete: trackerCache?.isComplete ?? false, known, me };
}
