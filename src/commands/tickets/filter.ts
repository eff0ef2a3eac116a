import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import type { Tickets } from '../../host/tickets.ts';
import { completions } from '../../model/query/complete.ts';
import { knownFrom } from '../../model/query/known.ts';
import { matcher } from '../../model/query/match.ts';
import { parseQuery } from '../../model/query/parse.ts';
import type { TrackerKey } from '../../model/ticket.ts';
import { count } from '../../model/words.ts';

interface Item extends vscode.QuickPickItem {
	/** What the field holds when this is chosen; nothing for the row that applies the filter. */
	readonly text?: string;
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
	try {
		await shelf?.open();
		const all = [...(shelf?.tickets.values() ?? [])];
		const labels = shelf?.labels.value?.map(({ name }) => name);
		const known = { ...knownFrom(all), ...(labels && { labels }) };
		const draw = () => {
			const text = input.value;
			const parsed = parseQuery(text, known);
			const [problem] = parsed.problems;
			const found = all.filter(matcher(parsed, { me: account?.session.account })).length;
			const { start, end, items } = completions(text, text.length, known);
			const apply: Item =
				text.trim() === ''
					? { label: '$(clear-all) Show everything', alwaysShow: true }
					: {
							label: `$(${problem ? 'warning' : 'filter'}) Show ${count(found, 'ticket')}${shelf?.complete ? '' : ' so far'}`,
							...(problem && { detail: problem.message }),
							alwaysShow: true,
						};
			const proposals = items.slice(0, 30).map((one) => ({
				label: one.text,
				description: one.detail,
				text: `${text.slice(0, start)}${one.text}${text.slice(end)}`,
				alwaysShow: true,
			}));
			input.items = [apply, ...proposals];
		};
		return await new Promise<string | undefined>((resolve) => {
			lifetime.add(input.onDidChangeValue(draw));
			lifetime.add(
				input.onDidAccept(() => {
					const [chosen] = input.selectedItems;
					if (chosen?.text === undefined) return resolve(input.value.trim());
					input.value = chosen.text;
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
