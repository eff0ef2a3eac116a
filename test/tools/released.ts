import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let run: (() => void) | undefined;

/** Frees all memory that can be freed. */
export async function collectGarbage(): Promise<void> {
	if (!run) {
		setFlagsFromString('--expose-gc');
		run = runInNewContext('gc');
	}
	// What was aborted or has just settled is held until the event loop has come round.
	for (let times = 0; times < 3; times++) {
		await new Promise((resolve) => setImmediate(resolve));
		run?.();
	}
}

/** How many of these are still in memory. */
export async function stillHeld(things: readonly WeakRef<object>[]): Promise<number> {
	await collectGarbage();
	return things.filter((one) => one.deref() !== undefined).length;
}
