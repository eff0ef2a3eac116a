/** The number of items between two yields. They take a few milliseconds. */
const batchSize = 8;

/**
 * Processes items in order and regularly yields to the event loop. The sample forge builds its world in the extension host, which must not
 * block.
 */
export async function forEachYielding<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
	let done = 0;
	for (const one of all) {
		work(one);
		if (++done % batchSize === 0) await yieldToEvents();
	}
}

/** Lets the process handle other events. */
export const yieldToEvents = () => new Promise<void>((resolve) => setImmediate(resolve));
