import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { plain } from '../../host/foreign.ts';
import type { Tickets } from '../../host/tickets.ts';
import { knownFrom } from '../../model/query/known.ts';
import type { TrackerKey } from '../../model/ticket.ts';
import { type FilterPlace, type FilterRow, filterRows } from './filter-rows.ts';

interface Item extends vscode.QuickPickItem {
	readonly row: FilterRow;
}

/**
 * Asks for a query: what it finds is counted and what may come next is proposed as somebody types. Undefined when they
 * changed their mind, an empty text for no filter.
 */
export async function askQuery(
	tickets: Tickets,
	key: TrackerKey,
	title: string,
	value: string,
): Promise<string | undefined> {
	const lifetime = new Lifetime();
	const account = tickets.of(key.account);
	const shelf = tickets.shelf(key, lifetime);
	const input = lifetime.add(vscode.window.createQuickPick<Item>());
	input.title = title;
	input.placeholder = 'status:open label:bug assigned:me "some words" sort:updated';
	input.value = value;
	const look = (): FilterPlace => {
		const all = [...(shelf?.tickets.values() ?? [])];
		const labels = shelf?.labels.value?.map(({ name }) => name);
		const known = { ...knownFrom(all), ...(labels && { labels }) };
		return { tickets: all, isComplete: shelf?.complete ?? false, known, me: account?.session.account };
	};
	try {
		await shelf?.open();
		let place = look();
		const draw = () => {
			input.items = filterRows(input.value, place).map((row) => itemOf(row, input.value));
		};
		return await new Promise<string | undefined>((resolve) => {
			if (shelf) {
				lifetime.add(
					shelf.onDidChange(() => {
						place = look();
						const front = input.activeItems[0]?.row;
						draw();
						const same = input.items.find(({ row }) => front && isSame(row, front));
						if (same) input.activeItems = [same];
					}),
				);
			}
			lifetime.add(input.onDidChangeValue(draw));
			lifetime.add(
				input.onDidAccept(() => {
					// Who is faster than the rows means the first.
					const row = input.selectedItems[0]?.row ?? input.items[0]?.row;
					if (row?.kind === 'apply') return resolve(input.value.trim());
					if (row?.kind !== 'completion') return;
					input.value = row.text;
					draw();
				}),
			);
			lifetime.add(input.onDidHide(() => resolve(undefined)));
			draw();
			input.show();
		});
	} finally {
		lifetime.dispose();
	}
}

const isSame = (one: FilterRow, other: FilterRow): boolean =>
	one.kind === other.kind && (one.kind === 'apply' || one.words === other.words);

/** The editor puts in front what it finds in labels; words in which it could find the query stand beside them. */
function itemOf(row: FilterRow, text: string): Item {
	const words = plain(row.words);
	if (row.kind === 'problem') return { row, label: '$(warning)', description: words, alwaysShow: true };
	if (row.kind === 'apply') {
		return { row, label: `$(${text.trim() === '' ? 'clear-all' : 'filter'}) ${words}`, alwaysShow: true };
	}
	const note = plain(row.note);
	if (row.what === 'value') return { row, label: words, description: note, alwaysShow: true };
	return { row, label: '$(symbol-key)', description: `${words} · ${note}`, alwaysShow: true };
}
