import { setImmediate } from 'node:timers/promises';

/** How long this thread is busy before other events get their turn. */
const sliceMs = 10;

/**
 * Divides long work into slices, so that the host stays responsive. The work awaits the returned function between its steps, which
 * rejects with the signal's reason once it is aborted.
 */
export function createSlices(signal?: AbortSignal): () => Promise<void> {
	let begun = performance.now();
	return async () => {
		signal?.throwIfAborted();
		if (performance.now() - begun < sliceMs) return;
		await setImmediate();
		signal?.throwIfAborted();
		begun = performance.now();
	};
}
