import { mock } from 'node:test';
import { realClock } from './real-clock.ts';

type Timer = Parameters<typeof clearTimeout>[0];
type Create = (run: () => void, ms?: number, ...args: unknown[]) => NodeJS.Timeout;

/** Completes the clocks that `mock.timers` stops. Call once, before any test. */
export function guardStoppedClocks(): void {
	const enable = mock.timers.enable.bind(mock.timers);
	const running = new RunningTime();
	mock.timers.enable = (options) => {
		running.now();
		enable(options);
		if (Date !== realClock.Date) running.stop();
		ignoreEarlierTimers();
	};
	/** Stands still with the timers. */
	const timeLimit = (ms: number) => {
		if (setTimeout === realClock.setTimeout) return realClock.timeLimit(ms);
		const controller = new AbortController();
		setTimeout(() => controller.abort(new DOMException('The time limit has passed.', 'TimeoutError')), ms);
		return controller.signal;
	};
	Object.assign(performance, { now: () => running.now() });
	Object.assign(AbortSignal, { timeout: timeLimit });
}

/** What `performance.now` returns: it goes on with the time of day if a test has stopped that, and never goes back. */
class RunningTime {
	#latest = 0;
	#aheadMs = 0;
	/** The time of day when it was last asked for, if a test has stopped that. */
	#day: number | undefined;

	/** A test has stopped the time of day. Begins with a whole millisecond, so that sums are exact. */
	stop(): void {
		this.#day = Date.now();
		this.#latest = Math.ceil(this.#latest);
	}

	now(): number {
		if (Date !== realClock.Date && this.#day !== undefined) {
			this.#latest += Math.max(0, Date.now() - this.#day);
			this.#day = Date.now();
			return this.#latest;
		}
		if (this.#day !== undefined) this.#aheadMs = Math.ceil(this.#latest - realClock.now());
		this.#day = undefined;
		this.#latest = realClock.now() + this.#aheadMs;
		return this.#latest;
	}
}

/** Node would end a timer of the new clock instead, if something that an earlier test has left running ends one of its own. */
function ignoreEarlierTimers(): void {
	const own = new WeakSet<object>();
	for (const [set, clear] of [
		['setTimeout', 'clearTimeout'],
		['setInterval', 'clearInterval'],
	] as const) {
		const create: Create = globalThis[set];
		const end = globalThis[clear];
		if (create === realClock[set]) continue;
		const createOwn: Create = (...given) => {
			const timer = create(...given);
			own.add(timer);
			return timer;
		};
		const endOwn = (timer: Timer) => {
			if (typeof timer === 'object' && own.has(timer)) end(timer);
		};
		Object.assign(globalThis, { [set]: createOwn, [clear]: endOwn });
	}
}
