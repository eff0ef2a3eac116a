import type { Disposable } from './disposable.ts';

/** Beyond this delay, the platform's timers fire at once: a token that is valid for 365 days would be renewed in a hot loop. */
const longestMs = 2 ** 31 - 1;

/** The bare timers of the project. Only `Lifetime` and `sleep` may call these; all other code uses a `Lifetime`. */
export function after(ms: number, run: () => unknown): Disposable {
	const arm = (left: number): NodeJS.Timeout =>
		setTimeout(
			() => {
				if (left > longestMs) timer = arm(left - longestMs);
				else run();
			},
			Math.min(left, longestMs),
		);
	let timer = arm(ms);
	return { dispose: () => clearTimeout(timer) };
}

export function every(ms: number, run: () => unknown): Disposable {
	const timer = setInterval(run, Math.min(ms, longestMs));
	return { dispose: () => clearInterval(timer) };
}
