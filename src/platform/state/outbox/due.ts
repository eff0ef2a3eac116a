import { mayBeDone } from './entry.ts';
import { madeAt, type Queue } from './queue.ts';

interface DueOptions {
	readonly now: number;
	readonly origin: string;
	/** Whether to skip entries in conflict, because the user has not seen the other change. */
	readonly skipsConflicts?: boolean;
}

/** Makes entries due at once, before all others, and counts them as confirmed by the user now. Skips those that are being sent. */
export const dueNow = <Key, Change>(
	queue: Queue<Key, Change>,
	ids: ReadonlySet<string>,
	{ now, origin, skipsConflicts = false }: DueOptions,
): Queue<Key, Change> =>
	queue.map((entry) => {
		const { state, steps } = entry;
		if (!ids.has(entry.id) || state.kind === 'sending') return entry;
		if (skipsConflicts && state.kind === 'conflict') return entry;
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
 * Asks the forge again about a refused entry whose change it seems to have by now. Keeps the time of the user's last confirmation: without a
 * later one, the change is never sent again.
 */
export const checkAgain = <Key, Change>(
	queue: Queue<Key, Change>,
	id: string,
	{ now, origin }: { readonly now: number; readonly origin: string },
): Queue<Key, Change> =>
	queue.map((entry) => {
		if (entry.id !== id || entry.state.kind !== 'refused' || !entry.state.mayBeDone) return entry;
		const { checkAt: _, ...rest } = entry;
		return { ...rest, due: now, origin, state: { kind: 'waiting', reason: '', mayBeDone: true } };
	});
