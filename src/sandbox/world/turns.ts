/** The number of items per turn, which take a few milliseconds. */
const atOnce = 8;

/**
 * Processes items in order and regularly yields to the event loop. An editor also builds a world in its process and
 * must not block.
 */
export async function inTurns<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
	let done = 0;
	for (const one of all) {
		work(one);
		if (++done % atOnce === 0) await turn();
	}
}

export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
