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
	// Aborted and just settled objects stay reachable until the next turn of the event loop.
	for (const flavor of ['regular', 'regular', 'last-resort'] as const) {
		await new Promise((resolve) => setImmediate(resolve));
		// Only the last resort frees compiled code and engine caches. Those are some MB, which would hide a leak of that size.
		run?.({ type: 'major', flavor });
	}
}

/** Counts the objects that are still in memory. */
export async function stillHeld(things: readonly WeakRef<object>[]): Promise<number> {
	await collectGarbage();
	return things.filter((one) => one.deref() !== undefined).length;
}
