import type { TicketKey } from '../../platform/model/keys.ts';
import type { Tree } from '../../platform/view/tree.ts';
import type { Chosen } from './targets.ts';

/** The Tickets view and its lists. */
export interface TicketList {
	readonly tree: Pick<Tree, 'view' | 'point' | 'drawn'> | undefined;
	/** The tickets below a row, in the order of the view. */
	readonly listOf: (within: string) => readonly TicketKey[];
	/** The id of the first list that has the ticket. */
	readonly listWith: (key: TicketKey) => string | undefined;
	/** Keeps a ticket that is about to be changed at its place in the list. */
	readonly hold: (key: TicketKey) => void;
}

/**
 * Remembers the place of the last of some tickets in its list. If the ticket has left the list when the returned
 * function is called, the focus goes to the next one, because VS Code would leave no row with the focus.
 */
export function keepPlace({ tree, listOf }: TicketList, chosen: readonly Chosen[]): () => Promise<void> {
	const last = chosen.at(-1);
	const within = last?.within;
	if (!last || within === undefined) return async () => {};
	const before = listOf(within).map(({ ticket }) => ticket);
	const at = before.indexOf(last.key.ticket);
	return async () => {
		const now = new Set(listOf(within).map(({ ticket }) => ticket));
		if (now.has(last.key.ticket)) return;
		const next = [...before.slice(at + 1), ...before.slice(0, Math.max(at, 0)).reverse()].find((one) =>
			now.has(one),
		);
		await tree?.point(next === undefined ? within : `${within}/${next}`, { focus: true });
	};
}
