import type { TicketKey } from '../../platform/model/keys.ts';
import { rowToFocusAfter } from '../../platform/page/list-navigation.ts';
import type { PageList } from '../../platform/page/page-rows.ts';
import type { Tree } from '../../platform/view/tree/tree.ts';
import type { ChosenTicket } from './ticket-command-target.ts';

/** The Tickets view and its lists. */
export type TicketList = PageList<TicketKey>;

interface FocusList extends Pick<TicketList, 'lists'> {
	readonly tree: Pick<Tree, 'reveal'> | undefined;
}

/** Remembers the position of the last chosen ticket. If the ticket has left its list, the returned function focuses the next one. */
export function rememberFocus(
	{ tree, lists }: FocusList,
	chosen: readonly ChosenTicket[],
): () => Promise<void> {
	const last = chosen.at(-1);
	if (last?.listId === undefined) return async () => {};
	const rowToFocus = rowToFocusAfter(lists, last.key, last.listId);
	return async () => {
		const row = rowToFocus();
		if (row !== undefined) await tree?.reveal(row, { focus: true });
	};
}
