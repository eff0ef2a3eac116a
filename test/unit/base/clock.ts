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
