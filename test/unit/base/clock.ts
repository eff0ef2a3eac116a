import { mock } from 'node:test';

/** Fake timers for the tests of one `describe`; time passes only by `mock.timers.tick`. */
export function stopTheClock(): void {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }));
	afterEach(() => mock.timers.reset());
}

/** Lets everything run that waits for a promise only. */
export function settle(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
