import { mock } from 'node:test';
import { realClock } from '../../tools/real-clock.ts';
import { until } from '../../tools/until.ts';

interface TestClock {
	/** The time of day. Setting it moves no timers. */
	now: number;
}

function stop(
	apis: readonly ('setTimeout' | 'setInterval' | 'Date')[],
	start: number | undefined,
): TestClock {
	beforeEach(() => mock.timers.enable({ apis: [...apis], now: start ?? Date.now() }));
	afterEach(() => mock.timers.reset());
	return {
		get now() {
			return Date.now();
		},
		set now(at) {
			// Of what was before, the steady time goes on only if it is asked for.
			performance.now();
			mock.timers.setTime(at);
		},
	};
}

/** Stops the clock and the timers of the tests of one `describe`. Time passes only through `mock.timers.tick`. */
export const stopTheClock = (start?: number): TestClock => stop(['setTimeout', 'setInterval', 'Date'], start);

/** Stops the clock of the tests of one `describe`, which set its time. Timers go on. */
export const stopTheDate = (start?: number): TestClock => stop(['Date'], start);

/** Lets the tests of one `describe` skip time. The clock and timers go on. */
export function skippableTime(): { skip(ms: number): void; goTo(day: number): void } {
	const skipped = { dayMs: 0, runMs: 0 };
	let restore = () => {};
	beforeEach(() => {
		Object.assign(skipped, { dayMs: 0, runMs: 0 });
		const { mock: day } = mock.method(Date, 'now', () => realClock.today() + skipped.dayMs);
		const { mock: run } = mock.method(performance, 'now', () => realClock.now() + skipped.runMs);
		restore = () => {
			day.restore();
			run.restore();
		};
	});
	afterEach(() => restore());
	const skip = (ms: number) => {
		skipped.dayMs += ms;
		// The steady time never goes back.
		skipped.runMs += Math.max(0, ms);
	};
	return { skip, goTo: (day) => skip(day - Date.now()) };
}

/** Runs everything that waits only for promises to settle. */
export function settle(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** Waits until the condition holds without advancing the time of the code under test. Fails after ten seconds of real time. */
export async function untilSettled(condition: () => boolean): Promise<void> {
	const end = realClock.now() + 10_000;
	while (!condition()) {
		if (realClock.now() > end) throw new Error(`Not within 10 s: ${condition}`);
		await settle();
	}
}

/** Lets time pass under a stopped clock until the condition holds, in steps with the real time that the disk and other processes take. */
export const untilPassed = (condition: () => boolean, stepMs = 500): Promise<void> =>
	until(() => {
		mock.timers.tick(stepMs);
		return condition();
	});

/**
 * Runs `work` without the pauses that it makes. Returns their sum, which does not depend on how busy the machine is. `onPause` gets
 * the sum before each pause.
 */
export async function pausesOf(
	work: () => Promise<unknown>,
	onPause: (sumMs: number) => void = () => {},
): Promise<number> {
	const wait = globalThis.setTimeout;
	let ms = 0;
	const { mock: waiting } = mock.method(globalThis, 'setTimeout', (run: () => void, pauseMs = 0) => {
		onPause(ms);
		ms += pauseMs;
		return wait(run);
	});
	try {
		await work();
		return ms;
	} finally {
		waiting.restore();
	}
}

/** Time limits of one length, made by `AbortSignal.timeout`, that pass only on demand. Other limits are unchanged. */
export class HeldLimits {
	readonly #held: AbortController[] = [];
	readonly #mock;

	constructor(limitMs: number) {
		const real = AbortSignal.timeout.bind(AbortSignal);
		this.#mock = mock.method(AbortSignal, 'timeout', (ms: number) => {
			if (ms !== limitMs) return real(ms);
			const controller = new AbortController();
			this.#held.push(controller);
			return controller.signal;
		}).mock;
	}

	get count(): number {
		return this.#held.length;
	}

	pass(): void {
		this.#mock.restore();
		for (const held of this.#held) held.abort(new DOMException('The time limit has passed.', 'TimeoutError'));
	}
}
