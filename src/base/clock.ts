import type { Disposable } from './disposable.ts';

/** Beyond this delay, the platform's timers fire at once: a token that is valid for 365 days would be renewed in a hot loop. */
const longestMs = 2 ** 31 - 1;
/** The time of day and the platform's other clock differ by less than this, unless the computer was asleep. */
const shortestSleepMs = 1000;

/** Both clocks of the platform when the steady time was last asked for, and how much the steady time is ahead of `run`. */
const last = { day: Date.now(), run: performance.now(), aheadMs: 0 };

/**
 * Milliseconds since 1970, for what is stored, shown, or compared with the times of a forge. It may be set back at any moment. What only measures
 * how long something takes uses `steadyTime`.
 */
export const timeOfDay = (): number => Date.now();

/** Milliseconds since an arbitrary moment. Never goes back. On some platforms, only the time of day goes on while the computer sleeps; this one goes on, too. */
export function steadyTime(): number {
	const [day, run] = [Date.now(), performance.now()];
	const [dayMs, runMs] = [day - last.day, run - last.run];
	if (dayMs - runMs > shortestSleepMs) last.aheadMs += Math.ceil(dayMs - runMs);
	last.day = day;
	last.run = run;
	return run + last.aheadMs;
}

/** Milliseconds since an arbitrary moment, as timers count them: on some platforms, without the time for which the computer sleeps. */
export const runTime = (): number => performance.now();

/**
 * Whether a stored time of day is known and less than `ms` ago. A time in the future counts by its distance, because the clock may have been set
 * back since it was stored.
 */
export const isRecent = (at: number | undefined, ms: number, now = timeOfDay()): boolean =>
	at !== undefined && Math.abs(now - at) < ms;

interface Timer extends Disposable {
	/** Lets the process end although the timer waits. */
	unref(): void;
}

/** The bare timers of the project, for `Lifetime`, `sleep` and `Deadlines`. All other code uses a `Lifetime`. */
export function after(ms: number, run: () => unknown): Timer {
	const arm = (left: number): NodeJS.Timeout =>
		setTimeout(
			() => {
				if (left > longestMs) timer = arm(left - longestMs);
				else run();
			},
			Math.min(left, longestMs),
		);
	let timer = arm(ms);
	return { dispose: () => clearTimeout(timer), unref: () => timer.unref() };
}

export function every(ms: number, run: () => unknown): Disposable {
	const timer = setInterval(run, Math.min(ms, longestMs));
	return { dispose: () => clearInterval(timer) };
}

/** A signal that is aborted with a `TimeoutError` after this time. Does not keep the process running. */
export const timeLimit = (ms: number): AbortSignal => AbortSignal.timeout(ms);

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const leave = () => {
			timer.dispose();
			reject(signal?.reason);
		};
		const timer = after(ms, () => {
			signal?.removeEventListener('abort', leave);
			resolve();
		});
		signal?.addEventListener('abort', leave, { once: true });
	});
}

/** Lets the event loop turn once: what has arrived by now is handled first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
