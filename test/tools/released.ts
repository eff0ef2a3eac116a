import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let run:
	| ((options: { readonly type: 'major'; readonly flavor: 'regular' | 'last-resort' }) => void)
	| undefined;

/** Frees all memory that can be freed. */
export async function collectGarbage(): Promise<void> {
	if (!run) {
		setFlagsFromString('--expose-gc');
		run = runInNewContext('gc');
	}
	// What was aborted or has just settled is held until the event loop has come round.
	for (const flavor of ['regular', 'regular', 'last-resort'] as const) {
		await new Promise((resolve) => setImmediate(resolve));
		// Only the last resort frees compiled code and caches of the engine: some MB, which would hide as much that is kept.
		run?.({ type: 'major', flavor });
	}
}

/** How many of these are still in memory. */
export async function stillHeld(things: readonly WeakRef<object>[]): Promise<number> {
	await collectGarbage();
	return things.filter((one) => one.deref() !== undefined).length;
}
