import type { TicketKey } from '../../platform/model/keys.ts';
import type { Tree } from '../../platform/view/tree.ts';
import type { Chosen } from './targets.ts';

/** The Tickets view, and what stands in it. */
export interface TicketList {
	readonly tree: Pick<Tree, 'view' | 'point' | 'drawn'> | undefined;
	/** The tickets below a row, in their order. */
	readonly listOf: (within: string) => readonly TicketKey[];
	/** The first list that a ticket is in. */
	readonly listWith: (key: TicketKey) => string | undefined;
	/** A ticket is about to be changed, and stays where it stands. */
	readonly hold: (key: TicketKey) => void;
}

/**
 * Remembers where in its list the last of some tickets stands. If it has left the list when that is over, the focus goes to the one that
 * came after it, as the editor would leave none with the focus.
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
