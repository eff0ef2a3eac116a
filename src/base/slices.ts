import { nextTurn, steadyTime } from './clock.ts';

/** How long a slice may keep this thread busy. */
const sliceMs = 10;

/** The turn of the caller that waits last. */
let lastTurn: Promise<void> = Promise.resolve();

/** Each caller gets a separate turn of the event loop, because many slices in one turn would keep the thread busy again. */
function separateTurn(): Promise<void> {
	lastTurn = lastTurn.then(nextTurn);
	return lastTurn;
}

/**
 * Divides long work into slices, so that the host stays responsive. The work calls the returned function between its steps and awaits
 * the result, which is undefined until a slice is over. If the signal is aborted, the work ends with its reason. With `waits`, also
 * the first slice begins in a new turn of the event loop.
 */
export function createSlices(
	signal?: AbortSignal,
	{ waits = false }: { readonly waits?: boolean } = {},
): () => Promise<void> | undefined {
	let begun = waits ? Number.NEGATIVE_INFINITY : steadyTime();
	const takeTurn = async () => {
		await separateTurn();
		signal?.throwIfAborted();
		begun = steadyTime();
	};
	return () => {
		signal?.throwIfAborted();
		// Not a promise each time: awaiting one would take longer than a short step.
		return steadyTime() - begun < sliceMs ? undefined : takeTurn();
	};
}
