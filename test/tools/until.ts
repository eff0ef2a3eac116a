import { realClock } from './real-clock.ts';

/**
 * Waits until the condition returns true. Fails after `seconds` with `what`, or else with the source of the condition. Every waiting
 * loop of the tests uses this function, so that none waits forever.
 */
export async function until(
	condition: () => unknown,
	{ what, seconds = 20 }: { readonly what?: string; readonly seconds?: number } = {},
): Promise<void> {
	const late = new Error(`Not within ${seconds} s: ${what ?? condition}`);
	const deadline = Promise.withResolvers<never>();
	// The promise of a condition may never settle.
	const timer = realClock.setTimeout(() => deadline.reject(late), seconds * 1000);
	try {
		for (;;) {
			const asked = realClock.now();
			if (await Promise.race([condition(), deadline.promise])) return;
			// A condition that asks a browser takes processor time away from what it waits for.
			const pauseMs = Math.min(100, Math.max(10, realClock.now() - asked));
			await Promise.race([
				new Promise((resolve) => realClock.setTimeout(resolve, pauseMs)),
				deadline.promise,
			]);
		}
	} finally {
		realClock.clearTimeout(timer);
	}
}

/**
 * Repeats an action until `seen` resolves instead of timing out, for clicks and keys that the editor loses while it is busy.
 * `seen` needs its own timeout.
 */
export async function tryAgain(
	act: () => Promise<unknown>,
	seen: () => Promise<unknown>,
	tries = 6,
): Promise<void> {
	for (let left = tries; ; left--) {
		await act();
		try {
			await seen();
			return;
		} catch (error) {
			if (left <= 1) throw error;
		}
	}
}
