import { mayBeDone } from './entry.ts';
import { madeAt, type Queue } from './queue.ts';

interface DueOptions {
	readonly now: number;
	readonly origin: string;
	/** Whether to leave entries in conflict, because the user has not seen the other change. */
	readonly leavesConflicts?: boolean;
}

/** Makes entries due now, before all others, as confirmed by the user. Leaves those that are being sent. */
export const withDue = <Key, Change>(
	queue: Queue<Key, Change>,
	ids: ReadonlySet<string>,
	{ now, origin, leavesConflicts = false }: DueOptions,
): Queue<Key, Change> =>
	queue.map((entry) => {
		const { state, steps } = entry;
		if (!ids.has(entry.id) || state.kind === 'sending') return entry;
		if (leavesConflicts && state.kind === 'conflict') return entry;
		return {
			...entry,
			steps: steps.map((step) => ({ ...step, at: now })),
			made: madeAt(entry),
			due: 0,
			origin,
			state: mayBeDone(entry) ? { kind: 'waiting', reason: '', mayBeDone: true } : { kind: 'pending' },
		};
	});

/**
 * Has an entry checked that was refused, because the forge seems to have its change by now. Leaves the time at which the user made or confirmed
 * it, so that nothing is sent again.
 */
export const withCheck = <Key, Change>(
	queue: Queue<Key, Change>,
	id: string,
	{ now, origin }: { readonly now: number; readonly origin: string },
): Queue<Key, Change> =>
	queue.map((entry) => {
		if (entry.id !== id || entry.state.kind !== 'refused' || !entry.state.mayBeDone) return entry;
		const { checkAt: _, ...rest } = entry;
		return { ...rest, due: now, origin, state: { kind: 'waiting', reason: '', mayBeDone: true } };
	});
