import { mock } from 'node:test';

/** Fake timers for the tests of one `describe`; time passes only by `mock.timers.tick`. */
export function stopTheClock(): void {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }));
	afterEach(() => mock.timers.reset());
}

/** Runs everything that waits only for promises. */
export function settle(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** Waits until `isSo` without advancing the time of the code under test. Fails after ten seconds of real time. */
export async function untilSettled(isSo: () => boolean): Promise<void> {
	const end = performance.now() + 10_000;
	while (!isSo()) {
		if (performance.now() > end) throw new Error(`Not within 10 s: ${isSo}`);
		await settle();
	}
}
