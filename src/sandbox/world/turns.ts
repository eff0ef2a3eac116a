/** How much is done in one go: a few milliseconds' worth. */
const atOnce = 8;

/**
 * Does something with each, in order, and lets everybody else in this process have their turn again and again: a world is
 * also built inside an editor, which must not wait for it.
 */
export async function inTurns<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
	let done = 0;
	for (const one of all) {
		work(one);
		if (++done % atOnce === 0) await turn();
	}
}

export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
