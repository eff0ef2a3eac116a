import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Deadlines } from '../../../../src/forge/wire/deadlines.ts';

describe('deadlines', () => {
	const deadlines = new Deadlines();
	/** Adds a deadline, and resolves once it is reached. */
	const reached = (ms: number) => new Promise<void>((resolve) => deadlines.add(ms, resolve));
	// Deadlines do not keep the process alive, so this timer does while a test waits.
	let keepAlive: NodeJS.Timeout;
	beforeEach(() => {
		keepAlive = setInterval(() => {}, 1000);
	});
	afterEach(() => clearInterval(keepAlive));

	it('are each reached after their time, in whatever order they were added', async () => {
		const distant = deadlines.add(60_000, () => assert.fail('too early'));
		const begun = performance.now();
		const waits = [40, 20, 0, 30].map(async (ms) => {
			await reached(ms);
			return performance.now() - begun >= ms;
		});
		assert.deepEqual(await Promise.all(waits), [true, true, true, true]);
		distant.dispose();
	});

	it('are not reached early because the clock is set forward', async () => {
		let isEarly = false;
		const distant = deadlines.add(60_000, () => {
			isEarly = true;
		});
		const now = Date.now.bind(Date);
		const clock = mock.method(Date, 'now', () => now() + 3_600_000);
		await reached(10);
		clock.mock.restore();
		distant.dispose();
		assert.equal(isEarly, false);
	});

	it('are not reached once they are disposed, even by a deadline that is reached in the same turn', async () => {
		const wrong: string[] = [];
		deadlines.add(0, () => wrong.push('disposed at once')).dispose();
		deadlines.add(0, () => second.dispose());
		const second = deadlines.add(0, () => wrong.push('disposed by another'));
		await reached(10);
		assert.deepEqual(wrong, []);
	});
});
