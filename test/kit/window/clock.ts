import { mock } from 'node:test';

/** Fake timers for the tests of one `describe`. Time passes only through `mock.timers.tick`. */
export function stopTheClock(): void {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }));
	afterEach(() => mock.timers.reset());
}

/** Runs everything that waits only for promises to settle. */
export function settle(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** Waits until the condition holds without advancing the time of the code under test. Fails after ten seconds of real time. */
export async function untilSettled(condition: () => boolean): Promise<void> {
	const end = performance.now() + 10_000;
	while (!condition()) {
		if (performance.now() > end) throw new Error(`Not within 10 s: ${condition}`);
		await settle();
	}
}

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
