/** The number of items between two yields. They take a few milliseconds. */
const atOnce = 8;

/**
 * Processes items in order and regularly yields to the event loop. An editor also builds a world in its process and
 * must not block.
 */
export async function forEachYielding<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
	let done = 0;
	for (const one of all) {
		work(one);
		if (++done % atOnce === 0) await yieldToEvents();
	}
}

/** Lets other events of this process be handled. */
export const yieldToEvents = () => new Promise<void>((resolve) => setImmediate(resolve));
