import { setImmediate } from 'node:timers/promises';

/** How long this thread is busy before other events get their turn. */
const sliceMs = 10;

/** Settles when the last caller that waits for its turn gets it. */
let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop in which no other caller resumes: together, many slices would be long again. */
function nextTurn(): Promise<void> {
	lastTurn = lastTurn.then(() => setImmediate());
	return lastTurn;
}

/**
 * Divides long work into slices, so that the host stays responsive. The work calls the returned function between its steps, and awaits
 * what it returns when a slice is over. Once the signal is aborted, the function throws the signal's reason, or what it has returned
 * rejects with it. With `waits`, already the first step gets a turn without other slices.
 */
export function createSlices(
	signal?: AbortSignal,
	{ waits = false }: { readonly waits?: boolean } = {},
): () => Promise<void> | undefined {
	let begun = waits ? Number.NEGATIVE_INFINITY : performance.now();
	const takeTurn = async () => {
		await nextTurn();
		signal?.throwIfAborted();
		begun = performance.now();
	};
	return () => {
		signal?.throwIfAborted();
		// Not a promise each time: awaiting one would take longer than a short step.
		return performance.now() - begun < sliceMs ? undefined : takeTurn();
	};
}
