import type { TicketKey } from '../../platform/model/keys.ts';
import { type Lists, rowToFocusAfter } from '../../platform/page/list-navigation.ts';
import type { Tree } from '../../platform/view/tree.ts';
import type { Chosen } from './targets.ts';

/** The Tickets view and its lists. */
export interface TicketList {
	readonly tree: Pick<Tree, 'view' | 'point' | 'drawn'> | undefined;
	readonly lists: Lists<TicketKey>;
}

interface FocusList extends Pick<TicketList, 'lists'> {
	readonly tree: Pick<Tree, 'point'> | undefined;
}

/** Remembers the place of the last of some tickets. The returned function moves the focus on if the ticket has left its list. */
export function keepPlace({ tree, lists }: FocusList, chosen: readonly Chosen[]): () => Promise<void> {
	const last = chosen.at(-1);
	if (last?.within === undefined) return async () => {};
	const rowToFocus = rowToFocusAfter(lists, last.key, last.within);
	return async () => {
		const row = rowToFocus();
		if (row !== undefined) await tree?.point(row, { focus: true });
	};
}
